internal import Text

// The format for people.
extension History {
  /// Returns a line for each revision, then the first and last number of each rule and pair of
  /// layers.
  public func text(style: Style) -> String {
    var rows = [
      [
        "date", "commit", "modules", "links", "violations", "depth", "instability", "rebuilds",
        "subject",
      ]
    ]
    for revision in revisions {
      let measures = revision.measures
      rows.append([
        revision.date, String(revision.commit.prefix(10)), String(measures.modules),
        String(measures.links),
        String(measures.violationCount), String(measures.depth),
        measures.instability?.decimal(digits: 2) ?? "-", measures.rebuilds?.percentage ?? "-",
        revision.subject + (measures.unread.isEmpty ? "" : " (not all could be read)"),
      ])
    }
    var output = Self.table(rows, style)
    append(
      "violations by rule", to: &output, style,
      rules.map { rule in (rule, { $0.violations[rule] ?? 0 }) })
    append(
      "links between layers", to: &output, style,
      layerPairs.map { pair in (pair.name, { $0.links(of: pair) }) })
    return output
  }

  private func append(
    _ title: String, to output: inout String, _ style: Style,
    _ lines: [(name: String, value: (Measures) -> Int)]
  ) {
    guard let first = revisions.first, let last = revisions.last, !lines.isEmpty else { return }
    output += "\n" + style.painted("first  last  \(title)", .bold) + "\n"
    for line in lines {
      output += String(line.value(first.measures)).padded(toAtLeast: 5) + "  "
      output += String(line.value(last.measures)).padded(toAtLeast: 4)
      output += "  \(line.name.escapedForTerminal)\n"
    }
  }

  /// Aligns columns to the right, except the last one.
  ///
  /// The first row is the header.
  private static func table(_ rows: [[String]], _ style: Style) -> String {
    let cells = rows.map { $0.map(\.escapedForTerminal) }
    let widths = (cells.first ?? []).indices.map { column in
      cells.map { $0[column].utf8.count }.max() ?? 0
    }
    return cells.enumerated().map { number, row in
      let line = row.indices.map { column in
        column + 1 < row.count ? row[column].padded(toAtLeast: widths[column]) : row[column]
      }.joined(separator: "  ")
      return (number == 0 ? style.painted(line, .bold) : line) + "\n"
    }.joined()
  }
}

extension Double {
  /// The value as a percentage, such as `38%`.
  var percentage: String { (self * 100).decimal(digits: 0) + "%" }
}
