public import Diagnostics
internal import Text

/// Writes findings as logging commands of Azure Pipelines, which lists them as issues of the run.
///
/// Known findings are only counted: each issue asks somebody to look at its location.
public struct AzureReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var text = TextBuffer()
    for finding in report.findings where finding.state == .new {
      output.text.append("##vso[task.logissue ")
      Self.append(propertiesOf: finding, report, to: &output.text)
      output.text.append("]")
      text.removeAll()
      report.append(finding, to: &text)
      output.text.append(text, .azureData)
      output.text.append("\n")
      output.sendPiece()
    }
    output += report.summary.line + "\n"
  }

  private static func append(
    propertiesOf finding: Diagnostic, _ report: Report, to output: inout TextBuffer
  ) {
    output.append("type=")
    output += finding.severity.rawValue
    if let location = finding.location {
      output.append(";sourcepath=")
      let path = report.path(of: location.file, from: .repository)
      output.append(path.escapedForTerminal, .azureProperty)
      output.append(";linenumber=")
      output.append(location.start.line)
      output.append(";columnnumber=")
      output.append(location.start.column)
    }
    output.append(";code=")
    output.append(finding.rule.name.escapedForTerminal, .azureProperty)
  }
}

// The escapes of the agent (Command.cs of microsoft/azure-pipelines-agent).
extension Escapes {
  fileprivate static let azureData = Escapes { scalar in
    switch scalar {
    case "%": "%AZP25"
    case "\r": "%0D"
    case "\n": "%0A"
    default: nil
    }
  }

  fileprivate static let azureProperty = Escapes { scalar in
    switch scalar {
    case "%": "%AZP25"
    case ";", "]", "\r", "\n": "%" + scalar.hexadecimal(digits: 2)
    default: nil
    }
  }
}
