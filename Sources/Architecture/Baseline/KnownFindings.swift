public import Diagnostics
public import Graph

/// The findings that do not fail a run: those recorded in the baseline or present in an older
/// revision.
public struct KnownFindings: Sendable {
  /// The contents of modlint-baseline.yml; `nil` without one.
  public var baseline: Baseline?
  /// Whether stale entries of the baseline are reported.
  public var judgesBaseline: Bool
  /// The fingerprints of the findings of an older revision, with and without their locations.
  public var older: Set<String>

  public init(
    baseline: Baseline? = nil, judgesBaseline: Bool = true, older: Set<String> = []
  ) {
    self.baseline = baseline
    self.judgesBaseline = judgesBaseline
    self.older = older
  }
}

public struct KnownFilter: Sendable {
  /// The fingerprints of the baseline entries whose rules allow a baseline.
  private let recorded: Set<String>
  private let older: Set<String>

  public init(_ known: KnownFindings = KnownFindings(), _ configuration: Configuration = .init()) {
    let groups = known.baseline?.groups ?? []
    recorded = Set(
      groups.filter { configuration.allowsBaseline(of: $0.rule) }
        .flatMap { $0.entries.map(\.entry) }
        .flatMap { known.baseline?.readings(of: $0) ?? [] }.map(\.fingerprint))
    older = known.older
  }

  public var isEmpty: Bool { recorded.isEmpty && older.isEmpty }

  /// Whether a finding of `rule` about the modules with these names is known.
  public func contains(_ rule: RuleID, about names: [String]) -> Bool {
    guard !isEmpty else { return false }
    let fingerprint = Diagnostic.fingerprint(of: rule, about: names)
    return recorded.contains(fingerprint) || older.contains(fingerprint)
  }

  public func records(_ finding: Diagnostic, in sources: SourceMap) -> Bool {
    Baseline.Entry(finding, in: sources) != nil
      && recorded.contains(finding.fingerprint(in: sources))
  }

  /// Marks the known ones among `findings`.
  ///
  /// If two modules have the same name, a finding of the older revision about one does not match
  /// the other.
  public func mark(_ findings: inout [Diagnostic], of graph: ModuleGraph, in sources: SourceMap) {
    guard !isEmpty else { return }
    let shared = older.isEmpty ? [] : graph.sharedIdentities
    for index in findings.indices {
      let fingerprint = findings[index].fingerprint(in: sources)
      let isRecorded =
        recorded.contains(fingerprint) && Baseline.Entry(findings[index], in: sources) != nil
      let isOlder =
        older.contains(fingerprint)
        && (shared.isDisjoint(with: findings[index].subject.identity)
          || older.contains(findings[index].placedFingerprint(in: sources)))
      guard isRecorded || isOlder else { continue }
      findings[index].state = .known
      findings[index].isFromRevision = !isRecorded
    }
  }
}
