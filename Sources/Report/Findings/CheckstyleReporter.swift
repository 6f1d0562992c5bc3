public import Diagnostics
internal import Text

/// Writes findings in Checkstyle's XML, which Jenkins, reviewdog and others read.
///
/// Known findings have the severity `info`.
public struct CheckstyleReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var xml = XMLWriter()
    xml.begin("checkstyle") { $0.attribute("version", "4.3") }
    var open: String?
    for finding in report.findings {
      let path = report.listedPath(of: finding)
      if path != open {
        if open != nil { xml.end() }
        xml.begin("file") { $0.attribute("name", path) }
        open = path
      }
      xml.element("error") { error in
        error.attribute("line", "\(finding.location?.start.line ?? 1)")
        if let location = finding.location { error.attribute("column", "\(location.start.column)") }
        error.attribute("severity", finding.state == .known ? "info" : finding.severity.rawValue)
        error.attribute("message", report.text(of: finding))
        error.attribute("source", "\(report.tool.name).\(finding.rule.name)")
      }
      xml.move(to: &output)
    }
    if open != nil { xml.end() }
    xml.end()
    xml.finish(to: &output)
  }
}
