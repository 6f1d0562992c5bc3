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
    var output = columns(rows, toTheRight: true) { style.painted($0, .bold) }
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
}

extension Double {
  /// The value as a percentage, such as `38%`.
  var percentage: String { (self * 100).decimal(digits: 0) + "%" }
}
