internal import Diagnostics
internal import YAML

// The names of targets: each once, and such that a dependency can refer to it.
extension SpecReader {
  /// Warns of a name that no dependency can refer to, since `/` divides project and target, and of a blank one.
  ///
  /// - Returns: Whether the name is short enough for one.
  mutating func checkName(_ name: NodeID, of target: NodeID, key: NodeID) -> Bool {
    guard tree.textRange(of: name).count <= Limits.nameLength else {
      report(.nameTooLong, at: name)
      return false
    }
    let (hasSlash, isBlank) = look(atName: name)
    if hasSlash {
      let isKey = name == key
      warnOfName(
        .slashInName(isKey ? shownName(of: target, key: key) : tree.string(name)), at: name,
        help: [.dropSlash])
    } else if isBlank {
      warnOfName(.blankName, at: name, help: [.giveTargetName])
    }
    return true
  }

  /// Adds a finding about a name that XcodeGen accepts: the fault is a dependency on it.
  private mutating func warnOfName(
    _ message: Diagnostic.Message, at name: NodeID, help: [Diagnostic.Message]
  ) {
    var warning = refused(message, at: name, help: help)
    warning.severity = .warning
    add(warning)
  }

  /// Whether there is a slash in a name, and whether there is nothing in it but blanks.
  private func look(atName name: NodeID) -> (hasSlash: Bool, isBlank: Bool) {
    let bytes = tree.text.span.extracting(tree.textRange(of: name))
    var (hasSlash, isBlank) = (false, true)
    for place in bytes.indices {
      if bytes[place] == UInt8(ascii: "/") { hasSlash = true }
      if bytes[place] != UInt8(ascii: " "), bytes[place] != UInt8(ascii: "\t") { isBlank = false }
    }
    return (hasSlash, isBlank)
  }

  /// The key as it is written, without the platform of a variant.
  func shownName(of target: NodeID, key: NodeID) -> String {
    let isVariant = tree.bool(of: target, for: .isMultiPlatformTarget) ?? false
    let written = isVariant ? tree.text(of: target, for: .productName) : nil
    return written ?? tree.string(key)
  }

  /// Appends targets to the batch in order of name; of several with one name, which XcodeGen crashes on,
  /// the first stays, with a report for each other one.
  mutating func appendInOrder(_ targets: inout [Target]) {
    let first = batch.targets.count
    defer { if batch.names.hasSpellings { reportSameNames(from: first) } }
    if !areInOrder(targets) {
      // Capturing the names alone would count references to them for each comparing.
      targets.sort { a, b in
        a.name == b.name ? a.location < b.location : batch.names.precedes(a.name, b.name)
      }
    }
    for target in targets {
      if batch.targets.count > first, let known = batch.targets.last, known.name == target.name {
        report(target, asNamedLike: known)
      } else {
        batch.targets.append(target)
      }
    }
  }

  private mutating func report(_ target: Target, asNamedLike known: Target) {
    add(
      Diagnostic(
        .invalidSpec, .error, .sameName(batch.names.string(target.name)),
        at: target.location, notes: [.init(.firstOne, at: known.location)]))
  }

  /// Reports names that are equal although they are spelled in different ways, and keeps the first.
  private mutating func reportSameNames(from first: Int) {
    var seen: [NameID: Target] = [:]
    var further: Set<NameID> = []
    for target in batch.targets[first...].sorted(by: { $0.location < $1.location }) {
      let name = batch.names.form(of: target.name)
      if let known = seen[name] {
        report(target, asNamedLike: known)
        further.insert(target.name)
      } else {
        seen[name] = target
      }
    }
    guard !further.isEmpty else { return }
    let kept = batch.targets[first...].filter { !further.contains($0.name) }
    batch.targets.removeAll(from: first)
    for target in kept { batch.targets.append(target) }
  }

  /// Whether names are in order, each once, as most people write them.
  private func areInOrder(_ targets: [Target]) -> Bool {
    var last: NameID?
    for target in targets {
      if let last, !batch.names.precedes(last, target.name) { return false }
      last = target.name
    }
    return true
  }
}

extension Diagnostic.Message {
  static let nameTooLong: Self = "a name of more than \(Limits.nameLength) bytes"
  fileprivate static let blankName: Self = "a target has a blank name"
  fileprivate static let giveTargetName: Self = "give the target a name"
  fileprivate static let dropSlash: Self = "write the name without the '/'"

  fileprivate static func slashInName(_ name: String) -> Self {
    "no dependency can refer to target '\(name)': 'a/b' is target 'b' of project 'a'"
  }
  fileprivate static func sameName(_ name: String) -> Self {
    "duplicate target name '\(name)'"
  }
}
