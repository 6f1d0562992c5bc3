import Diagnostics
internal import Text

extension Difference {
  /// The difference as GitHub Flavored Markdown, for the comment on a pull request.
  ///
  /// The first line is a comment that shows nothing, so that a job can find the comment it wrote last
  /// time.
  public func markdown(tool: String) -> String {
    var text = "<!-- \(tool) diff -->\n### \(tool): \(summary)\n"
    append(weakened, "Rules weakened", sources, showsNotes: true, to: &text)
    append(gained, "Findings gained", sources, to: &text)
    append(lost, "Findings lost", olderSources, to: &text)
    appendModules(to: &text)
    append(addedLinks, "Links added", to: &text)
    append(removedLinks, "Links removed", to: &text)
    appendPicture(to: &text)
    return text
  }

  private func append(
    _ findings: [Diagnostic], _ title: String, _ sources: SourceMap, showsNotes: Bool = false,
    to text: inout String
  ) {
    guard !findings.isEmpty else { return }
    text += "\n#### \(title)\n\n"
    for finding in findings.prefix(Self.mostRows) {
      text += "- **\(finding.severity.rawValue)** "
      text += Self.safe("\(finding.message.text) [\(finding.rule.name)]")
      if let location = finding.location {
        text += "  \n  \(Self.place(sources[location.file], Int(location.start.line)))"
      }
      text += "\n"
      for note in showsNotes ? finding.notes : [] {
        text += "  - " + Self.safe(note.message.text)
        if let location = note.location {
          text += " (\(Self.place(sources[location.file], Int(location.start.line))))"
        }
        text += "\n"
      }
    }
    appendRest(of: findings.count, to: &text)
  }

  private func appendModules(to text: inout String) {
    let rows =
      addedModules.map { ("added", $0, $0.layer ?? "") }
      + removedModules.map { ("removed", $0, $0.layer ?? "") }
      + changedModules.map { older, newer in
        ("changed", newer, Self.changes(older, newer).joined(separator: ", "))
      }
    guard !rows.isEmpty else { return }
    text += "\n#### Modules\n\n| | module | layer | spec |\n|---|---|---|---|\n"
    for (sign, node, note) in rows.prefix(Self.mostRows) {
      let cells = [sign, Self.safe(node.name), Self.safe(note), Self.safe(node.spec ?? "")]
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    appendRest(of: rows.count, to: &text)
  }

  private func append(_ links: [Link], _ title: String, to text: inout String) {
    guard !links.isEmpty else { return }
    text += "\n#### \(title)\n\n"
    for (layers, links) in grouped(Array(links.prefix(Self.mostRows))) {
      text += "- \(Self.safe(layers))\n"
      for link in links {
        text += "  - \(Self.safe(link.from.name)) → \(Self.safe(link.to.name)) "
        text += "(\(Self.place(link.edge.file, link.edge.line)))\n"
      }
    }
    appendRest(of: links.count, to: &text)
  }

  private func appendRest(of count: Int, to text: inout String) {
    if count > Self.mostRows { text += "\nand \(count - Self.mostRows) more\n" }
  }

  /// GitHub takes comments of at most 65,536 characters.
  private static var mostRows: Int { 40 }

  private func appendPicture(to text: inout String) {
    let picture = picture
    var chart = ""
    MermaidWriter().write(picture, to: &chart)
    guard !picture.nodes.isEmpty, picture.edges.count <= Self.mostEdges,
      chart.utf8.count <= MermaidWriter.mostCharacters
    else { return }
    text += "\n```mermaid\n\(chart)```\n"
  }

  /// More links make no small picture.
  private static var mostEdges: Int { 60 }

  private static func place(_ file: String, _ line: Int) -> String { safe("\(file):\(line)") }

  private static func safe(_ text: String) -> String {
    text.escapedForTerminal.escapedForMarkdown
  }
}
