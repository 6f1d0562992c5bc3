import Diagnostics
internal import Text

/// Writes findings as logging commands of Azure Pipelines, which lists them as issues of the run.
///
/// Known findings are only counted: each issue requires attention to its location.
struct AzureReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    for finding in report.newFindings {
      let text = report.text(of: finding).escaped(by: .azureData)
      output += "##vso[task.logissue \(Self.properties(of: finding, report))]\(text)\n"
    }
    output += report.summary.line + "\n"
  }

  private static func properties(of finding: Diagnostic, _ report: Report) -> String {
    var properties = "type=\(finding.severity.rawValue)"
    if let location = finding.location {
      let path = report.shownPath(of: location.file, from: .repository)
      properties += ";sourcepath=\(path.escaped(by: .azureProperty))"
      properties += ";linenumber=\(location.start.line);columnnumber=\(location.start.column)"
    }
    return properties + ";code=\(finding.rule.name.escapedForTerminal.escaped(by: .azureProperty))"
  }
}

// The escapes of the agent (Command.cs of microsoft/azure-pipelines-agent).
extension Escapes {
  fileprivate static let azureData = command(percent: "%AZP25")
  fileprivate static let azureProperty = command(";]", percent: "%AZP25")
}
