internal import Text

/// Writes a history as a self-contained page: the chart, the violations, the revisions.
///
/// The page has no scripts, its policy forbids them, and text from files is escaped.
extension History {
  public func html() -> String {
    let count = counted(revisions.count, "revision")
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <title>modlint: \(count)</title>
      <style>
      \(HistoryChart.style)
      \(Self.pageStyle)</style>
      </head>
      <body>
      <main>
      <h1>The module graph over \(count)</h1>
      <p>Judged by \(isByRulesOfThen ? "the rules that each revision had" : "the rules of today").</p>

      """
    text += HistoryChart(of: self).svg(isFile: false)
    text += violationTable + revisionTable
    return text + "</main>\n</body>\n</html>\n"
  }

  private static let pageStyle = """
    body{font:14px/1.45 -apple-system,"Segoe UI","Helvetica Neue",Helvetica,Arial,sans-serif;\
    margin:0;color:#1f2d3a;background:#fff}
    main{max-width:70rem;margin:0 auto;padding:1rem}svg{max-width:100%;height:auto}
    .scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
    th,td{padding:.25rem .6rem;border-bottom:1px solid #d5dde4;text-align:left;vertical-align:top}
    td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
    tr.open td:first-child{border-left:4px solid #c62828}code{white-space:nowrap}

    """

  private var violationTable: String {
    let open = violations.count { $0.removed == nil }
    var text = "<h2>Violations</h2>\n"
    text += "<p>\(counted(violations.count, "violation")), \(open) open.</p>\n"
    guard !violations.isEmpty else { return text }
    text += Self.head(["state", "rule", "violation", "brought by", "removed by"], numbers: 0..<0)
    // Newest first, and open violations before removed ones.
    let order = violations.indices.sorted { a, b in
      let (x, y) = (violations[a], violations[b])
      if (x.removed == nil) != (y.removed == nil) { return x.removed == nil }
      let (i, j) = (x.removed ?? x.brought ?? -1, y.removed ?? y.brought ?? -1)
      return i == j ? a < b : i > j
    }
    for number in order {
      let violation = violations[number]
      text += "<tr class=\"\(violation.removed == nil ? "open" : "gone")\">"
      text += "<td>\(violation.removed == nil ? "open" : "removed")</td>"
      text += "<td>\(violation.rule.escapedForXML)</td><td>\(violation.message.escapedForXML)</td>"
      text += "<td>\(violation.brought.map(commit) ?? "there at the start")</td>"
      text += "<td>\(violation.removed.map(commit) ?? "")</td></tr>\n"
    }
    return text + "</tbody></table></div>\n"
  }

  private func commit(_ number: Int) -> String {
    let revision = revisions[number]
    return "<code>\(revision.shortCommit.escapedForXML)</code> \(revision.date) "
      + revision.subject.escapedForXML
  }

  private var revisionTable: String {
    let (pairs, rules) = (layerPairs, rules)
    let names =
      ["commit", "modules", "links", "violations", "depth", "instability", "rebuilds"] + rules
      + pairs.map(\.name)
    var text = "<h2>Revisions</h2>\n" + Self.head(names, numbers: 1..<names.count)
    for (number, revision) in revisions.enumerated().reversed() {
      let measures = revision.measures
      var cells = ["\(measures.modules)", "\(measures.links)", "\(measures.violationCount)"]
      cells += ["\(measures.depth)", measures.instability?.decimal(digits: 2) ?? "-"]
      cells.append(measures.rebuilds?.percentage ?? "-")
      cells += rules.map { "\(measures.violations[$0] ?? 0)" }
      cells += pairs.map { "\(measures.links(of: $0))" }
      let unread =
        measures.unread.isEmpty
        ? "" : "<br>cannot be read: " + measures.unread.joined(separator: ", ").escapedForXML
      text += "<tr><td>\(commit(number))\(unread)</td>"
      text += cells.map { "<td class=\"number\">\($0)</td>" }.joined() + "</tr>\n"
    }
    return text + "</tbody></table></div>\n"
  }

  private static func head(_ names: [String], numbers: Range<Int>) -> String {
    let cells = names.enumerated().map { number, name in
      let style = numbers.contains(number) ? " class=\"number\"" : ""
      return "<th scope=\"col\"\(style)>\(name.escapedForXML)</th>"
    }
    return
      "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>\(cells.joined())</tr></thead>\n<tbody>\n"
  }
}
