public import Diagnostics
internal import Text

/// Writes findings as logging commands of Azure Pipelines, which list them as issues of the run.
///
/// Known findings are only counted: each issue is a place that someone is asked to look at.
public struct AzureReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    for finding in report.newFindings {
      output += "##vso[task.logissue \(properties(of: finding, report))]"
      output += report.text(of: finding).escapedForAzureData + "\n"
    }
    output += report.summary.line + "\n"
  }

  private func properties(of finding: Diagnostic, _ report: Report) -> String {
    var properties = [("type", finding.severity.rawValue)]
    if let location = finding.location {
      properties += [
        ("sourcepath", report.path(of: location.file, from: .repository).escapedForTerminal),
        ("linenumber", "\(location.start.line)"), ("columnnumber", "\(location.start.column)"),
      ]
    }
    properties.append(("code", finding.rule.name.escapedForTerminal))
    return properties.map { "\($0)=\($1.escapedForAzureProperty)" }.joined(separator: ";")
  }
}

// The escapes of the agent (Command.cs of microsoft/azure-pipelines-agent).
extension String {
  fileprivate var escapedForAzureData: String {
    escaped { scalar in
      switch scalar {
      case "%": "%AZP25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  fileprivate var escapedForAzureProperty: String {
    escaped { scalar in
      switch scalar {
      case "%": "%AZP25"
      case ";", "]", "\r", "\n": "%" + scalar.hexadecimal(digits: 2)
      default: nil
      }
    }
  }
}
