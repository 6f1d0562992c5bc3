public import Diagnostics

/// The findings that only one of two states has, and the changes of rules.yml and the baseline.
public struct FindingChanges: Sendable {
  public var gained: [Diagnostic]
  var lost: [Diagnostic]
  private(set) var weakening = Weakening()
  /// The source map for locations in `gained` and `weakened`.
  private(set) var sources: SourceMap
  /// The source map for locations in `lost`.
  let olderSources: SourceMap
  /// Findings that are known only because the baseline records them.
  private let recorded: [Diagnostic]

  /// Compares the findings of states, several of whose modules have an identity in `shared`.
  init(
    from older: Difference.State, to newer: Difference.State, sharing shared: Set<String>
  ) {
    sources = newer.sources
    olderSources = older.sources
    gained = newer.findings.filter { $0.state == .new }
    let before = older.fingerprints
    recorded = newer.findings.filter {
      $0.state == .known && !before.contains($0.fingerprint(in: newer.sources))
    }
    let remaining = newer.fingerprints
    lost = older.findings.filter { finding in
      !remaining.contains(finding.fingerprint(in: older.sources))
        || !shared.isDisjoint(with: finding.subject.identity)
          && !remaining.contains(finding.placedFingerprint(in: older.sources))
    }
  }

  /// Adds changes of rules.yml and the baseline, whose locations refer to `sources`.
  public mutating func weaken(by weakening: Weakening, sources: SourceMap) {
    (self.weakening, self.sources) = (weakening, sources)
    lost.removeAll { weakening.fingerprints.contains($0.fingerprint(in: olderSources)) }
    let new = recorded.filter { !weakening.recorded.contains($0.fingerprint(in: sources)) }
    guard !new.isEmpty else { return }
    gained = (gained + new).sorted { a, b in
      guard a.rank == b.rank else { return a.rank < b.rank }
      guard let x = a.location, let y = b.location, x.file != y.file else { return a < b }
      return sources[x.file].precedes(sources[y.file])
    }
  }
}

/// The effect of changes to rules.yml and the baseline: findings that the rules of another revision
/// report in the current files and the current rules do not.
public struct Weakening: Sendable {
  /// Findings of `rules-weakened`: settings and entries that became looser.
  public var findings: [Diagnostic] = []
  /// The settings and entries that became stricter or changed without becoming looser.
  public var stricter: [Diagnostic] = []
  /// Whether `rules-weakened` is off in both revisions, so that its findings are only listed.
  public var isOff = false
  /// The fingerprints of the findings of the older rules in the current files, which are not lost.
  public var fingerprints: Set<String> = []
  /// The fingerprints that the older baseline records; what only the newer one records is gained.
  public var recorded: Set<String> = []

  public init() {}
}
