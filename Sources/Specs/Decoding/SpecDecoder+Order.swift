internal import Diagnostics
internal import Projects

// The order of targets.
extension SpecDecoder {
  /// Returns targets by name.
  ///
  /// XcodeGen crashes on equal names: the first target is kept, and each other one is reported.
  /// Names are equal in any Unicode form.
  mutating func inOrder(_ targets: [Target]) -> [Target] {
    if areInOrder(targets) { return targets }
    var seen: [String: Target] = [:]
    let kept = targets.filter { target in
      guard let known = seen[target.name] else {
        seen[target.name] = target
        return true
      }
      report(target, asNamedLike: known)
      return false
    }
    return kept.sorted { $0.name.precedes($1.name) }
  }

  private mutating func report(_ target: Target, asNamedLike known: Target) {
    checker.report(
      Diagnostic(
        .invalidSpec, .error, .sameName(target.name),
        at: target.location, notes: [.init(.firstOne, at: known.location)]))
  }

  /// Whether names are sorted and unique, as in most specs; not for names that may have another
  /// Unicode form.
  private func areInOrder(_ targets: [Target]) -> Bool {
    zip(targets, targets.dropFirst()).allSatisfy { $0.name.precedes($1.name) }
      && (targets.count < 2 || targets.allSatisfy { $0.name.utf8.allSatisfy { $0 < 0x80 } })
  }
}

extension Diagnostic.Message {
  fileprivate static func sameName(_ name: String) -> Self {
    "duplicate target name '\(name)'"
  }
}
