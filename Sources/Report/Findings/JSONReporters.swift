import Diagnostics
import Text

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
  func json(_ sources: SourceMap) -> JSON {
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
        let before = line.prefix(max(0, Int(position.column) - 1))
        return .number(before.reduce(1) { $0 + UTF8.width($1) })
      },
    ])
  }
}
