public import Diagnostics
public import Projects
public import SpecReading

/// Specs that were read: their projects, and the facts that matter only to XcodeGen.
public struct SpecBatch: Sendable {
  public var projects: [Project] = []
  public internal(set) var notes = SpecNotes()

  public init() {}

  /// The paths of all specs that were read.
  public var paths: [String] {
    projects.map(\.path) + notes.waiting.map(\.path)
  }

  /// Adds a finding about a file as a whole, or about another kind of project.
  public mutating func report(_ diagnostic: Diagnostic) {
    notes.findings.diagnostics.append(diagnostic)
  }

  /// Appends the contents of `other`.
  ///
  /// - Complexity: O(size of `other`).
  public mutating func append(_ other: consuming SpecBatch) {
    if projects.isEmpty { projects = other.projects } else { projects += other.projects }
    notes.findings.append(other.notes.findings)
    notes.sources.merge(other.notes.sources) { _, other in other }
    notes.includedPaths.formUnion(other.notes.includedPaths)
    notes.ignoredIncludes.formUnion(other.notes.ignoredIncludes)
    notes.waiting += other.notes.waiting
    notes.ignoredKeys.merge(other.notes.ignoredKeys) { known, _ in known }
  }
}

/// Facts about specs that affect what XcodeGen accepts, but not the graph.
public struct SpecNotes: Sendable {
  public internal(set) var findings = SpecFindings()
  /// The sources of specs by path, if the options of the reader ask to keep them.
  public internal(set) var sources: [String: SpecSources] = [:]
  /// The paths of included files.
  public internal(set) var includedPaths: Set<String> = []
  /// Included files that do not exist and that git ignores, by path.
  public internal(set) var ignoredIncludes: Set<String> = []
  /// The paths of files that are only parts of other specs.
  public internal(set) var parts: Set<String> = []
  /// The paths of included files that are also complete projects.
  public internal(set) var sharedSpecs: Set<String> = []
  /// The ignored keys in included files, by path.
  var ignoredKeys: [String: [IgnoredKeyChecker.Finding]] = [:]
  /// Specs with findings that depend on other specs.
  var waiting: [WaitingSpec] = []

  public init() {}

  /// The findings in the order of reading.
  public var diagnostics: [Diagnostic] { findings.diagnostics }
}

extension SpecBatch {
  /// Determines which specs of all readers are parts of others, and adds the waiting specs.
  ///
  /// The included files are known only after all specs are read. An error that several specs share
  /// is reported once, in order of path, whichever spec was read first.
  ///
  /// - Complexity: O(size of the waiting specs) + O(*n* log *n*) for *n* included specs.
  public mutating func settle() {
    if notes.waiting.isEmpty, notes.includedPaths.isEmpty { return }
    let waiting = WaitingSpec.projects(among: notes.waiting, &notes.includedPaths)
    if waiting.count < notes.waiting.count {
      notes.parts.formUnion(notes.waiting.map(\.path))
      notes.parts.subtract(waiting.map(\.path))
    }
    notes.waiting = []
    var log = FindingLog()
    for spec in waiting {
      log.append(spec.log)
      if let project = spec.project { projects.append(project) }
    }
    let included = notes.ignoredKeys.filter { notes.includedPaths.contains($0.key) }
    for (_, keys) in included.sorted(by: { $0.key.precedes($1.key) }) { log.ignored += keys }
    notes.ignoredKeys = [:]
    log.reportIgnored()
    notes.findings.append(log.findings)
    nameParts()
  }

  /// Divides the included specs into parts and projects.
  private mutating func nameParts() {
    guard !notes.includedPaths.isEmpty else { return }
    for project in projects where notes.includedPaths.contains(project.path) {
      if project.isComplete {
        notes.sharedSpecs.insert(project.path)
      } else {
        notes.parts.insert(project.path)
      }
    }
  }
}

/// A spec with findings, which are those of a part if another spec includes it, and are reported
/// once if several specs share them.
struct WaitingSpec: Sendable {
  var path: String
  /// The project; `nil` if the spec cannot be read.
  var project: Project?
  var included: [String]
  var log: FindingLog

  /// Returns the specs that are not only parts of others, by path; adds the files that they include
  /// to `included`.
  static func projects(
    among waiting: [WaitingSpec], _ included: inout Set<String>
  ) -> [WaitingSpec] {
    let sorted = waiting.sorted { $0.path.precedes($1.path) }
    var mayBeIncluded = included
    for spec in sorted {
      for path in spec.included where path != spec.path { mayBeIncluded.insert(path) }
    }
    var isProject = sorted.map {
      $0.project?.isComplete ?? false || !mayBeIncluded.contains($0.path)
    }
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
