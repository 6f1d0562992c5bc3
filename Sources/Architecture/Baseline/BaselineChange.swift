public import Diagnostics

public struct BaselineChange: Sendable {
  /// Entries without a finding, and repeated entries, in order.
  public var removed: [Baseline.Entry] = []
  /// Entries with a finding, in order.
  public var kept: [Baseline.Entry] = []
  /// Findings without an entry, in order.
  public var added: [Baseline.Entry] = []

  /// Compares `baseline` with all findings of the workspace.
  ///
  /// Entries whose finding `mayBeHidden` are kept.
  ///
  /// - Complexity: O(*n* log *n*).
  public init(
    from baseline: Baseline?, to findings: [Diagnostic], in sources: SourceMap,
    _ configuration: Configuration, mayBeHidden: (Baseline.Entry) -> Bool = { _ in false }
  ) {
    let needed = Set(
      findings.filter { configuration.allowsBaseline(of: $0.rule) }
        .compactMap { Baseline.Entry($0, in: sources) })
    var recorded: Set<Baseline.Entry> = []
    for entry in baseline?.entries ?? [] {
      // Several entries of an older version may have been merged into one, so none was lost.
      let isOlder = baseline?.isOutdated == true && entry.rule == Baseline.staticDuplicates
      if let current = baseline?.readings(of: entry).first(where: { needed.contains($0) }),
        recorded.insert(current).inserted || isOlder
      {
        continue
      }
      if mayBeHidden(entry), recorded.insert(entry).inserted { continue }
      removed.append(entry)
    }
    removed = removed.inOrder
    kept = recorded.inOrder
    added = needed.subtracting(recorded).inOrder
  }
}

extension Configuration {
  public func canRecord(_ finding: Diagnostic, in sources: SourceMap) -> Bool {
    allowsBaseline(of: finding.rule) && Baseline.Entry(finding, in: sources) != nil
  }
}
