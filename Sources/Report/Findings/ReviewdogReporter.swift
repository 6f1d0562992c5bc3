public import Diagnostics
internal import Text

/// Writes findings in the Reviewdog Diagnostic Format (`rdjson`, proto/rdf/reviewdog.proto), which
/// reviewdog turns into review comments.
///
/// Omits known findings: each comment requires attention to its location.
public struct ReviewdogReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var json = JSONWriter()
    json.beginObject()
    json.member(
      "source",
      .inline([
        "name": .text(report.tool.name),
        "url": report.tool.address.isEmpty ? nil : .text(report.tool.address),
      ]))
    json.key("diagnostics")
    json.beginArray()
    for (number, finding) in report.findings.enumerated() where finding.state == .new {
      Self.write(finding, report.fixes[number], report, lines, to: &json)
      output.sendPiece(of: &json)
    }
    json.endArray()
    json.endObject()
    output.sendRest(of: json)
  }

  private static func write(
    _ finding: Diagnostic, _ fix: SuggestedFix?, _ report: Report, _ lines: SourceLines,
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("message", report.text(of: finding))
      json.object("location") { json in
        json.member("path", report.listedPath(of: finding))
        guard let location = finding.location else { return }
        json.object("range", .inline) { json in
          json.key("start")
          write(location.start, in: location.file, lines, to: &json)
          json.key("end")
          write(location.end, in: location.file, lines, to: &json)
        }
      }
      json.member("severity", finding.severity.rawValue.uppercased())
      json.object("code", .inline) { json in
        json.member("value", finding.rule.name)
        if let page = report.tool.address(of: finding.rule) { json.member("url", page) }
      }
      if let fix { writeSuggestions(fix, for: finding, lines, to: &json) }
    }
  }

  /// Writes suggestions.
  ///
  /// Each must be a single change in the file of its finding, since reviewdog treats several as
  /// alternatives.
  private static func writeSuggestions(
    _ fix: SuggestedFix, for finding: Diagnostic, _ lines: SourceLines, to json: inout JSONWriter
  ) {
    guard fix.edits.count == 1, let edit = fix.edits.first,
      edit.range.file == finding.location?.file
    else { return }
    json.array("suggestions") { json in
      json.object { json in
        json.object("range", .inline) { json in
          json.key("start")
          write(edit.range.start, in: edit.range.file, lines, to: &json)
          json.key("end")
          write(edit.range.end, in: edit.range.file, lines, to: &json)
        }
        json.member("text", edit.text)
      }
    }
  }

  /// Writes a location, with columns in UTF-8 bytes; without columns if the line is not shown.
  private static func write(
    _ position: Position, in file: FileID, _ lines: SourceLines, to json: inout JSONWriter
  ) {
    json.object(.inline) { json in
      json.member("line", position.line)
      guard let line = lines(file, position.line) else { return }
      json.member(
        "column", UInt32(line.utf8Offset(ofScalar: Int(position.column) - 1) + 1))
    }
  }
}
