internal import Diagnostics
public import Projects

/// Specs that were read: their projects, and the facts that matter only to XcodeGen.
public struct SpecBatch: Sendable {
  public var batch = ProjectBatch()
  public internal(set) var notes = SpecNotes()

  public init() {}

  /// The paths of all specs that were read.
  public var paths: [String] {
    batch.projects.map(\.path) + notes.inclusions.waiting.map(\.path)
  }

  /// Appends the contents of `other`.
  ///
  /// - Complexity: O(size of `other`).
  public mutating func append(_ other: consuming SpecBatch) {
    let added = other.notes
    if let shift = batch.append(other.batch) { notes.append(added, shift) } else { notes = added }
  }
}

/// Facts about specs that affect what XcodeGen accepts, but not the graph.
public struct SpecNotes: Sendable {
  var findings = SpecFindings()
  var inclusions = Inclusions()

  public init() {}

  /// Findings about specs that XcodeGen loads but refuses to generate, in the order of reading.
  public var refusals: [Refusal] { findings.refusals }
  /// The targets without existing sources, in the order of reading.
  public var absentSources: [AbsentSources] { findings.absentSources }
  /// The paths of included files.
  public var includedPaths: Set<String> { inclusions.paths }
  /// Included files that do not exist and that git ignores, by path.
  public var ignoredIncludes: Set<String> { inclusions.gitIgnored }
  /// The paths of files that are only parts of other specs.
  public var parts: Set<String> { inclusions.parts }
  /// The paths of included files that are also complete projects.
  public var sharedSpecs: Set<String> { inclusions.sharedSpecs }
  /// The paths of the specs that were read twice, whose files have several numbers.
  public var rereadSpecs: Set<String> { inclusions.rereadSpecs }

  fileprivate mutating func append(_ other: SpecNotes, _ shift: Renumbering) {
    for var refusal in other.findings.refusals {
      refusal.renumber(shift)
      findings.refusals.append(refusal)
    }
    for var absent in other.findings.absentSources {
      absent.refusal.renumber(shift)
      findings.absentSources.append(absent)
    }
    inclusions.paths.formUnion(other.inclusions.paths)
    inclusions.gitIgnored.formUnion(other.inclusions.gitIgnored)
    inclusions.waiting += other.inclusions.waiting
    inclusions.ignoredKeys.merge(other.inclusions.ignoredKeys) { known, _ in known }
  }
}

/// The findings about specs.
struct SpecFindings: Sendable {
  /// The diagnostics, which move to the batch of projects when the reader ends a batch.
  var diagnostics: [Diagnostic] = []
  /// Findings about specs that XcodeGen loads but refuses to generate, in the order of reading.
  var refusals: [Refusal] = []
  /// The targets without existing sources, in the order of reading.
  var absentSources: [AbsentSources] = []
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
  var parts: Set<String> = []
  /// The paths of included files that are also complete projects.
  var sharedSpecs: Set<String> = []
  /// The paths of the specs that were read twice, whose files have several numbers.
  var rereadSpecs: Set<String> = []
}

extension Refusal {
  fileprivate mutating func renumber(_ shift: Renumbering) {
    spec += shift.projects
    diagnostic = diagnostic.movingPlaces(shift.moved)
  }
}
