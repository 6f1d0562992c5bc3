internal import Diagnostics
internal import Projects
internal import SpecReading

extension Project {
  /// Whether a spec is a complete project: it has a name, and the dependencies of its targets
  /// resolve.
  var isComplete: Bool {
    guard gaps.isDisjoint(with: [.name, .isBroken, .inherited]), !targets.isEmpty else {
      return false
    }
    return targets.allSatisfy { $0.dependencies.allSatisfy { resolves($0.reference) } }
  }

  private func resolves(_ reference: Reference) -> Bool {
    switch reference {
    case .file, .prebuilt, .system, .bundle, .productOfAnyPackage, .plugin(_, nil): true
    case .package(let key, _), .plugin(_, let key?): packages.contains { $0.key == key }
    case .target(let name): target(named: name) != nil || aggregate(named: name) != nil
    case .targetOfProject(let key, _): references.contains { $0.key == key }
    case .malformedTarget: false
    }
  }
}

extension SpecBatch {
  /// Divides the included specs into parts and projects.
  mutating func nameParts() {
    guard !notes.inclusions.paths.isEmpty else { return }
    for project in projects where notes.inclusions.paths.contains(project.path) {
      if project.isComplete {
        notes.inclusions.sharedSpecs.insert(project.path)
      } else {
        notes.inclusions.parts.insert(project.path)
      }
    }
  }
}

extension Inclusions {
  /// Records the ignored keys of an included file.
  mutating func note(_ findings: [IgnoredKeyChecker.Finding], of path: String) {
    if ignoredKeys[path] == nil { ignoredKeys[path] = findings }
  }
}
