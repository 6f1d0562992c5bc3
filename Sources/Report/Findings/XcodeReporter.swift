public import Diagnostics
internal import Text

/// Writes the first line of each new finding with an absolute path, for a build phase of Xcode.
public struct XcodeReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    for finding in report.newFindings {
      if let location = finding.location {
        output += report.place(location, from: .machine) + ": "
      }
      output += "\(finding.severity.rawValue): \(finding.line) "
      output += "[\(finding.rule.name.escapedForTerminal)]\n"
    }
  }
}
