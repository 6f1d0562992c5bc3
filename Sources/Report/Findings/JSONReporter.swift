public import Diagnostics

/// Writes a report for programs; known findings are listed with the new ones.
public struct JSONReporter: Reporter {
  /// Goes up when a reader of the format has to change.
  public static var version: Int { 1 }

  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var json = JSONWriter()
    json.beginObject()
    json.member("version", Self.version)
    json.key("findings")
    json.beginArray()
    for finding in report.findings {
      json.value(finding, report.sources)
      json.move(to: &output)
    }
    json.endArray()
    json.key("summary")
    json.value(report.summary)
    json.endObject()
    output += json.finishBytes()
  }
}

extension JSONWriter {
  mutating func value(_ finding: Diagnostic, _ sources: SourceMap) {
    let subject = finding.subject
    beginObject()
    member("rule", finding.rule.name)
    member("severity", finding.severity.rawValue)
    member("state", finding.state.rawValue)
    member("message", finding.message.text)
    if let location = finding.location {
      start(of: location, sources)
      member("endLine", Int(location.end.line))
      member("endColumn", Int(location.end.column))
    }
    member("from", subject.from)
    member("to", subject.to)
    member("fromLayer", subject.fromLayer)
    member("toLayer", subject.toLayer)
    if !subject.chain.isEmpty { member("chain", subject.chain, sources) }
    if !subject.owners.isEmpty { member("owners", subject.owners) }
    if !finding.codeOwners.isEmpty {
      key("codeOwners")
      beginObject(.inline)
      member("from", finding.codeOwners.from)
      member("to", finding.codeOwners.to)
      endObject()
    }
    member("notes", finding.notes, sources)
    member("help", finding.help.map(\.text))
    member("fingerprint", finding.fingerprint(in: sources))
    endObject()
  }

  private mutating func member(
    _ name: String, _ chain: [Diagnostic.ChainLink], _ sources: SourceMap
  ) {
    key(name)
    beginArray()
    for link in chain {
      beginObject(.inline)
      member("from", link.from)
      member("to", link.to)
      member("file", sources[link.location.file])
      member("line", Int(link.location.start.line))
      endObject()
    }
    endArray()
  }

  private mutating func member(_ name: String, _ notes: [Diagnostic.Note], _ sources: SourceMap) {
    key(name)
    beginArray()
    for note in notes {
      beginObject(.inline)
      member("message", note.message.text)
      if let location = note.location { start(of: location, sources) }
      endObject()
    }
    endArray()
  }

  private mutating func start(of location: SourceRange, _ sources: SourceMap) {
    member("file", sources[location.file])
    member("line", Int(location.start.line))
    member("column", Int(location.start.column))
  }

  mutating func value(_ summary: Report.Summary) {
    beginObject(.inline)
    member("modules", summary.modules)
    member("links", summary.links)
    member("layers", summary.layers)
    member("errors", summary.errors)
    member("warnings", summary.warnings)
    member("known", summary.known)
    member("excepted", summary.excepted)
    if summary.nestedWorkspaces > 0 { member("nestedWorkspaces", summary.nestedWorkspaces) }
    endObject()
  }
}
