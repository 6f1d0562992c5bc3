import Diagnostics
internal import Text

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
