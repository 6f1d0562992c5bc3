public import Diagnostics
internal import Text

/// Writes findings as GitHub workflow commands, which become annotations of a pull request.
///
/// Known findings are only counted: each annotation requires attention to its location.
public struct GitHubReporter: Reporter {
  /// Whether the output ends with the summary.
  public var hasSummary: Bool

  public init(hasSummary: Bool = true) { self.hasSummary = hasSummary }

  public func write(_ report: Report, lines: SourceLines, to output: inout String) {
    for finding in report.newFindings {
      let text = report.text(of: finding).escaped(by: .workflowData)
      let properties = Self.properties(of: finding, report)
      output += "::\(finding.severity.rawValue) \(properties)::\(text)\n"
    }
    if hasSummary { output += report.summary.line + "\n" }
  }

  /// Returns a location and a title.
  ///
  /// GitHub's API accepts columns only for a location within one line.
  private static func properties(of finding: Diagnostic, _ report: Report) -> String {
    var properties = ""
    if let location = finding.location {
      let (start, end) = (location.start, location.end)
      let path = report.shownPath(of: location.file, from: .repository)
      properties += "file=\(path.escaped(by: .workflowProperty))"
      properties += ",line=\(start.line),endLine=\(end.line)"
      if end.line == start.line { properties += ",col=\(start.column),endColumn=\(end.column)" }
      properties += ","
    }
    let rule = finding.rule.name.escapedForTerminal.escaped(by: .workflowProperty)
    return properties + "title=\(report.tool.name.escaped(by: .workflowProperty)) (\(rule))"
  }
}

// The escapes of the runner (ActionCommand.cs of actions/runner).
extension Escapes {
  fileprivate static let workflowData = command()
  fileprivate static let workflowProperty = command(":,")
}
