import Diagnostics
internal import Text

/// Writes findings as logging commands of Azure Pipelines, which lists them as issues of the run.
///
/// Known findings are only counted: each issue requires attention to its location.
struct AzureReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    for finding in report.findings where finding.state == .new {
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
