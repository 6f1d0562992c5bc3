import Diagnostics
internal import Text

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
