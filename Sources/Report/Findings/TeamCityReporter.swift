import Diagnostics
internal import Text

/// Writes findings as service messages of TeamCity, which lists them as inspections of the build.
///
/// Known findings are only counted.
struct TeamCityReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    // TeamCity ignores inspections of undeclared types.
    var rules: Set<RuleID> = []
    for finding in report.findings where finding.state == .new {
      if rules.insert(finding.rule).inserted {
        append(typeOf: finding.rule, report.tool, to: &output)
      }
      append(finding, report, to: &output)
    }
    output += report.summary.line + "\n"
  }

  private func append(typeOf rule: RuleID, _ tool: Tool, to output: inout String) {
    let summary = tool.rule(rule)?.summary ?? rule.name
    output += "##teamcity[inspectionType"
    append("id", rule.name, to: &output)
    append("name", rule.name, to: &output)
    append("category", tool.name, to: &output)
    let address = tool.address(of: rule).map { ": \($0)" } ?? ""
    append("description", summary + address, to: &output)
    output += "]\n"
  }

  private func append(
    _ finding: Diagnostic, _ report: Report, to output: inout String
  ) {
    output += "##teamcity[inspection"
    append("typeId", finding.rule.name, to: &output)
    append("message", report.text(of: finding), to: &output)
    append("file", report.listedPath(of: finding), to: &output)
    append("line", "\(finding.location?.start.line ?? 1)", to: &output)
    append("SEVERITY", finding.severity.rawValue.uppercased(), to: &output)
    output += "]\n"
  }

  /// The maximum length of a value; TeamCity cuts longer ones, possibly within an escape.
  private static var longestValue: Int { 3900 }

  private func append(_ name: String, _ value: String, to output: inout String) {
    output += " \(name)='\(value.shortened(to: Self.longestValue).escaped(by: .teamCity))'"
  }
}

extension Escapes {
  /// Escapes the value of an attribute of a service message.
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
