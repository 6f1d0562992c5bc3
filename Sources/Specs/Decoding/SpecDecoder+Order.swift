internal import Diagnostics
internal import Projects

// The order of targets.
extension SpecDecoder {
  /// Appends targets to the batch by name.
  ///
  /// XcodeGen crashes on equal names: the first target is kept, and each other one is reported.
  mutating func appendInOrder(_ targets: inout [Target]) {
    let first = batch.targets.count
    defer { if batch.names.hasSpellings { reportSameNames(from: first) } }
    if !areInOrder(targets) {
      // Capturing the names alone would count references to them in each comparison.
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
    checker.report(
      Diagnostic(
        .invalidSpec, .error, .sameName(batch.names.string(target.name)),
        at: target.location, notes: [.init(.firstOne, at: known.location)]))
  }

  /// Reports names that differ only in their Unicode form, and keeps the first.
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

  /// Whether names are sorted and unique, as in most specs.
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
  fileprivate static func sameName(_ name: String) -> Self {
    "duplicate target name '\(name)'"
  }
}
