import Diagnostics
internal import Text

/// The new findings of a rule.
///
/// Tallies are sorted by rank, and of one rank the worst rule is first.
struct Tally {
  struct Row {
    var rule: RuleID
    var errors: Int
    var warnings: Int
    /// The numbers of the findings, in report order.
    var findings: [Int]
    /// The modules with the most findings, or the files of findings without a module, with counts;
    /// ties are sorted by name.
    var culprits: [(name: String, count: Int)]
  }

  private(set) var rows: [Row] = []

  static var manyFindings: Int { 20 }

  init(_ report: Report) {
    let new = report.findingsByRule.map { rule, findings in
      (rule, findings.filter { report.findings[$0].state == .new })
    }
    rows = new.filter { !$0.1.isEmpty }.map { rule, findings in
      var counts: [String: Int] = [:]
      var errors = 0
      for number in findings {
        if report.findings[number].severity == .error { errors += 1 }
        let name =
          report.findings[number].subject.from
          ?? report.findings[number].location.map { report.sources[$0.file] }
        if let name { counts[name, default: 0] += 1 }
      }
      return Row(
        rule: rule, errors: errors, warnings: findings.count - errors, findings: findings,
        culprits: counts.sorted {
          $0.value == $1.value ? $0.key.precedes($1.key) : $0.value > $1.value
        }
        .map { ($0.key, $0.value) })
    }
    .sorted { a, b in
      let ranks = (report.findings[a.findings[0]].rank, report.findings[b.findings[0]].rank)
      if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
      if a.errors != b.errors { return a.errors > b.errors }
      return a.warnings == b.warnings ? a.rule < b.rule : a.warnings > b.warnings
    }
  }
}

extension Tally.Row {
  /// The counts by severity, such as `2 errors, 1 warning`.
  var verdict: String {
    let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return parts.map { counted($0.0, $0.1) }.joined(separator: ", ")
  }

  /// The worst culprits, such as `Radio 7, Network 4, 3 others`.
  var worst: String {
    let names = culprits.prefix(3).map { "\($0.name.escapedForTerminal) \($0.count)" }
    let rest = culprits.count - names.count
    let others = rest > 0 ? [counted(rest, "other")] : []
    return (names + others).joined(separator: ", ")
  }
}
