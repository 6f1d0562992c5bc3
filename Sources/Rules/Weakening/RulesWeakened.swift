public import Architecture
public import Diagnostics
internal import Graph
internal import Text

/// A workspace as some rules and some baseline judge it.
public struct JudgedWorkspace: Sendable {
  public var result: LintResult
  public var baseline: Baseline?
  /// What the places of the findings point into.
  public var sources: SourceMap
  /// Whether there is a rules.yml.
  public var hasRules: Bool
  /// Folders that have a rules.yml of their own, and had none.
  public var newWorkspaces: [String]

  public init(
    _ result: LintResult, baseline: Baseline?, sources: SourceMap, hasRules: Bool = true,
    newWorkspaces: [String] = []
  ) {
    self.hasRules = hasRules
    self.newWorkspaces = newWorkspaces
    self.result = result
    self.baseline = baseline
    self.sources = sources
  }
}

/// What rules.yml and the baseline let pass that those of another revision report.
///
/// A gate shows what breaks the rules, so a change that loosens the rules has to show as well, whether or
/// not it adds a link. Both sets of rules judge the same files, so what differs is due to the rules.
public struct RulesWeakened {
  public static let id: RuleID = .rulesWeakened

  private let older: JudgedWorkspace
  private let newer: JudgedWorkspace
  private var causes: WeakeningCauses
  /// What today's rules report, by fingerprint, recorded or not.
  private var reported: [String: Severity] = [:]
  private let recorded: KnownFilter
  /// The modules that today's rules report links of, for rules that one and the same link may break.
  private var reportedLinks: Set<[String]> = []
  /// The modules that lie on cycles that today's rules report.
  private var reportedCycles: Set<String> = []

  /// - Parameters:
  ///   - older: Today's files as the rules and the baseline of the other revision judge them.
  ///   - newer: The same files as today's rules and baseline judge them.
  public init(from older: JudgedWorkspace, to newer: JudgedWorkspace) {
    self.older = older
    self.newer = newer
    causes = WeakeningCauses(from: older, to: newer)
    recorded = KnownFilter(
      KnownFindings(baseline: newer.baseline), newer.result.graph.configuration)
    for finding in newer.result.findings {
      reported[finding.fingerprint(in: newer.sources)] = finding.severity
      guard !recorded.records(finding, in: newer.sources) else { continue }
      if Self.rulesOnLayers.contains(finding.rule) {
        reportedLinks.insert(finding.subject.identity)
      }
      if finding.rule == .cycle { reportedCycles.formUnion(finding.modulesOfCycle) }
    }
  }

  private static let rulesOnLayers: Set<RuleID> = [.sameLayer, .upward, .layerReach]

  /// What these say is about the rules and the baseline themselves, and changes with them.
  private static let rulesOnRules: Set<RuleID> = [
    .unusedException, .expiredException, .staleBaseline, .invalidBaseline, .invalidRules,
    .unusedPattern, .ambiguousLayer, .rulesWeakened,
  ]

  /// One finding for each entry that lets pass what the other revision's rules report.
  ///
  /// - Returns: The findings in order of place; their places point into `sources`.
  /// - Complexity: O(*n* log *n*) for *n* findings, and the patterns of rules.yml for each hidden one.
  public func findings(addingTo sources: inout SourceMap) -> [Diagnostic] {
    guard let severity else { return [] }
    var hidden: [WeakeningCauses.Cause: [Diagnostic]] = [:]
    for finding in older.result.findings where finding.state == .new {
      guard !Self.rulesOnRules.contains(finding.rule), let cause = cause(of: finding) else {
        continue
      }
      hidden[cause, default: []].append(finding)
    }
    var files: [FileID: FileID] = [:]
    return hidden.map { cause, findings in
      let shown = findings.prefix(Self.mostNotes)
      var notes = shown.map { finding in
        Diagnostic.Note(
          .hides(finding), at: finding.location.map { moved($0, &files, &sources) })
      }
      if findings.count > shown.count { notes.append(.init(.more(findings.count - shown.count))) }
      return Diagnostic(
        Self.id, severity, .weakens(cause, findings.count), at: cause.location, notes: notes)
    }
    .sorted()
  }

  private static let mostNotes = 3

  /// As strict as either says: no change turns off what would tell of it.
  private var severity: Severity? {
    let configurations = [older, newer].map(\.result.graph.configuration)
    let severities = configurations.map { $0.severity(of: Self.id) }
    return severities.contains(.error) ? .error : severities.contains(.warning) ? .warning : nil
  }

  /// Why a finding of the other revision's rules is not reported, or less severe; nil if it is reported
  /// in some form.
  private func cause(of finding: Diagnostic) -> WeakeningCauses.Cause? {
    let fingerprint = finding.fingerprint(in: older.sources)
    if let severity = reported[fingerprint] {
      if recorded.records(finding, in: older.sources) { return causes.recorded(finding) }
      return severity == .warning && finding.severity == .error
        ? causes.lessSevere(finding) : nil
    }
    if Self.rulesOnLayers.contains(finding.rule),
      reportedLinks.contains(finding.subject.identity)
    {
      return nil
    }
    if finding.rule == .cycle, !reportedCycles.isDisjoint(with: finding.modulesOfCycle) {
      return nil
    }
    return causes.notReported(finding)
  }

  /// A place of the other run in the numbers of this one.
  private func moved(
    _ place: SourceRange, _ files: inout [FileID: FileID], _ sources: inout SourceMap
  ) -> SourceRange {
    let path = older.sources[place.file]
    let file =
      files[place.file] ?? sources.paths.firstIndex(of: path).map { FileID(index: $0) }
      ?? sources.add(path)
    files[place.file] = file
    var place = place
    place.file = file
    return place
  }
}

extension Diagnostic {
  /// The modules that a finding of `cycle` names.
  fileprivate var modulesOfCycle: [String] {
    [subject.from, subject.to].compactMap { $0 } + subject.chain.flatMap { [$0.from, $0.to] }
  }
}

extension Diagnostic.Message {
  fileprivate static func weakens(_ cause: WeakeningCauses.Cause, _ count: Int) -> Self {
    let findings = count == 1 ? "1 finding" : "\(count) findings"
    return Self("\(cause.words) \(cause.verb.rawValue) \(findings)")
  }

  fileprivate static func hides(_ finding: Diagnostic) -> Self {
    "\(finding.severity.rawValue): \(finding.message.text) [\(finding.rule.name)]"
  }

  fileprivate static func more(_ count: Int) -> Self { "and \(count) more" }
}
