public import Diagnostics

/// Writes findings as Checkstyle does, for Jenkins, reviewdog and others that read its XML.
///
/// Known findings have the severity `info`.
public struct CheckstyleReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var xml = XMLWriter()
    xml.begin("checkstyle", ["version": "4.3"])
    var open: String?
    for finding in report.findings {
      let path = report.listedPath(of: finding)
      if path != open {
        if open != nil { xml.end() }
        xml.begin("file", ["name": path])
        open = path
      }
      xml.element(
        "error",
        [
          "line": "\(finding.location?.start.line ?? 1)",
          "column": finding.location.map { "\($0.start.column)" },
          "severity": finding.state == .known ? "info" : finding.severity.rawValue,
          "message": report.text(of: finding),
          "source": "\(report.tool.name).\(finding.rule.name)",
        ])
      xml.move(to: &output)
    }
    if open != nil { xml.end() }
    xml.end()
    output += xml.finish()
  }
}
