public import Diagnostics
internal import Text

/// Writes findings as a code quality report of GitLab, a subset of Code Climate's issues.
///
/// GitLab drops all but the first of findings with one fingerprint, so further ones get a number.
/// Known findings have the severity `info`: those of the target branch are identified by fingerprint.
public struct GitLabReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var json = JSONWriter()
    var seen: [String: Int] = [:]
    json.beginArray()
    for finding in report.findings {
      let fingerprint = finding.fingerprint(in: report.sources)
      let count = seen[fingerprint, default: 0] + 1
      seen[fingerprint] = count
      let number = count == 1 ? fingerprint : "\(fingerprint)-\(count)"
      json.value(Self.issue(finding, number, report))
      output += json.takePiece()
    }
    json.endArray()
    output += json.finish()
  }

  private static func issue(
    _ finding: Diagnostic, _ fingerprint: String, _ report: Report
  ) -> JSON {
    let details = finding.details
    let lines = details.map { "- \($0.line(in: report, from: .repository).escapedForMarkdown)" }
    let places = details.compactMap(\.location)
    let others = places.map { location(report.path(of: $0.file, from: .repository), $0) }
    return .object([
      "type": .text("issue"),
      "check_name": .text(finding.rule.name),
      "description": .text(finding.line),
      "categories": .texts(["Style"]),
      "severity": .text(severity(of: finding)),
      "fingerprint": .text(fingerprint),
      "location": location(report.listedPath(of: finding), finding.location),
      "content": lines.isEmpty ? nil : .inline(["body": .text(lines.joined(separator: "\n"))]),
      "other_locations": others.isEmpty ? nil : .array(others),
    ])
  }

  private static func location(_ path: String, _ range: SourceRange?) -> JSON {
    let lines = JSON.inline([
      "begin": .number(Int(range?.start.line ?? 1)), "end": .number(Int(range?.end.line ?? 1)),
    ])
    return .inline(["path": .text(path), "lines": lines])
  }

  private static func severity(of finding: Diagnostic) -> String {
    if finding.state == .known { return "info" }
    return switch finding.severity {
    case .error: "major"
    case .warning: "minor"
    }
  }
}
