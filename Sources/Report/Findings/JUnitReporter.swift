public import Diagnostics

/// Writes findings as failed tests, in suites by rule, for whatever shows JUnit's XML.
///
/// It has the elements and attributes of Jenkins' junit-10.xsd and no others. The first suite is one test that passes, for a report without tests counts as broken. Known
/// findings are skipped tests.
public struct JUnitReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    let failures = report.newFindings.count
    var xml = XMLWriter()
    xml.begin(
      "testsuites",
      [
        "name": report.tool.name, "tests": "\(report.findings.count + 1)",
        "failures": "\(failures)", "errors": "0",
      ])
    xml.append(report.summary, of: report.tool)
    for (rule, findings) in report.findingsByRule {
      let skipped = findings.count { $0.state == .known }
      xml.begin(
        "testsuite",
        [
          "name": rule.name, "tests": "\(findings.count)",
          "failures": "\(findings.count - skipped)", "errors": "0", "skipped": "\(skipped)",
        ])
      var names: Set<String> = []
      for finding in findings {
        var name = finding.line
        // Readers take tests of one name for one test.
        if !names.insert(name).inserted, let location = finding.location {
          name += " (\(report.place(location, from: .repository)))"
        }
        xml.append(finding, named: name, report, lines)
        xml.move(to: &output)
      }
      xml.end()
    }
    xml.end()
    output += xml.finish()
  }
}

extension Report {
  /// The findings of each rule, in the order of rules by name.
  var findingsByRule: [(rule: RuleID, findings: [Diagnostic])] {
    Dictionary(grouping: findings, by: \.rule).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }
}

extension XMLWriter {
  fileprivate mutating func append(_ summary: Report.Summary, of tool: Tool) {
    begin(
      "testsuite",
      ["name": tool.name, "tests": "1", "failures": "0", "errors": "0", "skipped": "0"])
    begin("testcase", ["classname": tool.name, "name": "the workspace was checked"])
    element("system-out", [:], text: summary.line)
    end()
    end()
  }

  fileprivate mutating func append(
    _ finding: Diagnostic, named name: String, _ report: Report, _ lines: SourceLines
  ) {
    begin(
      "testcase",
      [
        "classname": finding.rule.name, "name": name,
      ])
    var text = ""
    TextReporter(paths: .repository).append(finding, report, lines, to: &text)
    if text.utf8.last == UInt8(ascii: "\n") { text.removeLast() }
    switch finding.state {
    case .new:
      element(
        "failure", ["type": finding.severity.rawValue, "message": finding.line], text: text)
    case .known: element("skipped", ["message": "known: \(finding.line)"], text: text)
    }
    end()
  }
}
