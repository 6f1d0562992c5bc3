import Diagnostics
internal import Text

/// Writes findings as GitHub Flavored Markdown, for a job summary or a comment.
///
/// New findings are grouped by rule, below a table if there are many. Known ones are counted.
struct MarkdownReporter: Reporter {
  /// The maximum number of bytes of findings.
  ///
  /// GitHub rejects a job summary of more than 1 MiB, which all steps of a job share.
  var limit = 1_000_000

  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let rows = Tally(report).rows
    output += "### \(report.tool.name): \(report.summary.verdict)\n\n"
    if rows.map({ $0.errors + $0.warnings }).reduce(0, +) > Tally.manyFindings {
      appendTable(rows, report.tool, to: &output)
    }
    let shown = append(rows, report, lines, to: &output)
    let count = rows.map(\.findings.count).reduce(0, +)
    if shown < count { output += "\(Self.rest(count - shown)): `modlint lint` shows all.\n\n" }
    output += "\(report.summary.line)\n"
  }
}

extension MarkdownReporter {
  /// Appends the findings that fit and returns their number.
  private func append(
    _ rows: [Tally.Row], _ report: Report, _ lines: SourceLines, to output: inout String
  ) -> Int {
    var (shown, size) = (0, 0)
    var piece = ""
    for row in rows {
      piece += "#### \(link(to: row.rule, report.tool)): \(row.verdict)\n\n"
      for number in row.findings {
        append(report.findings[number], report, lines, to: &piece)
        size += piece.utf8.count
        if size > limit { return shown }
        shown += 1
        output += piece
        piece = ""
      }
    }
    return shown
  }

  private static func rest(_ count: Int) -> String {
    count == 1
      ? "1 further finding is not shown, since a job summary holds 1 MiB"
      : "\(count) further findings are not shown, since a job summary holds 1 MiB"
  }

  private func appendTable(_ rows: [Tally.Row], _ tool: Tool, to output: inout String) {
    output += "| rule | errors | warnings | most in |\n|---|--:|--:|---|\n"
    for row in rows {
      output += "| \(link(to: row.rule, tool)) | \(row.errors) | \(row.warnings) "
      output += "| \(row.worst.escapedForMarkdown) |\n"
    }
    output += "\n"
  }

  private func append(
    _ finding: Diagnostic, _ report: Report, _ lines: SourceLines, to output: inout String
  ) {
    output += "- **\(finding.severity.rawValue)** \(finding.line.escapedForMarkdown)"
    if let location = finding.location { output += "  \n  " + link(to: location, report) }
    output += "\n"
    appendExcerpt(of: finding, lines, to: &output)
    for detail in finding.details {
      let place = detail.location.map { ": " + link(to: $0, report) } ?? ""
      output += "  - \(detail.label)\(detail.text.escapedForMarkdown)\(place)\n"
    }
    appendCodeOwners(of: finding, to: &output)
    output += "\n"
  }

  private func appendCodeOwners(of finding: Diagnostic, to output: inout String) {
    guard !finding.codeOwners.isEmpty else { return }
    let ends = [
      (finding.subject.from, finding.codeOwners.from), (finding.subject.to, finding.codeOwners.to),
    ]
    for (module, owners) in ends where !owners.isEmpty {
      let end = module.map { " of '\($0)'" } ?? ""
      let line = "code owners\(end): \(owners.joined(separator: ", "))"
      output += "  - \(line.escapedForTerminal.escapedForMarkdown)\n"
    }
  }

  /// Appends the source line as a code block, with a fence longer than any in the line.
  private func appendExcerpt(
    of finding: Diagnostic, _ lines: SourceLines, to output: inout String
  ) {
    var code = ""
    TextReporter().appendExcerpt(of: finding, lines, to: &code)
    guard !code.isEmpty else { return }
    let ticks = code.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, ticks + 1))
    output += "\n  \(fence)text\n"
    for line in code.split(separator: "\n") { output += "  \(line)\n" }
    output += "  \(fence)\n"
  }

  private func link(to rule: RuleID, _ tool: Tool) -> String {
    let name = rule.name.escapedForTerminal.escapedForMarkdown
    return tool.address(of: rule).map { "[\(name)](\($0))" } ?? name
  }

  private func link(to location: SourceRange, _ report: Report) -> String {
    let browser = report.places.browser.map { $0 + "/" } ?? ""
    let path = report.path(of: location.file, from: .repository).percentEncodedPath
    let place = report.place(of: location, from: .workspace).escapedForMarkdown
    return "[\(place)](\(browser)\(path)#L\(location.start.line))"
  }
}
