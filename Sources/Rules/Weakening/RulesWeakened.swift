public import Architecture
public import Diagnostics
internal import Graph
internal import Text

/// Reports changes of rules.yml and the baseline that hide findings of another revision's rules.
///
/// A gate shows violations of the rules, so a change that loosens the rules must show as well,
/// whether or not it adds a link. Both sets of rules judge the same files, so all differences are
/// due to the rules.
public struct RulesWeakened {
  public static let id: RuleID = .rulesWeakened

  private let older: JudgedWorkspace
  private let newer: JudgedWorkspace
  private var changes: SettingChanges
  /// The findings of the current rules by fingerprint, recorded or not.
  private var reported: [String: Severity] = [:]
  private let recorded: KnownFilter

  /// - Parameters:
  ///   - older: The current files with the rules and the baseline of the other revision.
  ///   - newer: The same files with the current rules and baseline.
  /// - Complexity: O(*n* log *n*) for *n* findings and entries, and the changes for each hidden
  ///   finding.
  public init(from older: JudgedWorkspace, to newer: JudgedWorkspace) {
    self.older = older
    self.newer = newer
    changes = SettingChanges(from: older, to: newer)
    recorded = KnownFilter(
      KnownFindings(baseline: newer.baseline), newer.result.graph.configuration)
    for finding in newer.result.findings {
      reported[finding.fingerprint(in: newer.sources)] = finding.severity
    }
    for finding in older.result.findings
    where finding.state == .new && !finding.changesWithRules && isAffected(finding) {
      let isRecorded = recorded.records(finding, in: older.sources)
      changes.add(finding, isRecorded: isRecorded, from: older)
    }
  }

  /// Returns one finding per loosened setting, and one for the baseline, with the findings that it
  /// hides.
  ///
  /// - Returns: The findings in order of location; their locations refer to `sources`.
  public func findings(addingTo sources: inout SourceMap) -> [Diagnostic] {
    var files = FileNumbers(sources)
    defer { sources = files.sources }
    return changes.looser.map { change in
      let findings = change.affected
      let shown = findings.prefix(Self.mostNotes)
      var notes = shown.map { finding in
        var place = finding.location
        if let file = place?.file { place?.file = files.number(of: older.sources[file]) }
        return Diagnostic.Note(.affects(finding), at: place)
      }
      if findings.count > shown.count { notes.append(.init(.more(findings.count - shown.count))) }
      let areHidden = findings.contains { !isLessSevere($0) }
      return Diagnostic(
        Self.id, severity ?? .warning, .weakens(change, areHidden: areHidden),
        at: change.location, notes: notes)
    }
    .sorted()
  }

  /// The settings and entries that are stricter or equally strict, in order of location.
  public var stricter: [Diagnostic] {
    changes.stricter.map {
      Diagnostic(Self.id, .warning, Diagnostic.Message($0.words), at: $0.location)
    }
    .sorted()
  }

  private static let mostNotes = 3

  /// The higher of both severities, so that no change can turn off its own report.
  public var severity: Severity? {
    let configurations = [older, newer].map(\.result.graph.configuration)
    let severities = configurations.map { $0.severity(of: Self.id) }
    return severities.contains(.error) ? .error : severities.contains(.warning) ? .warning : nil
  }

  private func isLessSevere(_ finding: Diagnostic) -> Bool {
    let severity = reported[finding.fingerprint(in: older.sources)]
    return severity == .warning && finding.severity == .error
      && !recorded.records(finding, in: older.sources)
  }

  private func isAffected(_ finding: Diagnostic) -> Bool {
    if reported[finding.fingerprint(in: older.sources)] != nil {
      return recorded.records(finding, in: older.sources) || isLessSevere(finding)
    }
    return !changes.resolve(finding)
  }
}

extension Diagnostic {
  /// Whether the finding is about rules.yml or the baseline, or about patterns that match one
  /// module.
  fileprivate var changesWithRules: Bool {
    rule.isAboutRules || ruleCatalog.traits(of: rule).contains(.comparesPatterns)
  }
}

extension Diagnostic.Message {
  /// A change of a whole file tells which rules it concerns.
  fileprivate static func weakens(
    _ change: SettingChange, areHidden: Bool
  ) -> Self {
    let findings = change.affected
    guard !findings.isEmpty else { return "\(change.words) weakens the rules" }
    let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    let text = "\(change.words) \(areHidden ? "hides" : "weakens") \(count)"
    guard change.isOfFile, findings.count > 1 else { return Self(text) }
    let rules = Dictionary(grouping: findings, by: \.rule.name).mapValues(\.count)
    let counts = rules.sorted { a, b in
      a.value == b.value ? a.key.precedes(b.key) : a.value > b.value
    }
    return Self("\(text): \(counts.map { "\($0.value) \($0.key)" }.joined(separator: ", "))")
  }

  fileprivate static func affects(_ finding: Diagnostic) -> Self {
    "\(finding.severity.rawValue): \(finding.message.text) [\(finding.rule.name)]"
  }

  fileprivate static func more(_ count: Int) -> Self { "and \(count) more" }
}

/// A workspace with the result of a set of rules and a baseline.
public struct JudgedWorkspace: Sendable {
  public var result: LintResult
  public var baseline: Baseline?
  /// The files that the locations of the findings refer to.
  public var sources: SourceMap
  /// The configuration in its rules.yml, without additions of this run.
  public var configuration: Configuration
  public var hasRules: Bool
  /// Folders that have a rules.yml now and had none.
  public var newWorkspaces: [String]
  /// The folders among `newWorkspaces` that already existed.
  public var takenFolders: [String]

  public init(
    _ result: LintResult, baseline: Baseline?, sources: SourceMap,
    configuration: Configuration? = nil, hasRules: Bool = true, newWorkspaces: [String] = [],
    takenFolders: [String] = []
  ) {
    self.configuration = configuration ?? result.graph.configuration
    self.hasRules = hasRules
    self.newWorkspaces = newWorkspaces
    self.takenFolders = takenFolders
    self.result = result
    self.baseline = baseline
    self.sources = sources
  }
}
