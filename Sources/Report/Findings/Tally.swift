import Diagnostics
internal import Text

/// New findings by rule, the worst rule first.
struct Tally {
  struct Row {
    var rule: RuleID
    var errors: Int
    var warnings: Int
    /// Modules, or files where a finding names none, with how many of the findings are theirs; the
    /// worst first, ties by name.
    var culprits: [(name: String, count: Int)]
  }

  private(set) var rows: [Row] = []

  /// A report of more new findings than this is too long to be taken in at once.
  static var manyFindings: Int { 20 }

  init(_ report: Report) {
    let byRule = Dictionary(grouping: report.newFindings, by: \.rule)
    rows = byRule.map { rule, findings in
      let names = findings.compactMap { finding in
        finding.subject.from ?? finding.location.map { report.sources[$0.file] }
      }
      let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
      let errors = findings.count { $0.severity == .error }
      return Row(
        rule: rule, errors: errors, warnings: findings.count - errors,
        culprits: counts.sorted {
          $0.value == $1.value ? $0.key.precedes($1.key) : $0.value > $1.value
        }
        .map { ($0.key, $0.value) })
    }
    .sorted { a, b in
      if a.errors != b.errors { return a.errors > b.errors }
      return a.warnings == b.warnings ? a.rule < b.rule : a.warnings > b.warnings
    }
  }
}

extension Tally.Row {
  /// `2 errors, 1 warning`.
  var verdict: String {
    let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return parts.map { counted($0.0, $0.1) }.joined(separator: ", ")
  }

  /// `Radio 7, Network 4, 3 others`: at most three names, fewer where they take more than `cells`.
  func worst(cells: Int? = nil) -> String {
    for shown in stride(from: min(3, culprits.count), to: 1, by: -1) {
      let text = worst(shown)
      if text.displayCells <= cells ?? .max { return text }
    }
    return worst(1)
  }

  private func worst(_ shown: Int) -> String {
    let names = culprits.prefix(shown).map { "\($0.name.escapedForTerminal) \($0.count)" }
    let rest = culprits.count - names.count
    let others = rest > 0 ? [counted(rest, "other")] : []
    return (names + others).joined(separator: ", ")
  }
}
