public import Diagnostics
internal import Text

/// Writes a report for programs; known findings are listed with the new ones.
public struct JSONReporter: Reporter {
  /// Goes up when a reader of the format has to change.
  public static var version: Int { 1 }

  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    var json = JSONWriter()
    json.beginObject()
    json.member("version", .number(Self.version))
    json.key("findings")
    json.beginArray()
    for (number, finding) in report.findings.enumerated() {
      json.value(finding.json(report.sources, report.fixes[number]))
      output += json.takePiece()
    }
    json.endArray()
    json.member("summary", report.summary.json)
    json.endObject()
    output += json.finish()
  }
}

extension Diagnostic {
  func json(_ sources: SourceMap, _ fix: SuggestedFix? = nil) -> JSON {
    let (start, end) = (location?.start, location?.end)
    return .object([
      "rule": .text(rule.name),
      "severity": .text(severity.rawValue),
      "state": .text(state.rawValue),
      "message": .text(message.text),
      "file": location.map { .text(sources[$0.file]) },
      "line": start.map { .number(Int($0.line)) },
      "column": start.map { .number(Int($0.column)) },
      "endLine": end.map { .number(Int($0.line)) },
      "endColumn": end.map { .number(Int($0.column)) },
      "from": subject.from.map(JSON.text),
      "to": subject.to.map(JSON.text),
      "fromLayer": subject.fromLayer.map(JSON.text),
      "toLayer": subject.toLayer.map(JSON.text),
      "chain": subject.chain.isEmpty ? nil : .array(subject.chain.map { $0.json(sources) }),
      "owners": subject.owners.isEmpty ? nil : .texts(subject.owners),
      "codeOwners": codeOwners.isEmpty
        ? nil : .inline(["from": .texts(codeOwners.from), "to": .texts(codeOwners.to)]),
      "notes": .array(notes.map { $0.json(sources) }),
      "help": .texts(help.map(\.text)),
      "fixes": fix.map { .array([$0.json(sources)]) },
      "fingerprint": .text(fingerprint(in: sources)),
    ])
  }
}

extension Diagnostic.ChainLink {
  fileprivate func json(_ sources: SourceMap) -> JSON {
    .inline([
      "from": .text(from), "to": .text(to), "file": .text(sources[location.file]),
      "line": .number(Int(location.start.line)),
    ])
  }
}

extension Diagnostic.Note {
  fileprivate func json(_ sources: SourceMap) -> JSON {
    .inline([
      "message": .text(message.text),
      "file": location.map { .text(sources[$0.file]) },
      "line": location.map { .number(Int($0.start.line)) },
      "column": location.map { .number(Int($0.start.column)) },
    ])
  }
}

extension Report.Summary {
  var json: JSON {
    .inline([
      "modules": .number(modules), "links": .number(links), "layers": .number(layers),
      "errors": .number(errors), "warnings": .number(warnings), "known": .number(known),
      "excepted": .number(excepted),
      "nestedWorkspaces": nestedWorkspaces > 0 ? .number(nestedWorkspaces) : nil,
      "wholePackages": wholePackages > 0 ? .number(wholePackages) : nil,
      "targetsWithoutSources": targetsWithoutSources > 0 ? .number(targetsWithoutSources) : nil,
      "targetsWithGeneratedSources": targetsWithGeneratedSources > 0
        ? .number(targetsWithGeneratedSources) : nil,
    ])
  }
}
