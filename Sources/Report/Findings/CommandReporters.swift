public import Diagnostics
import Text

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

  /// Returns a location and a title; GitHub accepts columns only within one line.
  private static func properties(of finding: Diagnostic, _ report: Report) -> String {
    var properties = ""
    if let location = finding.location {
      let (start, end) = (location.start, location.end)
      let path = report.path(of: location.file, from: .repository).escapedForTerminal
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
      let path = report.path(of: location.file, from: .repository).escapedForTerminal
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

/// Writes findings as service messages of TeamCity, which lists them as inspections of the build.
///
/// Known findings are only counted.
struct TeamCityReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    // TeamCity ignores inspections of undeclared types.
    var rules: Set<RuleID> = []
    for finding in report.newFindings {
      let rule = finding.rule
      if rules.insert(rule).inserted {
        let address = report.tool.address(of: rule).map { ": \($0)" } ?? ""
        output += Self.message(
          "inspectionType",
          [
            "id": rule.name, "name": rule.name, "category": report.tool.name,
            "description": (report.tool.rule(rule)?.summary ?? rule.name) + address,
          ])
      }
      output += Self.message(
        "inspection",
        [
          "typeId": rule.name, "message": report.text(of: finding),
          "file": report.listedPath(of: finding),
          "line": "\(finding.location?.start.line ?? 1)",
          "SEVERITY": finding.severity.rawValue.uppercased(),
        ])
    }
    output += report.summary.line + "\n"
  }

  /// The maximum length of a value; TeamCity cuts longer ones, possibly within an escape.
  private static var longestValue: Int { 3900 }

  private static func message(
    _ name: String, _ values: KeyValuePairs<String, String>
  ) -> String {
    let attributes = values.map { name, value in
      " \(name)='\(value.shortened(to: longestValue).escaped(by: .teamCity))'"
    }
    return "##teamcity[\(name)\(attributes.joined())]\n"
  }
}

extension Escapes {
  fileprivate static let teamCity = Escapes(replacesAll: true) { scalar in
    switch scalar {
    case "|", "'", "[", "]": "|\(scalar)"
    case "\n": "|n"
    case "\r": "|r"
    case " "..."~": nil
    default:
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "|0x" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      .joined()
    }
  }
}
