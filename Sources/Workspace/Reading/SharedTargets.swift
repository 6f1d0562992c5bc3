internal import Diagnostics
internal import Projects
internal import Specs

/// Targets of projects that other specs include.
///
/// Both projects build such a target, but only one declares it, so it is one module of that
/// project.
struct SharedTargets {
  /// The targets by name and location.
  private var targets: [Key: Int] = [:]

  private struct Key: Hashable {
    var name: NameID
    var location: SourceRange
  }

  init(_ table: SpecTable) {
    guard !table.notes.sharedSpecs.isEmpty else { return }
    for number in table.specs.indices {
      let spec = table.spec(number)
      guard table.notes.sharedSpecs.contains(spec.path) else { continue }
      // The name may be in another file.
      var place = spec.nameRange
      place.file = spec.file
      let file = table.range(place).file
      for target in spec.targets {
        let key = Self.key(of: target, in: table)
        if key.location.file == file { targets[key] = target }
      }
    }
  }

  /// Returns the number of the same target in its own project.
  func duplicate(of target: Int, in table: SpecTable) -> Int? {
    guard !targets.isEmpty, let first = targets[Self.key(of: target, in: table)] else {
      return nil
    }
    return first == target ? nil : first
  }

  private static func key(of target: Int, in table: SpecTable) -> Key {
    let target = table.batch.targets[target]
    return Key(name: target.name, location: table.range(target.location))
  }
}
