internal import Diagnostics
internal import Projects
internal import SpecDecoding
internal import WorkspaceReading

/// Targets of projects that other specs include.
///
/// Both projects build such a target, but only one declares it, so it is one module of that
/// project.
struct SharedTargets {
  /// The targets by name and location.
  private var targets: [Key: TargetPlace] = [:]

  private struct Key: Hashable {
    var name: String
    var location: SourceRange
  }

  var isEmpty: Bool { targets.isEmpty }

  init(_ table: SpecTable) {
    guard !table.notes.sharedSpecs.isEmpty else { return }
    for (number, project) in table.projects.enumerated()
    where table.notes.sharedSpecs.contains(project.path) {
      for (index, target) in project.targets.enumerated()
      where target.location.file == project.file {
        targets[Self.key(of: target)] = TargetPlace(spec: number, target: index)
      }
    }
  }

  /// Returns the same target in its own project, if that is not `place`.
  func original(of target: Target, at place: TargetPlace) -> TargetPlace? {
    guard let own = targets[Self.key(of: target)], own != place else {
      return nil
    }
    return own
  }

  private static func key(of target: Target) -> Key {
    Key(name: target.name, location: target.location)
  }
}
