public import Diagnostics
internal import SpecReading
public import YAML

// Names of targets.
extension SpecChecker {
  /// Warns about a name that contains a `/`, which no dependency can refer to, and about a blank
  /// name.
  ///
  /// - Returns: Whether the name is within the limit.
  public mutating func checkName(_ name: NodeID, of target: NodeID, key: NodeID) -> Bool {
    guard tree.textRange(of: name).count <= Limits.nameLength else {
      report(.nameTooLong, at: name)
      return false
    }
    if tree.hasByte(UInt8(ascii: "/"), in: name) {
      let isKey = name == key
      warnOfName(
        .slashInName(isKey ? spec.shownName(of: target, key: key) : tree.string(name)), at: name,
        help: [.dropSlash])
    } else if tree.isBlankText(name) {
      warnOfName(.blankName, at: name, help: [.giveTargetName])
    }
    return true
  }

  /// Warns about a name that XcodeGen accepts.
  private mutating func warnOfName(
    _ message: Diagnostic.Message, at name: NodeID, help: [Diagnostic.Message]
  ) {
    var warning = spec.rejection(of: name, message, help: help)
    warning.severity = .warning
    log.add(warning)
  }
}

extension Diagnostic.Message {
  public static let nameTooLong: Self = "a name of more than \(Limits.nameLength) bytes"
  fileprivate static let blankName: Self = "a target has a blank name"
  fileprivate static let giveTargetName: Self = "give the target a name"
  fileprivate static let dropSlash: Self = "write the name without the '/'"

  fileprivate static func slashInName(_ name: String) -> Self {
    "no dependency can refer to target '\(name)': 'a/b' is target 'b' of project 'a'"
  }
}
