import Diagnostics
import Text

/// Writes findings as GitHub Flavored Markdown, for a job summary or a comment.
///
/// New findings are grouped by rule, below a table if there are many. Known ones are counted.
struct MarkdownReporter: Reporter {
  /// The most bytes of findings: GitHub rejects job summaries over 1 MiB, which all steps share.
  var limit = 1_000_000

  private static var manyFindings: Int { 20 }

  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let rows = report.findingsByRule.compactMap { MarkdownRow($0, $1, report) }
      .sorted { $0.order < $1.order }
    output += "### \(report.tool.name): \(report.summary.verdict)\n\n"
    let count = rows.map(\.findings.count).reduce(0, +)
    if count > Self.manyFindings {
      appendTable(rows, report.tool, to: &output)
    }
    let shown = append(rows, report, lines, to: &output)
    if shown < count {
      output += "\(counted(count - shown, "further finding")) not shown, since a job summary holds "
      output += "1 MiB: `modlint lint` shows all.\n\n"
    }
    output += "\(report.summary.line)\n"
  }

  /// Appends the findings that fit and returns their number.
  private func append(
    _ rows: [MarkdownRow], _ report: Report, _ lines: SourceLines, to output: inout String
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

  private func appendTable(_ rows: [MarkdownRow], _ tool: Tool, to output: inout String) {
    output += "| rule | errors | warnings |\n|---|--:|--:|\n"
    for row in rows {
      output += "| \(link(to: row.rule, tool)) | \(row.errors) | \(row.warnings) |\n"
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

private struct MarkdownRow {
  var rule: RuleID
  var rank: Int
  var errors: Int
  var warnings: Int
  var findings: [Int]

  init?(_ rule: RuleID, _ numbers: [Int], _ report: Report) {
    findings = numbers.filter { report.findings[$0].state == .new }
    guard let first = findings.first else { return nil }
    let new = findings.map { report.findings[$0] }
    self.rule = rule
    rank = report.findings[first].rank
    errors = new.count { $0.severity == .error }
    warnings = new.count - errors
  }

  /// Rows are sorted by rank, and of one rank the worst rule is first.
  var order: (Int, Int, Int, RuleID) { (rank, -errors, -warnings, rule) }

  /// The counts by severity, such as `2 errors, 1 warning`.
  var verdict: String {
    let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return parts.map { counted($0.0, $0.1) }.joined(separator: ", ")
  }
}

extension String {
  /// A name or pattern in Markdown: a code span if it contains no markup, else escaped and quoted.
  public var markdownCode: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        0x20..<0x7f ~= byte && !"`<>\\".utf8.contains(byte)
      }
    // Markdown strips a space at the ends of a code span.
    return isPlain && first != " " && last != " " && !hasPrefix("##[")
      ? "`\(self)`" : "'\(escapedForMarkdown)'"
  }

  /// Text in Markdown: escaped, quoted and on one line.
  public var markdownQuote: String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let part = line.count > 240 ? line.prefix(240) + "…" : line[...]
    return "\"\(String(part).escapedForMarkdown)\""
  }
}

extension [String] {
  /// Returns the first names as a list in Markdown.
  public func markdownList(limit: Int = .max) -> String {
    if isEmpty { return "none" }
    let more = count > limit ? " and \(count - limit) more" : ""
    return prefix(limit).map(\.markdownCode).joined(separator: ", ") + more
  }
}
