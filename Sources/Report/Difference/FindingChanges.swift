internal import Diagnostics

/// The findings that only one of two states has, and the changes of rules.yml and the baseline.
struct FindingChanges: Sendable {
  /// Findings that only the newer state has.
  var gained: [Diagnostic]
  /// Findings that only the older state had.
  var lost: [Diagnostic]
  /// Findings of `rules-weakened`: settings and entries that became looser.
  private(set) var weakened: [Diagnostic] = []
  /// Whether `rules-weakened` is off, so that `weakened` is only listed.
  private(set) var isWeakeningOff = false
  /// Settings and entries that became stricter or changed without becoming looser.
  private(set) var stricter: [Diagnostic] = []
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

  /// Adds changes of rules.yml and the baseline; see `Difference.weaken`.
  mutating func weaken(
    by findings: [Diagnostic], isOff: Bool, stricter: [Diagnostic], judged: Set<String>,
    recorded olderRecord: Set<String>, sources: SourceMap
  ) {
    weakened = findings
    isWeakeningOff = isOff
    self.stricter = stricter
    self.sources = sources
    lost.removeAll { judged.contains($0.fingerprint(in: olderSources)) }
    let new = recorded.filter { !olderRecord.contains($0.fingerprint(in: sources)) }
    guard !new.isEmpty else { return }
    gained = (gained + new).sorted { a, b in
      guard a.rank == b.rank else { return a.rank < b.rank }
      guard let x = a.location, let y = b.location, x.file != y.file else { return a < b }
      return sources[x.file].precedes(sources[y.file])
    }
  }
}
