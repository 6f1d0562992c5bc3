internal import Diagnostics
internal import Projects
internal import SpecReading

/// A spec whose findings may depend on the specs that include it; `settle` reads it again.
struct WaitingSpec: Sendable {
  var path: String
  var text: [UInt8]
  /// The folder that its includes and paths are relative to, if it is not that of the file.
  var base: String?
  /// The files that it includes.
  var included: [String]
  /// Whether it is a complete project, even if others include it.
  var isProject: Bool

  /// Returns the specs that are not only parts of others, by path; adds the files that they include
  /// to `included`.
  static func projects(
    among waiting: [WaitingSpec], _ included: inout Set<String>
  ) -> [WaitingSpec] {
    guard !waiting.isEmpty else { return [] }
    let sorted = waiting.sorted { $0.path.precedes($1.path) }
    var mayBeIncluded = included
    for spec in sorted {
      for path in spec.included where path != spec.path { mayBeIncluded.insert(path) }
    }
    var isProject = sorted.map { $0.isProject || !mayBeIncluded.contains($0.path) }
    for (spec, isProject) in zip(sorted, isProject) where isProject {
      included.formUnion(spec.included)
    }
    // The remaining specs include each other in a cycle, which the first one reports.
    for index in sorted.indices where !isProject[index] {
      guard !included.contains(sorted[index].path) else { continue }
      isProject[index] = true
      for path in sorted[index].included where path != sorted[index].path {
        included.insert(path)
      }
    }
    return zip(sorted, isProject).filter { $0.1 }.map(\.0)
  }
}

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
