import Diagnostics
internal import Text

struct JSONReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let findings = report.findings.enumerated().map { number, finding in
      finding.json(report.sources, report.fixes[number])
    }
    let json = JSON.object([
      "version": .number(JSONSchema.report.version), "findings": .array(findings),
      "summary": report.summary.json,
    ])
    output += json.printed()
  }
}

extension Diagnostic {
  func json(_ sources: SourceMap, _ fix: SuggestedFix? = nil) -> JSON {
    let head = JSON.object([
      "rule": .text(rule.name), "severity": .text(severity.rawValue),
      "state": .text(state.rawValue), "message": .text(message.text),
    ])
    let rest = JSON.object([
      "codeOwners": codeOwners.isEmpty
        ? nil : .inline(["from": .texts(codeOwners.from), "to": .texts(codeOwners.to)]),
      "notes": .array(notes.map { $0.json(sources) }),
      "help": .texts(help.map(\.text)),
      "fixes": fix.map { .array([$0.json(sources)]) },
      "fingerprint": .text(fingerprint(in: sources)),
    ])
    return [location?.json(sources), subject.json(sources), rest].compactMap(\.self)
      .reduce(head) { $0.appending($1) }
  }
}

extension SourceRange {
  func json(_ sources: SourceMap) -> JSON {
    .inline([
      "file": .text(sources[file]), "line": .number(start.line), "column": .number(start.column),
      "endLine": .number(end.line), "endColumn": .number(end.column),
    ])
  }
}

extension Diagnostic.Subject {
  fileprivate func json(_ sources: SourceMap) -> JSON {
    .object([
      "from": from.map(JSON.text), "to": to.map(JSON.text),
      "fromLayer": fromLayer.map(JSON.text), "toLayer": toLayer.map(JSON.text),
      "chain": chain.isEmpty ? nil : .array(chain.map { $0.json(sources) }),
      "owners": owners.isEmpty ? nil : .texts(owners),
    ])
  }
}

extension Diagnostic.ChainLink {
  fileprivate func json(_ sources: SourceMap) -> JSON {
    .inline([
      "from": .text(from), "to": .text(to), "file": .text(sources[location.file]),
      "line": .number(location.start.line),
    ])
  }
}

extension Diagnostic.Note {
  fileprivate func json(_ sources: SourceMap) -> JSON {
    .inline([
      "message": .text(message.text), "file": location.map { .text(sources[$0.file]) },
      "line": location.map { .number($0.start.line) },
      "column": location.map { .number($0.start.column) },
    ])
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
