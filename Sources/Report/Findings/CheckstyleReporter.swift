import Diagnostics
internal import Text

/// Writes findings in Checkstyle's XML, which Jenkins, reviewdog and others read.
///
/// Known findings have the severity `info`.
struct CheckstyleReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    var xml = XMLWriter()
    xml.begin("checkstyle") { $0.attribute("version", "4.3") }
    for (path, findings) in report.findings.grouped(by: report.listedPath) {
      xml.begin("file") { $0.attribute("name", path) }
      for finding in findings { append(finding, report, to: &xml) }
      xml.end()
    }
    xml.end()
    output += xml.finish()
  }

  private func append(_ finding: Diagnostic, _ report: Report, to xml: inout XMLWriter) {
    xml.element("error") { error in
      error.attribute("line", "\(finding.location?.start.line ?? 1)")
      if let location = finding.location { error.attribute("column", "\(location.start.column)") }
      error.attribute("severity", finding.state == .known ? "info" : finding.severity.rawValue)
      error.attribute("message", report.text(of: finding))
      error.attribute("source", "\(report.tool.name).\(finding.rule.name)")
    }
  }
}
