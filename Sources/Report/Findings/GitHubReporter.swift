public import Diagnostics
internal import Text

/// Writes findings as GitHub workflow commands, which become annotations of a pull request.
///
/// Known findings are only counted: each annotation is a place that someone is asked to look at.
public struct GitHubReporter: Reporter {
  /// Whether the last line says how the run went.
  public var hasSummary: Bool

  public init(hasSummary: Bool = true) { self.hasSummary = hasSummary }

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    for finding in report.newFindings {
      output += "::\(finding.severity.rawValue) \(properties(of: finding, report))::"
      output += report.text(of: finding).escapedForWorkflowData + "\n"
    }
    if hasSummary { output += report.summary.line + "\n" }
  }

  /// Columns only where the place is on one line, as the annotations of GitHub's API have them.
  private func properties(of finding: Diagnostic, _ report: Report) -> String {
    var properties: [(String, String)] = []
    if let location = finding.location {
      let (start, end) = (location.start, location.end)
      properties = [
        ("file", report.path(of: location.file, from: .repository).escapedForTerminal),
        ("line", "\(start.line)"), ("endLine", "\(end.line)"),
      ]
      if end.line == start.line {
        properties += [("col", "\(start.column)"), ("endColumn", "\(end.column)")]
      }
    }
    let title = "\(report.tool.name) (\(finding.rule.name.escapedForTerminal))"
    properties.append(("title", title))
    return properties.map { "\($0)=\($1.escapedForWorkflowProperty)" }.joined(separator: ",")
  }
}
