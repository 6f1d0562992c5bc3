public import Diagnostics
internal import Text

/// Writes findings as GitHub Flavored Markdown, for a job summary or a comment.
///
/// New findings are grouped by rule, below a table if there are many. Known ones are counted.
public struct MarkdownReporter: Reporter {
  /// The most bytes of findings.
  ///
  /// GitHub rejects a job summary of more than 1 MiB, which all steps of a job share.
  private let limit: Int

  public init(limit: Int = 1_000_000) { self.limit = limit }

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    let rows = Tally(report).rows
    output += "### \(report.tool.name): \(report.summary.verdict)\n\n"
    if rows.map({ $0.errors + $0.warnings }).reduce(0, +) > Tally.manyFindings {
      var table = ""
      appendTable(rows, report.tool, to: &table)
      output += table
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
    _ rows: [Tally.Row], _ report: Report, _ lines: SourceLines, to output: inout ReportStream
  ) -> Int {
    var (shown, size) = (0, 0)
    var (piece, scratch) = (TextBuffer(), TextBuffer())
    for row in rows {
      piece += "#### \(link(to: row.rule, report.tool)): \(row.verdict)\n\n"
      for number in row.findings {
        append(report.findings[number], report, lines, &scratch, to: &piece)
        size += piece.count
        if size > limit { return shown }
        shown += 1
        output.text += piece
        output.sendPiece()
        piece.removeAll()
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
      output += "| \(row.worst().escapedForMarkdown) |\n"
    }
    output += "\n"
  }

  private func append(
    _ finding: Diagnostic, _ report: Report, _ lines: SourceLines, _ scratch: inout TextBuffer,
    to output: inout TextBuffer
  ) {
    output.append("- **")
    output += finding.severity.rawValue
    output.append("** ")
    output.append(markdown: finding.line)
    if let location = finding.location {
      output.append("  \n  ")
      append(linkTo: location, report, &scratch, to: &output)
    }
    output.append("\n")
    appendExcerpt(of: finding, lines, &scratch, to: &output)
    finding.forEachDetail { detail in
      output.append("  - ")
      output += detail.label
      scratch.removeAll()
      detail.appendText(to: &scratch)
      output.append(markdown: scratch)
      if let location = detail.location {
        output.append(": ")
        append(linkTo: location, report, &scratch, to: &output)
      }
      output.append("\n")
    }
    appendCodeOwners(of: finding, to: &output)
    output.append("\n")
  }

  private func appendCodeOwners(of finding: Diagnostic, to output: inout TextBuffer) {
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
    of finding: Diagnostic, _ lines: SourceLines, _ scratch: inout TextBuffer,
    to output: inout TextBuffer
  ) {
    scratch.removeAll()
    TextReporter().appendExcerpt(of: finding, lines, to: &scratch)
    guard !scratch.isEmpty else { return }
    let tick = UInt8(ascii: "`")
    let ticks =
      scratch.bytes.contains(tick)
      ? scratch.bytes.split { $0 != tick }.map(\.count).max() ?? 0 : 0
    output.append("\n  ")
    output.append(repeating: tick, count: max(3, ticks + 1))
    output.append("text\n")
    for line in scratch.bytes.split(separator: UInt8(ascii: "\n")) {
      output.append("  ")
      output += line
      output.append("\n")
    }
    output.append("  ")
    output.append(repeating: tick, count: max(3, ticks + 1))
    output.append("\n")
  }

  private func link(to rule: RuleID, _ tool: Tool) -> String {
    let name = rule.name.escapedForTerminal.escapedForMarkdown
    return tool.address(of: rule).map { "[\(name)](\($0))" } ?? name
  }

  private func append(
    linkTo location: SourceRange, _ report: Report, _ scratch: inout TextBuffer,
    to output: inout TextBuffer
  ) {
    scratch.removeAll()
    report.append(placeOf: location, from: .workspace, to: &scratch)
    output.append("[")
    output.append(markdown: scratch)
    output += "]("
    if let browser = report.places.browser {
      output += browser
      output.append("/")
    }
    output.append(report.places.prefix, .percentEncodedPath)
    output.append(report.sources[location.file], .percentEncodedPath)
    output.append("#L")
    output.append(location.start.line)
    output.append(")")
  }
}
