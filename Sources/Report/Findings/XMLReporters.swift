import Diagnostics
import Text

/// Writes findings in Checkstyle's XML, which Jenkins, reviewdog and others read.
///
/// Known findings have the severity `info`.
struct CheckstyleReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    var xml = XMLWriter()
    xml.begin("checkstyle", ["version": "4.3"])
    for (path, findings) in report.findings.grouped(by: report.listedPath) {
      xml.begin("file", ["name": path])
      for finding in findings { append(finding, report, to: &xml) }
      xml.end()
    }
    xml.end()
    output += xml.finish()
  }

  private func append(_ finding: Diagnostic, _ report: Report, to xml: inout XMLWriter) {
    xml.element(
      "error",
      [
        "line": "\(finding.location?.start.line ?? 1)",
        "column": finding.location.map { "\($0.start.column)" },
        "severity": finding.state == .known ? "info" : finding.severity.rawValue,
        "message": report.text(of: finding),
        "source": "\(report.tool.name).\(finding.rule.name)",
      ])
  }
}

/// Writes findings as failed tests in JUnit's XML, one suite for each rule.
///
/// Uses only elements and attributes of Jenkins' junit-10.xsd. The first suite is one test that
/// passes, since some tools reject a report without tests. Known findings are skipped tests.
struct JUnitReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let known = report.findings.indices.count { report.findings[$0].state == .known }
    var xml = XMLWriter()
    xml.begin(
      "testsuites",
      [
        "name": report.tool.name, "tests": "\(report.findings.count + 1)",
        "failures": "\(report.findings.count - known)", "errors": "0",
      ])
    let tool = report.tool.name
    xml.begin(
      "testsuite", ["name": tool, "tests": "1", "failures": "0", "errors": "0", "skipped": "0"])
    xml.begin("testcase", ["classname": tool, "name": "the workspace was checked"])
    xml.element("system-out", text: report.summary.line)
    xml.end()
    xml.end()
    for (rule, findings) in report.findingsByRule {
      append(findings, of: rule, report, lines, to: &xml)
    }
    xml.end()
    output += xml.finish()
  }

  private func append(
    _ findings: [Int], of rule: RuleID, _ report: Report, _ lines: SourceLines,
    to xml: inout XMLWriter
  ) {
    let skipped = findings.count { report.findings[$0].state == .known }
    xml.begin(
      "testsuite",
      [
        "name": rule.name, "tests": "\(findings.count)",
        "failures": "\(findings.count - skipped)", "errors": "0", "skipped": "\(skipped)",
      ])
    var names: Set<String> = []
    for number in findings {
      let finding = report.findings[number]
      let line = finding.line
      var (name, text) = (line, "")
      // Some tools merge tests of the same name.
      if !names.insert(line).inserted, let location = finding.location {
        name += " (\(report.place(of: location, from: .repository)))"
      }
      TextReporter(paths: .repository).append(finding, report, lines, to: &text)
      if text.hasSuffix("\n") { text.removeLast() }
      xml.begin("testcase", ["classname": rule.name, "name": name])
      switch finding.state {
      case .new:
        xml.element("failure", text: text, ["type": finding.severity.rawValue, "message": line])
      case .known: xml.element("skipped", text: text, ["message": "known: \(line)"])
      }
      xml.end()
    }
    xml.end()
  }
}

extension Report {
  /// The numbers of the findings of each rule, sorted by rank and rule.
  var findingsByRule: [(rule: RuleID, findings: [Int])] {
    findings.indices.grouped { findings[$0].rule }.sorted { a, b in
      let ranks = (findings[a.elements[0]].rank, findings[b.elements[0]].rank)
      return ranks.0 == ranks.1 ? a.key < b.key : ranks.0 < ranks.1
    }
    .map { (rule: $0.key, findings: $0.elements) }
  }
}

/// Writes an XML 1.0 document, each element on its own line.
struct XMLWriter {
  /// Attributes in order; those without a value are omitted.
  typealias Attributes = KeyValuePairs<String, String?>

  private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  mutating func begin(_ name: String, _ attributes: Attributes = [:]) {
    tag(name, attributes)
    text += ">\n"
    open.append(name)
  }

  mutating func end() {
    guard let name = open.popLast() else { preconditionFailure("unbalanced XML") }
    indent()
    close(name)
  }

  mutating func element(_ name: String, _ attributes: Attributes) {
    tag(name, attributes)
    text += "/>\n"
  }

  /// Writes an element with text, which may have several lines.
  mutating func element(_ name: String, text content: String, _ attributes: Attributes = [:]) {
    tag(name, attributes)
    text += ">" + content.escaped(by: .xmlText)
    close(name)
  }

  consuming func finish() -> String {
    precondition(open.isEmpty, "unfinished XML")
    return text
  }

  private mutating func indent() { text += String(repeating: " ", count: 2 * open.count) }

  private mutating func tag(_ name: String, _ attributes: Attributes) {
    indent()
    text += "<" + name
    for (name, value) in attributes {
      // Line breaks in values are intended: those in names are already escaped.
      if let value { text += " \(name)=\"\(value.escaped(by: .xmlAttribute))\"" }
    }
  }

  private mutating func close(_ name: String) {
    text += "</" + name + ">\n"
  }
}
