public import Diagnostics

/// What writing the baseline anew would change.
public struct BaselineChange: Sendable {
  /// Entries that no finding needs, and second ones of the same, in order.
  public var removed: [Baseline.Entry] = []
  /// Entries that findings need, in order.
  public var kept: [Baseline.Entry] = []
  /// What findings would need that is not recorded, in order.
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
      // Several entries of an older version may have become one, which is none less.
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
  /// Whether a finding can be known by an entry of the baseline.
  public func canRecord(_ finding: Diagnostic, in sources: SourceMap) -> Bool {
    allowsBaseline(of: finding.rule) && Baseline.Entry(finding, in: sources) != nil
  }
}
