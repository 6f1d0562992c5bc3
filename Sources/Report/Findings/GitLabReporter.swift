import Diagnostics
internal import Text

/// Writes findings as a GitLab code quality report, a subset of Code Climate's issues.
///
/// GitLab keeps only the first of several findings with the same fingerprint, so others get a
/// number. Known findings have the severity `info`: GitLab matches those of the target branch by
/// fingerprint.
struct GitLabReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    var seen: [String: Int] = [:]
    let issues = report.findings.map { finding in
      let fingerprint = finding.fingerprint(in: report.sources)
      let count = seen[fingerprint, default: 0] + 1
      seen[fingerprint] = count
      return Self.issue(finding, count == 1 ? fingerprint : "\(fingerprint)-\(count)", report)
    }
    output += JSON.array(issues).printed()
  }

  private static func issue(
    _ finding: Diagnostic, _ fingerprint: String, _ report: Report
  ) -> JSON {
    let details = finding.details
    let places = details.compactMap(\.location).map { place in
      json(report.path(of: place.file, from: .repository), place)
    }
    return .object([
      "type": .text("issue"),
      "check_name": .text(finding.rule.name),
      "description": .text(finding.line),
      "categories": .texts(["Style"]),
      "severity": .text(severity(of: finding)),
      "fingerprint": .text(fingerprint),
      "location": json(report.listedPath(of: finding), finding.location),
      "content": details.isEmpty ? nil : .inline(["body": .text(list(of: details, report))]),
      "other_locations": places.isEmpty ? nil : .array(places),
    ])
  }

  private static func list(of details: [Detail], _ report: Report) -> String {
    details.map { "- " + $0.line(in: report, from: .repository).escapedForMarkdown }
      .joined(separator: "\n")
  }

  private static func json(_ path: String, _ range: SourceRange?) -> JSON {
    .inline([
      "path": .text(path),
      "lines": .inline([
        "begin": .number(range?.start.line ?? 1), "end": .number(range?.end.line ?? 1),
      ]),
    ])
  }

  private static func severity(of finding: Diagnostic) -> String {
    if finding.state == .known { return "info" }
    return switch finding.severity {
    case .error: "major"
    case .warning: "minor"
    }
  }
}
