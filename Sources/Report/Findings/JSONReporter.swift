public import Diagnostics
internal import Text

/// Writes a report as JSON, including known findings.
public struct JSONReporter: Reporter {
  /// The version of the format, incremented when readers have to change.
  public static var version: Int { 1 }

  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var json = JSONWriter()
    json.beginObject()
    json.member("version", .number(Self.version))
    json.key("findings")
    json.beginArray()
    for (number, finding) in report.findings.enumerated() {
      finding.write(to: &json, report.sources, report.fixes[number])
      output.sendPiece(of: &json)
    }
    json.endArray()
    json.member("summary", report.summary.json)
    json.endObject()
    output.sendRest(of: json)
  }
}

extension Diagnostic {
  /// Writes the finding as an object.
  func write(to json: inout JSONWriter, _ sources: SourceMap, _ fix: SuggestedFix? = nil) {
    json.object { json in
      json.member("rule", rule.name)
      json.member("severity", severity.rawValue)
      json.member("state", state.rawValue)
      json.member("message", message.text)
      if let location {
        json.member("file", sources[location.file])
        json.member("line", location.start.line)
        json.member("column", location.start.column)
        json.member("endLine", location.end.line)
        json.member("endColumn", location.end.column)
      }
      writeSubject(to: &json, sources)
      json.array("notes") { json in
        for note in notes { note.write(to: &json, sources) }
      }
      json.array("help", .inline) { json in
        for message in help { json.value(message.text) }
      }
      if let fix { json.array("fixes") { $0.value(fix.json(sources)) } }
      json.member("fingerprint", fingerprint(in: sources))
    }
  }

  private func writeSubject(to json: inout JSONWriter, _ sources: SourceMap) {
    json.member("from", subject.from)
    json.member("to", subject.to)
    json.member("fromLayer", subject.fromLayer)
    json.member("toLayer", subject.toLayer)
    if !subject.chain.isEmpty {
      json.array("chain") { json in
        for link in subject.chain { link.write(to: &json, sources) }
      }
    }
    if !subject.owners.isEmpty { json.member("owners", subject.owners) }
    guard !codeOwners.isEmpty else { return }
    json.object("codeOwners", .inline) { json in
      json.member("from", codeOwners.from)
      json.member("to", codeOwners.to)
    }
  }
}

extension Diagnostic.ChainLink {
  fileprivate func write(to json: inout JSONWriter, _ sources: SourceMap) {
    json.object(.inline) { json in
      json.member("from", from)
      json.member("to", to)
      json.member("file", sources[location.file])
      json.member("line", location.start.line)
    }
  }
}

extension Diagnostic.Note {
  fileprivate func write(to json: inout JSONWriter, _ sources: SourceMap) {
    json.object(.inline) { json in
      json.member("message", message.text)
      guard let location else { return }
      json.member("file", sources[location.file])
      json.member("line", location.start.line)
      json.member("column", location.start.column)
    }
  }
}

extension Report.Summary {
  var json: JSON {
    let counts = gapsByKind.map { ($0.rawValue, JSON.number($1.count)) }
    let names = gaps.map { JSON.inline(["module": .text($0.name), "why": .text($0.why)]) }
    return JSON.inline([
      "modules": .number(modules), "links": .number(links), "layers": .number(layers),
      "errors": .number(errors), "warnings": .number(warnings), "known": .number(known),
      "excepted": .number(excepted),
    ])
    .appending(.inline(members: counts))
    .appending(
      .inline([
        "fixesLeftOut": fixesLeftOut > 0 ? .number(fixesLeftOut) : nil,
        "notJudged": names.isEmpty ? nil : .inline(names),
      ]))
  }
}
