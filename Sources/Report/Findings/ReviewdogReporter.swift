public import Diagnostics
internal import Text

/// Writes findings in the Reviewdog Diagnostic Format (`rdjson`, proto/rdf/reviewdog.proto), which reviewdog
/// turns into comments on a review.
///
/// Known findings are left out: each comment is a place that someone is asked to look at.
public struct ReviewdogReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var json = JSONWriter()
    json.beginObject()
    json.member(
      "source",
      .inline(["name": .text(report.tool.name), "url": .text(report.tool.address)]))
    json.key("diagnostics")
    json.beginArray()
    for (number, finding) in report.findings.enumerated() where finding.state == .new {
      json.value(Self.diagnostic(finding, report.fixes[number], report, lines))
      output += json.takePiece()
    }
    json.endArray()
    json.endObject()
    output += json.finish()
  }

  private static func diagnostic(
    _ finding: Diagnostic, _ fix: SuggestedFix?, _ report: Report, _ lines: SourceLines
  ) -> JSON {
    .object([
      "message": .text(report.text(of: finding)),
      "location": .object([
        "path": .text(report.listedPath(of: finding)),
        "range": finding.location.map { location in
          .inline([
            "start": position(location.start, in: location.file, lines),
            "end": position(location.end, in: location.file, lines),
          ])
        },
      ]),
      "severity": .text(finding.severity.rawValue.uppercased()),
      "code": .inline([
        "value": .text(finding.rule.name), "url": .text(report.tool.address(of: finding.rule)),
      ]),
      "suggestions": fix.flatMap { suggestions($0, for: finding, lines) },
    ])
  }

  /// A suggestion is one change in the file of its finding: reviewdog offers several as alternatives.
  private static func suggestions(
    _ fix: SuggestedFix, for finding: Diagnostic, _ lines: SourceLines
  ) -> JSON? {
    guard fix.edits.count == 1, let edit = fix.edits.first,
      edit.range.file == finding.location?.file
    else { return nil }
    return .array([
      .object([
        "range": .inline([
          "start": position(edit.range.start, in: edit.range.file, lines),
          "end": position(edit.range.end, in: edit.range.file, lines),
        ]),
        "text": .text(edit.text),
      ])
    ])
  }

  /// Columns count the bytes of UTF-8; a line that is not shown has none.
  private static func position(_ position: Position, in file: FileID, _ lines: SourceLines) -> JSON
  {
    let column = lines(file, position.line).map {
      $0.utf8Offset(ofScalar: Int(position.column) - 1)
    }
    return .inline([
      "line": .number(Int(position.line)), "column": column.map { .number($0 + 1) },
    ])
  }
}
