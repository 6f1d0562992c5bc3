public import Diagnostics
internal import Text

/// Writes findings as GitHub workflow commands, which become annotations of a pull request.
///
/// Known findings are only counted: each annotation asks somebody to look at its location.
public struct GitHubReporter: Reporter {
  /// Whether the output ends with the summary.
  public var hasSummary: Bool

  public init(hasSummary: Bool = true) { self.hasSummary = hasSummary }

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var text = TextBuffer()
    for finding in report.findings where finding.state == .new {
      output.text.append("::")
      output.text += finding.severity.rawValue
      output.text.append(UInt8(ascii: " "))
      Self.append(propertiesOf: finding, report, to: &output.text)
      output.text.append("::")
      text.removeAll()
      report.append(finding, to: &text)
      output.text.append(text, .workflowData)
      output.text.append("\n")
      output.sendPiece()
    }
    if hasSummary { output += report.summary.line + "\n" }
  }

  /// Appends a location.
  ///
  /// GitHub's API accepts columns only for a location within one line.
  private static func append(
    propertiesOf finding: Diagnostic, _ report: Report, to output: inout TextBuffer
  ) {
    if let location = finding.location {
      let (start, end) = (location.start, location.end)
      output.append("file=")
      let path = report.path(of: location.file, from: .repository)
      output.append(path.escapedForTerminal, .workflowProperty)
      append("line", start.line, to: &output)
      append("endLine", end.line, to: &output)
      if end.line == start.line {
        append("col", start.column, to: &output)
        append("endColumn", end.column, to: &output)
      }
      output.append(UInt8(ascii: ","))
    }
    output.append("title=")
    output.append(report.tool.name, .workflowProperty)
    output += " ("
    output.append(finding.rule.name.escapedForTerminal, .workflowProperty)
    output.append(")")
  }

  private static func append(_ name: String, _ number: UInt32, to output: inout TextBuffer) {
    output.append(UInt8(ascii: ","))
    output += name
    output.append(UInt8(ascii: "="))
    output.append(number)
  }
}
