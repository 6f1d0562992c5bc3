public import Diagnostics
internal import Text

/// Writes findings as GitHub Flavored Markdown, for a job summary or a comment.
///
/// New findings stand under their rules, many of them below a table; known ones are counted.
public struct MarkdownReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    let rows = Tally(report).rows
    let findings = Dictionary(grouping: report.newFindings, by: \.rule)
    output += "### \(report.tool.name): \(report.summary.verdict)\n\n"
    if report.newFindings.count > Tally.manyFindings {
      var table = ""
      appendTable(rows, report.tool, to: &table)
      output += table
    }
    for row in rows {
      output += "#### \(link(to: row.rule, report.tool)): \(row.verdict)\n\n"
      for finding in findings[row.rule] ?? [] {
        var item = ""
        append(finding, report, lines, to: &item)
        output += item
      }
    }
    output += "\(report.summary.line)\n"
  }
}

extension MarkdownReporter {
  private func appendTable(_ rows: [Tally.Row], _ tool: Tool, to output: inout String) {
    output += "| rule | errors | warnings | most in |\n|---|--:|--:|---|\n"
    for row in rows {
      output += "| \(link(to: row.rule, tool)) | \(row.errors) | \(row.warnings) "
      output += "| \(row.worst().escapedForMarkdown) |\n"
    }
    output += "\n"
  }

  private func append(
    _ finding: Diagnostic, _ report: Report, _ lines: SourceLines, to output: inout String
  ) {
    output += "- **\(finding.severity.rawValue)** \(finding.line.escapedForMarkdown)"
    if let location = finding.location { output += "  \n  \(link(to: location, report))" }
    output += "\n"
    appendExcerpt(of: finding, lines, to: &output)
    for detail in finding.details {
      output += "  - \(detail.label)\(detail.text.escapedForTerminal.escapedForMarkdown)"
      if let location = detail.location { output += ": \(link(to: location, report))" }
      output += "\n"
    }
    appendCodeOwners(of: finding, to: &output)
    output += "\n"
  }

  private func appendCodeOwners(of finding: Diagnostic, to output: inout String) {
    let ends = [
      (finding.subject.from, finding.codeOwners.from), (finding.subject.to, finding.codeOwners.to),
    ]
    for (module, owners) in ends where !owners.isEmpty {
      let end = module.map { " of '\($0)'" } ?? ""
      let line = "code owners\(end): \(owners.joined(separator: ", "))"
      output += "  - \(line.escapedForTerminal.escapedForMarkdown)\n"
    }
  }

  /// The source line in a block of code, whose fence is longer than any in it.
  private func appendExcerpt(
    of finding: Diagnostic, _ lines: SourceLines, to output: inout String
  ) {
    var excerpt = ""
    TextReporter().appendExcerpt(of: finding, lines, to: &excerpt)
    guard !excerpt.isEmpty else { return }
    let ticks = excerpt.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, ticks + 1))
    output += "\n  \(fence)text\n"
    for line in excerpt.split(separator: "\n") { output += "  \(line)\n" }
    output += "  \(fence)\n"
  }

  private func link(to rule: RuleID, _ tool: Tool) -> String {
    "[\(rule.name.escapedForTerminal.escapedForMarkdown)](\(tool.address(of: rule)))"
  }

  private func link(to location: SourceRange, _ report: Report) -> String {
    let path = report.path(of: location.file, from: .repository)
    let browser = report.places.browser.map { "\($0)/" } ?? ""
    let place = "\(report.sources[location.file]):\(location.start.line):\(location.start.column)"
    return "[\(place.escapedForTerminal.escapedForMarkdown)]"
      + "(\(browser)\(path.percentEncodedPath)#L\(location.start.line))"
  }
}
