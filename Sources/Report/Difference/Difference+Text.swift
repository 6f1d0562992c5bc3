import Diagnostics
internal import Text

extension Difference {
  public func text(style: Style = Style()) -> String {
    var text = ""
    appendRules(to: &text)
    if !unread.isEmpty { text += "not compared\n" }
    for file in unread { text += "  ? \(file.sentence)".escapedForTerminal + "\n" }
    appendModules(to: &text)
    appendLinks(to: &text)
    appendFindings(to: &text)
    return text + (text.isEmpty ? "" : "\n") + summary + "\n"
  }

  private func appendRules(to text: inout String) {
    if !findings.weakening.findings.isEmpty { text += "rules and baseline\n" }
    for finding in findings.weakening.findings {
      text +=
        "  ! "
        + (findings.weakening.isOff
          ? fact(finding) : finding.line(in: findings.sources).escapedForTerminal)
        + "\n"
      for note in finding.notes { text += "      " + place(of: note) + "\n" }
    }
    if !findings.weakening.stricter.isEmpty { text += "rules and baseline, not looser\n" }
    for finding in findings.weakening.stricter { text += "  ~ " + fact(finding) + "\n" }
  }

  private func fact(_ finding: Diagnostic) -> String {
    (finding.place(in: findings.sources) + finding.message.text).escapedForTerminal
  }

  private func appendModules(to text: inout String) {
    let rows =
      addedModules.map { ("+", $0, "") } + removedModules.map { ("-", $0, "") }
      + changedModules.map { older, newer in
        ("~", newer, "  " + Self.changes(older, newer).joined(separator: ", "))
      }
    guard !rows.isEmpty else { return }
    text += "modules\n"
    for (sign, node, note) in rows {
      let layer = note.isEmpty ? node.layer.map { " of layer '\($0)'" } ?? "" : ""
      let place = node.spec.map { "  \($0)" } ?? ""
      text += "  \(sign) '\(node.name)'\(layer)\(note)\(place)".escapedForTerminal + "\n"
    }
  }

  private func appendLinks(to text: inout String) {
    for (title, links) in grouped(addedLinks + removedLinks) {
      text += "links \(title)".escapedForTerminal + "\n"
      for link in links {
        let sign = link.edge.change == .removed ? "-" : "+"
        let place = "\(link.edge.file):\(link.edge.line)"
        text +=
          "  \(sign) '\(link.from.name)' → '\(link.to.name)'  \(place)".escapedForTerminal + "\n"
      }
    }
  }

  private func appendFindings(to text: inout String) {
    guard findings.gained.count + findings.lost.count > 0 else { return }
    text += "findings\n"
    for finding in findings.gained {
      text += "  + " + finding.line(in: findings.sources).escapedForTerminal + "\n"
    }
    for finding in findings.lost {
      text += "  - " + finding.line(in: findings.olderSources).escapedForTerminal + "\n"
    }
  }

  private func place(of note: Diagnostic.Note) -> String {
    guard let location = note.location else { return note.message.text.escapedForTerminal }
    return "\(note.message.text)  \(findings.sources[location.file]):\(location.start.line)"
      .escapedForTerminal
  }
}
