import Diagnostics
internal import Text

extension Difference {
  /// Returns the difference as GitHub Flavored Markdown, for a pull request comment.
  ///
  /// The first line is an HTML comment that identifies the comment for later runs of the job.
  public func markdown(tool: String) -> String {
    var comment = MarkdownComment("<!-- \(tool) diff -->\n### \(tool): \(summary)\n")
    comment.append(
      "Rules and baseline",
      findings.weakening.findings.map {
        row($0, findings.sources, isFact: findings.weakening.isOff, showsNotes: true)
      })
    comment.append(
      "Rules and baseline, not looser",
      findings.weakening.stricter.map { row($0, findings.sources, isFact: true) })
    comment.append("Not compared", unread.map { "- \(Self.safe($0.sentence))\n" })
    comment.append("Findings gained", findings.gained.map { row($0, findings.sources) })
    comment.append("Findings lost", findings.lost.map { row($0, findings.olderSources) })
    comment.append(
      "Modules", moduleRows, heading: "| | module | layer | spec |\n|---|---|---|---|\n")
    append(addedLinks, "Links added", to: &comment)
    append(removedLinks, "Links removed", to: &comment)
    appendPicture(to: &comment)
    return comment.text
  }

  private func row(
    _ finding: Diagnostic, _ sources: SourceMap, isFact: Bool = false, showsNotes: Bool = false
  ) -> String {
    var text = isFact ? "- " : "- **\(finding.severity.rawValue)** "
    text += Self.safe(finding.message.text + (isFact ? "" : " [\(finding.rule.name)]"))
    if let location = finding.location {
      text += "  \n  \(Self.place(sources[location.file], Int(location.start.line)))"
    }
    for note in showsNotes ? finding.notes : [] {
      text += "\n  - " + Self.safe(note.message.text)
      if let location = note.location {
        text += " (\(Self.place(sources[location.file], Int(location.start.line))))"
      }
    }
    return text + "\n"
  }

  private var moduleRows: [String] {
    let rows =
      addedModules.map { ("added", $0, $0.layer ?? "") }
      + removedModules.map { ("removed", $0, $0.layer ?? "") }
      + changedModules.map { older, newer in
        ("changed", newer, Self.changes(older, newer).joined(separator: ", "))
      }
    return rows.map { sign, node, note in
      let cells = [sign, Self.safe(node.name), Self.safe(note), Self.safe(node.spec ?? "")]
      return "| \(cells.joined(separator: " | ")) |\n"
    }
  }

  private func append(_ links: [Link], _ title: String, to comment: inout MarkdownComment) {
    let rows = grouped(links).flatMap { layers, links in
      links.enumerated().map { number, link in
        let text = "  - \(Self.safe(link.from.name)) → \(Self.safe(link.to.name)) "
        let place = "(\(Self.place(link.edge.file, link.edge.line)))\n"
        return (number == 0 ? "- \(Self.safe(layers))\n" : "") + text + place
      }
    }
    comment.append(title, rows)
  }

  private func appendPicture(to comment: inout MarkdownComment) {
    let picture = picture
    guard !picture.nodes.isEmpty, picture.edges.count <= Self.mostEdges else { return }
    let chart = MermaidChart(of: picture).text
    guard chart.utf8.count <= MermaidChart.mostCharacters else { return }
    comment.appendWhole("\n```mermaid\n\(chart)```\n")
  }

  private static var mostEdges: Int { 60 }

  private static func place(_ file: String, _ line: Int) -> String { safe("\(file):\(line)") }

  private static func safe(_ text: String) -> String {
    text.escapedForTerminal.escapedForMarkdown
  }
}

/// A comment within GitHub's size limit: rows that do not fit are counted.
private struct MarkdownComment {
  private(set) var text: String

  init(_ text: String) { self.text = text }

  /// GitHub's limit in characters, of which there are never more than bytes.
  private static var mostBytes: Int { 65_536 }
  private static var mostRows: Int { 40 }
  /// The bytes reserved for the heading and row count of each following section.
  private static var reserve: Int { 1000 }

  /// Appends a heading and as many rows as fit; appends nothing if there are no rows.
  mutating func append(_ title: String, _ rows: [String], heading: String = "") {
    guard !rows.isEmpty else { return }
    text += "\n#### \(title)\n\n" + heading
    var left = rows.count
    for row in rows.prefix(Self.mostRows) {
      guard text.utf8.count + row.utf8.count <= Self.mostBytes - Self.reserve else { break }
      text += row
      left -= 1
    }
    if left > 0 { text += "\n\(left == rows.count ? "" : "and ")\(left) more\n" }
  }

  mutating func appendWhole(_ block: String) {
    if text.utf8.count + block.utf8.count <= Self.mostBytes { text += block }
  }
}
