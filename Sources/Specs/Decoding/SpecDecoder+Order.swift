internal import Diagnostics
internal import Projects

// The order of targets.
extension SpecDecoder {
  /// Appends targets to the batch in order of name; of several with one name, which XcodeGen crashes on,
  /// the first stays, with a report for each other one.
  mutating func appendInOrder(_ targets: [Target]) {
    let first = batch.targets.count
    defer { if batch.names.hasSpellings { reportSameNames(from: first) } }
    // Capturing the names alone would count references to them for each comparing.
    let order = targets.indices.sorted { a, b in
      targets[a].name == targets[b].name
        ? targets[a].location < targets[b].location
        : batch.names.precedes(targets[a].name, targets[b].name)
    }
    for number in order {
      let target = targets[number]
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
}

extension Diagnostic.Message {
  fileprivate static func sameName(_ name: String) -> Self {
    "duplicate target name '\(name)'"
  }
}
