import Diagnostics
internal import Text

/// Writes findings in the Reviewdog Diagnostic Format (`rdjson`, proto/rdf/reviewdog.proto), which
/// reviewdog turns into review comments.
///
/// Omits known findings: each comment requires attention to its location.
struct ReviewdogReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let new = report.findings.enumerated().filter { $1.state == .new }
    let json = JSON.object([
      "source": .inline([
        "name": .text(report.tool.name),
        "url": report.tool.address.isEmpty ? nil : .text(report.tool.address),
      ]),
      "diagnostics": .array(
        new.map { Self.json($1, report.fixes[$0], report, lines) }),
    ])
    output += json.printed()
  }

  private static func json(
    _ finding: Diagnostic, _ fix: SuggestedFix?, _ report: Report, _ lines: SourceLines
  ) -> JSON {
    .object([
      "message": .text(report.text(of: finding)),
      "location": .object([
        "path": .text(report.listedPath(of: finding)),
        "range": finding.location.map { json($0, lines) },
      ]),
      "severity": .text(finding.severity.rawValue.uppercased()),
      "code": .inline([
        "value": .text(finding.rule.name),
        "url": report.tool.address(of: finding.rule).map(JSON.text),
      ]),
      "suggestions": fix.flatMap { suggestions($0, for: finding, lines) },
    ])
  }

  /// Returns the suggestion of a fix that is a single change in the file of its finding; reviewdog
  /// treats several as alternatives.
  private static func suggestions(
    _ fix: SuggestedFix, for finding: Diagnostic, _ lines: SourceLines
  ) -> JSON? {
    guard fix.edits.count == 1, let edit = fix.edits.first,
      edit.range.file == finding.location?.file
    else { return nil }
    return .array([.object(["range": json(edit.range, lines), "text": .text(edit.text)])])
  }

  private static func json(_ range: SourceRange, _ lines: SourceLines) -> JSON {
    .inline([
      "start": json(range.start, in: range.file, lines),
      "end": json(range.end, in: range.file, lines),
    ])
  }

  /// Returns a location, with columns in UTF-8 bytes; without columns if the line is not shown.
  private static func json(
    _ position: Position, in file: FileID, _ lines: SourceLines
  ) -> JSON {
    .inline([
      "line": .number(position.line),
      "column": lines(file, position.line).map { line in
        let before = line.unicodeScalars.prefix(max(0, Int(position.column) - 1))
        return .number(Substring(before).utf8.count + 1)
      },
    ])
  }
}
