internal import Diagnostics
internal import YAML

// The names of targets: each once, and such that a dependency can refer to it.
extension SpecReader {
  /// Reports a name that no dependency can refer to, since `/` divides project and target.
  ///
  /// - Returns: Whether the name is short enough for one.
  mutating func checkName(_ name: NodeID, of target: NodeID, key: NodeID) -> Bool {
    let bytes = tree.bytes(name)
    guard bytes.count <= Limits.nameLength else {
      report(.nameTooLong, at: name)
      return false
    }
    // XcodeGen loads it.
    let wasRefused = decoding.isRefused
    defer { decoding.isRefused = wasRefused }
    if bytes.contains(UInt8(ascii: "/")) {
      let isKey = name == key
      report(
        .slashInName(isKey ? shownName(of: target, key: key) : tree.string(name)), at: name,
        help: [.dropSlash])
    } else if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      report(.blankName, at: name, help: [.giveTargetName])
    }
    return true
  }

  /// The key as it is written, without the platform of a variant.
  func shownName(of target: NodeID, key: NodeID) -> String {
    let isVariant = tree.bool(of: target, for: .isMultiPlatformTarget) ?? false
    let written = isVariant ? tree.text(of: target, for: .productName) : nil
    return written ?? tree.string(key)
  }

  /// Puts the targets from the number `first` on in order of name; of several with one name, which
  /// XcodeGen crashes on, the first stays, with a report for each other one.
  mutating func sortTargets(from first: Int) {
    defer { if batch.names.hasSpellings { reportSameNames(from: first) } }
    guard !areSorted(from: first) else { return }
    let targets = Array(batch.targets[first...])
    let order = targets.indices.sorted { [names = batch.names] in
      let (a, b) = (targets[$0].name, targets[$1].name)
      return a == b
        ? targets[$0].location < targets[$1].location : names.precedes(a, b)
    }
    batch.targets.removeAll(from: first)
    for target in order.lazy.map({ targets[$0] }) {
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
  private func areSorted(from first: Int) -> Bool {
    var index = first + 1
    while index < batch.targets.count {
      let (before, name) = (batch.targets[index - 1].name, batch.targets[index].name)
      guard batch.names.precedes(before, name) else { return false }
      index += 1
    }
    return true
  }
}

extension Diagnostic.Message {
  static let nameTooLong: Self = "a name of more than \(Limits.nameLength) bytes"
  fileprivate static let blankName: Self =
    "a target has a blank name, which no dependency can refer to"
  fileprivate static let giveTargetName: Self = "give the target a name"
  fileprivate static let dropSlash: Self = "write the name without the '/'"

  fileprivate static func slashInName(_ name: String) -> Self {
    "no dependency can refer to target '\(name)': 'a/b' is target 'b' of project 'a'"
  }
  fileprivate static func sameName(_ name: String) -> Self {
    "duplicate target name '\(name)'"
  }
}
