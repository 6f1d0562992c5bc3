public import Diagnostics

/// The findings about specs, each reported once even if several specs share it.
public struct FindingLog: Sendable {
  /// The number of specs without any source whose targets are noted.
  public var specsWithoutSources = 0
  public var findings = SpecFindings()
  /// Ignored keys and values in the files of the current spec, reported by `reportIgnored`.
  public var ignored: [IgnoredKeyChecker.Finding] = []
  /// Whether a finding about the current spec depends on other specs.
  public var dependsOnOthers = false
  private var reported: Set<DiagnosticKey> = []

  public init() {}

  private struct DiagnosticKey: Hashable {
    var location: SourceRange?
    /// The message; `nil` if there can be only one diagnostic at the location.
    var message: Diagnostic.Message?
    /// The place in a file outside the root; all findings in such a file have one location.
    var outside: Diagnostic.Message?

    init(of diagnostic: Diagnostic) {
      (location, message) = (diagnostic.location, diagnostic.message)
      outside = diagnostic.notes.first { $0.location == nil }?.message
    }

    init(onlyAt location: SourceRange?) { self.location = location }
  }

  /// Starts the next of several independent specs.
  public mutating func beginSpec() {
    dependsOnOthers = false
    findings = SpecFindings()
    ignored.removeAll(keepingCapacity: true)
    if !reported.isEmpty { reported.removeAll() }
  }

  /// Adds the findings about another spec, unless they were reported before.
  public mutating func append(_ other: FindingLog) {
    var others = other.findings
    for diagnostic in others.diagnostics {
      let isShared = other.reported.contains(DiagnosticKey(of: diagnostic))
      if isShared { report(diagnostic) } else { addOnly(diagnostic) }
    }
    others.diagnostics = []
    findings.append(others)
    ignored += other.ignored
  }

  public mutating func add(_ diagnostic: Diagnostic) {
    dependsOnOthers = true
    report(diagnostic)
  }

  /// Adds an error unless its location has one, so that specs with a shared value report it once.
  public mutating func addOnly(_ diagnostic: Diagnostic) {
    dependsOnOthers = true
    let key = DiagnosticKey(onlyAt: diagnostic.location)
    if reported.insert(key).inserted { findings.diagnostics.append(diagnostic) }
  }

  /// Reports ignored keys and values, except those that an error explains.
  public mutating func reportIgnored() {
    for finding in ignored {
      let isExplained = finding.causes.contains {
        reported.contains(DiagnosticKey(onlyAt: $0))
      }
      if !isExplained { report(finding.diagnostic) }
    }
    ignored.removeAll(keepingCapacity: true)
  }

  private mutating func report(_ diagnostic: Diagnostic) {
    let key = DiagnosticKey(of: diagnostic)
    if reported.insert(key).inserted { findings.diagnostics.append(diagnostic) }
  }
}

/// A finding about a spec that XcodeGen loads, but refuses to generate; all targets are known.
public struct Refusal: Sendable {
  /// The path of the spec.
  public var spec: String
  public var diagnostic: Diagnostic

  public init(spec: String, diagnostic: Diagnostic) {
    self.spec = spec
    self.diagnostic = diagnostic
  }
}

/// A target without existing sources, which XcodeGen rejects unless a command creates them.
public struct AbsentSources: Sendable {
  /// The finding to report if nothing explains the absence.
  public var refusal: Refusal
  /// The missing paths, relative to the root of the file tree.
  public var paths: [String]
  /// Whether no target of the spec has sources.
  public var isWholeSpec: Bool

  public init(refusal: Refusal, paths: [String], isWholeSpec: Bool) {
    self.refusal = refusal
    self.paths = paths
    self.isWholeSpec = isWholeSpec
  }
}

/// The findings about specs.
public struct SpecFindings: Sendable {
  public var diagnostics: [Diagnostic] = []
  /// Findings about specs that XcodeGen loads but refuses to generate, in the order of reading.
  public var refusals: [Refusal] = []
  /// The targets without existing sources, in the order of reading.
  public var absentSources: [AbsentSources] = []

  public init() {}

  public mutating func append(_ other: SpecFindings) {
    diagnostics += other.diagnostics
    refusals += other.refusals
    absentSources += other.absentSources
  }
}
