public import Diagnostics

/// Writes findings as a code quality report of GitLab, a subset of Code Climate's issues.
///
/// GitLab drops all but the first of findings with one fingerprint, so further ones get a number.
/// Known findings have the severity `info`: those of the target branch are told by fingerprint.
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
      json.value(finding, count == 1 ? fingerprint : "\(fingerprint)-\(count)", report)
      json.move(to: &output)
    }
    json.endArray()
    output += json.finishBytes()
  }
}

extension JSONWriter {
  fileprivate mutating func value(_ finding: Diagnostic, _ fingerprint: String, _ report: Report) {
    let details = finding.details
    beginObject()
    member("type", "issue")
    member("check_name", finding.rule.name)
    member("description", finding.line)
    member("categories", ["Style"])
    member("severity", Self.severity(of: finding))
    member("fingerprint", fingerprint)
    key("location")
    location(report.listedPath(of: finding), finding.location)
    if !details.isEmpty {
      key("content")
      beginObject(.inline)
      let lines = details.map { "- \($0.line(in: report, from: .repository).escapedForMarkdown)" }
      member("body", lines.joined(separator: "\n"))
      endObject()
    }
    let places = details.compactMap(\.location)
    if !places.isEmpty {
      key("other_locations")
      beginArray()
      for place in places { location(report.path(of: place.file, from: .repository), place) }
      endArray()
    }
    endObject()
  }

  private mutating func location(_ path: String, _ range: SourceRange?) {
    beginObject(.inline)
    member("path", path)
    key("lines")
    beginObject()
    member("begin", Int(range?.start.line ?? 1))
    member("end", Int(range?.end.line ?? 1))
    endObject()
    endObject()
  }

  private static func severity(of finding: Diagnostic) -> String {
    if finding.state == .known { return "info" }
    return switch finding.severity {
    case .error: "major"
    case .warning: "minor"
    }
  }
}
