internal import Diagnostics
internal import Projects
internal import SpecChecks
internal import SpecReading

// The order of targets.
extension SpecDecoder {
  /// Returns targets by name.
  ///
  /// XcodeGen crashes on equal names: the first target is kept, and each other one is reported.
  /// Names are equal in any Unicode form.
  mutating func inOrder(_ targets: [Target]) -> [Target] {
    let order = targets.indices.sorted { a, b in
      let (first, second) = (targets[a].name, targets[b].name)
      return first.precedes(second) || first == second && a < b
    }
    let mayRepeat =
      zip(order, order.dropFirst()).contains { targets[$0].name == targets[$1].name }
      || targets.indices.contains { !targets[$0].name.utf8.allSatisfy { $0 < 0x80 } }
    if !mayRepeat {
      return order.elementsEqual(targets.indices) ? targets : order.map { targets[$0] }
    }
    var seen: [String: Int] = [:]
    for number in targets.indices {
      guard let known = seen[targets[number].name] else {
        seen[targets[number].name] = number
        continue
      }
      report(targets[number], asNamedLike: targets[known])
    }
    return order.filter { seen[targets[$0].name] == $0 }.map { targets[$0] }
  }

  private mutating func report(_ target: Target, asNamedLike known: Target) {
    checker.report(
      Diagnostic(
        .invalidSpec, .error, .sameName(target.name),
        at: target.location, notes: [.init(.firstOne, at: known.location)]))
  }
}

extension Diagnostic.Message {
  fileprivate static func sameName(_ name: String) -> Self {
    "duplicate target name '\(name)'"
  }
}
