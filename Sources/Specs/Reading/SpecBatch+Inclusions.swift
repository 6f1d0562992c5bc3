internal import Diagnostics
internal import Projects

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

extension ProjectBatch {
  /// The counts of records.
  struct End {
    var projects, targets, dependencies, packages, projectReferences, notes, settings: Int
  }

  var end: End {
    End(
      projects: projects.count, targets: targets.count, dependencies: dependencies.count,
      packages: packages.count, projectReferences: projectReferences.count,
      notes: outsideNotes.count, settings: writtenSettings.count)
  }

  /// Removes the records after `end`.
  mutating func remove(from end: End) {
    projects.removeAll(from: end.projects)
    targets.removeAll(from: end.targets)
    dependencies.removeAll(from: end.dependencies)
    packages.removeSubrange(end.packages...)
    projectReferences.removeSubrange(end.projectReferences...)
    outsideNotes.removeSubrange(end.notes...)
    writtenSettings.removeSubrange(end.settings...)
  }

  /// Whether a spec is a complete project: it has a name, and the dependencies of its targets
  /// resolve.
  func isProject(_ number: Int) -> Bool {
    let spec = projects[number]
    guard spec.isNamed, !spec.isBroken, !spec.lacksTemplates, !spec.targets.isEmpty else {
      return false
    }
    return spec.targets.allSatisfy { target in
      targets[target].dependencies.allSatisfy { resolves(dependencies[$0], in: spec) }
    }
  }

  private func resolves(_ dependency: Dependency, in spec: Project) -> Bool {
    switch dependency.kind {
    case .framework, .carthage, .sdk, .bundle: return true
    case .package, .plugin:
      return packages[spec.packages].contains { $0.key == dependency.reference }
    case .target:
      if target(named: dependency.reference, among: spec.targets) != nil
        || aggregate(named: dependency.reference, among: spec.targets) != nil
      {
        return true
      }
      let parts = names.bytes(of: dependency.reference).split(separator: UInt8(ascii: "/"))
      return parts.count == 2
        && projectReferences[spec.projectReferences].contains {
          names.bytes(of: $0.key).elementsEqual(parts[0])
        }
    }
  }
}

extension SpecBatch {
  /// Divides the included specs into parts and projects.
  mutating func nameParts() {
    guard !notes.inclusions.paths.isEmpty else { return }
    for number in batch.projects.indices
    where notes.inclusions.paths.contains(batch.projects[number].path) {
      let path = batch.projects[number].path
      if batch.isProject(number) {
        notes.inclusions.sharedSpecs.insert(path)
      } else {
        notes.inclusions.parts.insert(path)
      }
    }
  }
}

extension SpecFindings {
  /// The counts of findings.
  struct End {
    var diagnostics, absentSources: Int
  }

  var end: End {
    End(diagnostics: diagnostics.count, absentSources: absentSources.count)
  }

  /// Removes the findings after `end`.
  mutating func remove(from end: End) {
    diagnostics.removeSubrange(end.diagnostics...)
    absentSources.removeSubrange(end.absentSources...)
  }
}

extension Inclusions {
  /// Records the ignored keys of an included file.
  mutating func note(_ findings: [IgnoredKeyChecker.Finding], of path: String) {
    if ignoredKeys[path] == nil { ignoredKeys[path] = findings }
  }
}
