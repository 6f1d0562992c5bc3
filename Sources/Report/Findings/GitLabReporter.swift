public import Diagnostics
internal import Text

/// Writes findings as a GitLab code quality report, a subset of Code Climate's issues.
///
/// GitLab keeps only the first of several findings with the same fingerprint, so others get a
/// number. Known findings have the severity `info`: GitLab matches those of the target branch by
/// fingerprint.
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
      Self.write(finding, number, report, to: &json)
      output.sendPiece(of: &json)
    }
    json.endArray()
    output.sendRest(of: json)
  }

  /// Returns the details of a finding as a Markdown list.
  private static func list(of details: [Detail], _ report: Report) -> String {
    details.map { "- " + $0.line(in: report, from: .repository).escapedForMarkdown }
      .joined(separator: "\n")
  }

  private static func write(
    _ finding: Diagnostic, _ fingerprint: String, _ report: Report,
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("type", "issue")
      json.member("check_name", finding.rule.name)
      json.member("description", finding.line)
      json.member("categories", ["Style"])
      json.member("severity", severity(of: finding))
      json.member("fingerprint", fingerprint)
      json.key("location")
      write(report.listedPath(of: finding), finding.location, to: &json)
      let details = finding.details
      if !details.isEmpty {
        json.object("content", .inline) { $0.member("body", list(of: details, report)) }
      }
      writeOtherLocations(of: finding, report, to: &json)
    }
  }

  private static func writeOtherLocations(
    of finding: Diagnostic, _ report: Report, to json: inout JSONWriter
  ) {
    let locations = finding.details.compactMap(\.location)
    guard !locations.isEmpty else { return }
    json.array("other_locations") { json in
      for location in locations {
        write(report.path(of: location.file, from: .repository), location, to: &json)
      }
    }
  }

  private static func write(_ path: String, _ range: SourceRange?, to json: inout JSONWriter) {
    json.object(.inline) { json in
      json.member("path", path)
      json.object("lines") { json in
        json.member("begin", range?.start.line ?? 1)
        json.member("end", range?.end.line ?? 1)
      }
    }
  }

  private static func severity(of finding: Diagnostic) -> String {
    if finding.state == .known { return "info" }
    return switch finding.severity {
    case .error: "major"
    case .warning: "minor"
    }
  }
}
