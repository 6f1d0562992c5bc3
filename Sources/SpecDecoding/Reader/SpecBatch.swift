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
    projects.map(\.path) + notes.inclusions.waiting.map(\.path)
  }

  /// Adds a finding about another kind of project.
  public mutating func report(_ diagnostic: Diagnostic) {
    notes.findings.diagnostics.append(diagnostic)
  }

  /// Appends the contents of `other`.
  ///
  /// - Complexity: O(size of `other`).
  public mutating func append(_ other: consuming SpecBatch) {
    if projects.isEmpty { projects = other.projects } else { projects += other.projects }
    notes.append(other.notes)
  }
}

/// Facts about specs that affect what XcodeGen accepts, but not the graph.
public struct SpecNotes: Sendable {
  var findings = SpecFindings()
  var inclusions = Inclusions()
  /// The sources of specs by path, if the options of the reader ask to keep them.
  public internal(set) var sources: [String: SpecSources] = [:]

  public init() {}

  /// The findings in the order of reading.
  public var diagnostics: [Diagnostic] { findings.diagnostics }
  /// Findings about specs that XcodeGen loads but refuses to generate, in the order of reading.
  public var refusals: [Refusal] { findings.refusals }
  /// The targets without existing sources, in the order of reading.
  public var absentSources: [AbsentSources] { findings.absentSources }
  /// The number of specs none of whose targets has sources.
  public var countWithoutSources: Int { findings.specsWithoutSources.count }
  /// The paths of included files.
  public var includedPaths: Set<String> { inclusions.paths }
  /// Included files that do not exist and that git ignores, by path.
  public var ignoredIncludes: Set<String> { inclusions.gitIgnored }
  /// The paths of files that are only parts of other specs.
  public var parts: Set<String> { inclusions.parts }
  /// The paths of included files that are also complete projects.
  public var sharedSpecs: Set<String> { inclusions.sharedSpecs }

  fileprivate mutating func append(_ other: SpecNotes) {
    findings.diagnostics += other.findings.diagnostics
    findings.refusals += other.findings.refusals
    findings.absentSources += other.findings.absentSources
    findings.specsWithoutSources += other.findings.specsWithoutSources
    sources.merge(other.sources) { _, other in other }
    inclusions.paths.formUnion(other.inclusions.paths)
    inclusions.gitIgnored.formUnion(other.inclusions.gitIgnored)
    inclusions.waiting += other.inclusions.waiting
    inclusions.ignoredKeys.merge(other.inclusions.ignoredKeys) { known, _ in known }
  }
}

/// The files that specs include.
struct Inclusions: Sendable {
  var paths: Set<String> = []
  /// Files that do not exist and that git ignores.
  var gitIgnored: Set<String> = []
  /// The ignored keys in included files, by path; ranges are in the file itself.
  var ignoredKeys: [String: [IgnoredKeyChecker.Finding]] = [:]
  /// Specs whose findings depend on other specs.
  var waiting: [WaitingSpec] = []
  /// The paths of specs that are only parts of others.
  public var parts: Set<String> = []
  /// The paths of included files that are also complete projects.
  var sharedSpecs: Set<String> = []
}
