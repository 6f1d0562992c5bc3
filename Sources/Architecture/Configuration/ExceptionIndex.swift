internal import Diagnostics
internal import Paths
internal import Text

/// An index of the exceptions in rules.yml, which limits the comparisons per finding.
public struct ExceptionIndex: Sendable {
  private var byRule: [RuleID: Entries] = [:]

  /// The indices of the exceptions of one rule.
  fileprivate struct Entries: Sendable {
    /// The indices by the name of the module or the linking module, if it has no wildcards.
    var byName: [String: [Int]] = [:]
    /// The indices by the folder or file that contains all matching files.
    var byFolder: [ArraySlice<UInt8>: [Int]] = [:]
    var others: [Int] = []
  }

  init(_ exceptions: [Configuration.Exception]) {
    for (number, exception) in exceptions.enumerated() {
      byRule[exception.rule, default: Entries()].insert(number, exception.about)
    }
  }

  /// Returns the exceptions from `rule` that may match a link from the module `name`, that module,
  /// or an error in the file at `path`, in order.
  func candidates(_ rule: RuleID, name: String?, path: String? = nil) -> [Int] {
    guard let entries = byRule[rule] else { return [] }
    var found = entries.others
    if let name { found += entries.byName[name] ?? [] }
    if let path, !entries.byFolder.isEmpty {
      for start in Path(path).starts { found += entries.byFolder[start] ?? [] }
    }
    return found.sorted()
  }
}

extension ExceptionIndex.Entries {
  fileprivate mutating func insert(_ number: Int, _ about: Configuration.Exception.About) {
    switch about {
    case .link(let glob, _), .module(let glob):
      guard let name = glob.literal else { return others.append(number) }
      byName[String(decoding: name, as: UTF8.self), default: []].append(number)
    case .file(let pattern):
      let folder = pattern.firstFolder
      if folder.isEmpty {
        others.append(number)
      } else {
        byFolder[folder, default: []].append(number)
      }
    }
  }
}
