public import Diagnostics
internal import Text

/// Writes findings in Checkstyle's XML, which Jenkins, reviewdog and others read.
///
/// Known findings have the severity `info`.
public struct CheckstyleReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout String) {
    var xml = XMLWriter()
    xml.begin("checkstyle") { $0.attribute("version", "4.3") }
    var numbers: [String: Int] = [:]
    var files: [(path: String, findings: [Int])] = []
    for index in report.findings.indices {
      let path = report.listedPath(of: report.findings[index])
      let file = numbers[path] ?? files.count
      if file == files.count {
        numbers[path] = file
        files.append((path, []))
      }
      files[file].findings.append(index)
    }
    for (path, findings) in files {
      xml.begin("file") { $0.attribute("name", path) }
      for number in findings {
        append(report.findings[number], report, to: &xml)
      }
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
