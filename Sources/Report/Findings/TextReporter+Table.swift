import Diagnostics
internal import Text

extension TextReporter {
  /// Appends a table of the rules with the most findings and the modules with the most of each.
  func appendTable(of report: Report, to output: inout String) {
    guard style.table != .never else { return }
    let count = report.newFindings.count
    guard style.table == .always ? count > 0 : count > Tally.manyFindings else { return }
    let rows = Tally(report).rows
    let names = rows.map { $0.rule.name.escapedForTerminal }
    // A few long names must not push all numbers out of view.
    let widest = names.map(\.displayCells).filter { $0 <= Self.widestRule }.max() ?? 0
    let width = max(widest, Self.headings[0].utf8.count)

    let heading = zip(Self.headings, [width, 0, 0, 0]).map { $0.padded(after: $1) }
    output += style.painted(heading.joined(separator: "  "), .bold) + "\n"
    for (row, name) in zip(rows, names) {
      let numbers = [row.errors, row.warnings]
      let start = zip(numbers, Self.headings[1...]).reduce(name.padded(after: width)) {
        $0 + "  " + String($1.0).padded(toAtLeast: $1.1.utf8.count)
      }
      let room = (style.width ?? .max) - start.displayCells - 2
      var worst = row.worst(cells: room)
      var gap = "  "
      if worst.displayCells > room, let line = style.width {
        worst = row.worst(cells: line - Self.indent)
        gap = "\n" + String(repeating: " ", count: Self.indent)
      }
      output += worst.isEmpty ? start + "\n" : start + gap + worst + "\n"
    }
    output += "\n"
  }

  private static var headings: [String] { ["rule", "errors", "warnings", "most in"] }
  private static var widestRule: Int { 32 }
  /// The indent of names that do not fit next to the numbers.
  private static var indent: Int { 4 }
}

extension String {
  /// Returns the string with trailing spaces up to `cells`.
  fileprivate func padded(after cells: Int) -> String {
    self + String(repeating: " ", count: max(0, cells - displayCells))
  }
}
