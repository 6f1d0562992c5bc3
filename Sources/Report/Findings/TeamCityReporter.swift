public import Diagnostics
internal import Text

/// Writes findings as service messages of TeamCity, which lists them as inspections of the build.
///
/// Known findings are only counted.
public struct TeamCityReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    // TeamCity drops inspections of a type that it has not been told of.
    var rules: Set<RuleID> = []
    for finding in report.newFindings {
      if rules.insert(finding.rule).inserted { output += type(of: finding.rule, report.tool) }
      output += message(about: finding, report)
    }
    output += report.summary.line + "\n"
  }

  private func type(of rule: RuleID, _ tool: Tool) -> String {
    let summary = tool.rule(rule)?.summary ?? rule.name
    return Self.message(
      "inspectionType",
      [
        ("id", rule.name), ("name", rule.name), ("category", tool.name),
        ("description", "\(summary): \(tool.address(of: rule))"),
      ])
  }

  private func message(about finding: Diagnostic, _ report: Report) -> String {
    Self.message(
      "inspection",
      [
        ("typeId", finding.rule.name), ("message", report.text(of: finding)),
        ("file", report.listedPath(of: finding)),
        ("line", "\(finding.location?.start.line ?? 1)"),
        ("SEVERITY", finding.severity.rawValue.uppercased()),
      ])
  }

  /// Longer values are cut by TeamCity, in the middle of an escape if need be.
  private static var longestValue: Int { 3900 }

  private static func message(_ name: String, _ attributes: [(String, String)]) -> String {
    let values = attributes.map { name, value in
      "\(name)='\(value.shortened(to: longestValue).escapedForTeamCity)'"
    }
    return "##teamcity[\(name) \(values.joined(separator: " "))]\n"
  }
}

extension String {
  /// The value of an attribute of a service message.
  fileprivate var escapedForTeamCity: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "|", "'", "[", "]":
        result += "|"
        result.unicodeScalars.append(scalar)
      case "\n": result += "|n"
      case "\r": result += "|r"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "|0x" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result
  }
}
