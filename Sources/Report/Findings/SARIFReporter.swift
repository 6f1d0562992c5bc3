public import Diagnostics
internal import Text

/// Writes a log in the Static Analysis Results Interchange Format (SARIF) 2.1.0 (OASIS), for GitHub
/// code scanning, Azure DevOps, editors and others.
///
/// Known findings are results with a suppression. Names are unescaped in property bags only.
public struct SARIFReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    let rules = report.findingsByRule.map(\.rule)
    var json = JSONWriter()
    json.beginObject()
    json.member("$schema", .text(Self.schema))
    json.member("version", .text("2.1.0"))
    json.key("runs")
    json.beginArray()
    json.beginObject()
    json.member("tool", Self.driver(of: report, rules))
    json.member("columnKind", .text("unicodeCodePoints"))
    json.member("originalUriBaseIds", Self.sourceRoot)
    json.key("results")
    json.beginArray()
    let numbers = Dictionary(zip(rules, rules.indices)) { first, _ in first }
    for (number, finding) in report.findings.enumerated() {
      let rule = numbers[finding.rule] ?? 0
      Self.write(finding, rule: rule, report.fixes[number], report, lines, to: &json)
      output.sendPiece(of: &json)
    }
    json.endArray()
    json.member("properties", report.summary.json)
    json.endObject()
    json.endArray()
    json.endObject()
    output.sendRest(of: json)
  }

  private static var schema: String {
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  }

  /// The base of paths: the root of the repository, under the name that consumers expect.
  private static var root: String { "%SRCROOT%" }

  /// The key of fingerprints; its version is incremented when fingerprints change.
  private static var fingerprintKey: StaticString { "modlint/v1" }

  /// The maximum number of scalars of a context line; a minified file has lines of megabytes.
  private static var longestContext: Int { 1000 }
}

extension SARIFReporter {
  private static func driver(of report: Report, _ rules: [RuleID]) -> JSON {
    .object([
      "driver": .object([
        "name": .text(report.tool.name),
        "semanticVersion": .text(report.tool.version),
        "informationUri": report.tool.address.isEmpty ? nil : .text(report.tool.address),
        "rules": .array(rules.map { descriptor(of: $0, report.tool) }),
      ])
    ])
  }

  private static func descriptor(of rule: RuleID, _ tool: Tool) -> JSON {
    let description = tool.rule(rule)
    return .object([
      "id": .text(rule.name),
      "shortDescription": description.map { message($0.summary.escapedForTerminal) },
      "helpUri": tool.address(of: rule).map { .text($0) },
      "help": description.map {
        .object([
          "text": .text($0.summary.escapedForTerminal),
          "markdown": .text(tool.linkedPage($0.text)),
        ])
      },
      "defaultConfiguration": description.map {
        .inline([
          "enabled": .flag($0.severity != nil),
          "level": .text($0.severity?.rawValue ?? "none"),
        ])
      },
    ])
  }

  /// Declares the root without its location, since logs are read on other machines.
  private static var sourceRoot: JSON {
    .object([root: .object(["description": message("the root of the repository")])])
  }

  private static func write(
    _ finding: Diagnostic, rule: Int, _ fix: SuggestedFix?, _ report: Report,
    _ lines: SourceLines, to json: inout JSONWriter
  ) {
    let isKnown = finding.state == .known
    json.object { json in
      json.member("ruleId", finding.rule.name)
      json.member("ruleIndex", UInt32(rule))
      json.member("level", finding.severity.rawValue)
      json.key("message")
      write(message: report.text(of: finding), to: &json)
      json.member("baselineState", isKnown ? "unchanged" : "new")
      json.array("locations") { json in
        if let location = finding.location {
          write(location, of: finding, report, lines, to: &json)
        }
      }
      writeRelatedLocations(of: finding, report, to: &json)
      json.object("partialFingerprints", .inline) {
        $0.member(fingerprintKey, finding.fingerprint(in: report.sources))
      }
      json.array("suppressions") { if isKnown { $0.value(suppression) } }
      if let fix {
        json.array("fixes") { $0.value(fix.sarif(finding) { artifactLocation($0, report) }) }
      }
      write(finding.subject, to: &json)
    }
  }

  private static var suppression: JSON {
    .inline([
      "kind": .text("external"), "status": .text("accepted"),
      "justification": .text("known before this run"),
    ])
  }

  private static func message(_ text: String) -> JSON { .inline(["text": .text(text)]) }

  /// Writes a message in which text cannot become an embedded link (3.11.6).
  private static func write(message text: String, to json: inout JSONWriter) {
    json.object(.inline) { json in
      json.member("text", text.containsBytes(of: "](") ? text.escaped(by: .sarifLinks) : text)
    }
  }
}

extension SARIFReporter {
  private static func write(
    _ location: SourceRange, of finding: Diagnostic, _ report: Report, _ lines: SourceLines,
    to json: inout JSONWriter
  ) {
    let context = lines(location.file, location.start.line)
    json.object { json in
      write(location, context: context, report, to: &json)
      guard let module = finding.subject.from else { return }
      json.array("logicalLocations") { json in
        json.object(.inline) { json in
          json.member("name", module)
          json.member("kind", "module")
        }
      }
    }
  }

  private static func write(
    _ location: SourceRange, context: SourceLine? = nil, _ report: Report,
    to json: inout JSONWriter
  ) {
    json.object("physicalLocation") { json in
      json.object("artifactLocation", .inline) { json in
        let path = report.path(of: location.file, from: .repository)
        json.member("uri", path.percentEncodedPath)
        json.member("uriBaseId", root)
      }
      json.object("region", .inline) { json in
        json.member("startLine", location.start.line)
        json.member("startColumn", location.start.column)
        json.member("endLine", location.end.line)
        json.member("endColumn", location.end.column)
      }
      if let context { write(contextOf: location, line: context, to: &json) }
    }
  }

  private static func artifactLocation(_ file: FileID, _ report: Report) -> JSON {
    .inline([
      "uri": .text(report.path(of: file, from: .repository).percentEncodedPath),
      "uriBaseId": .text(root),
    ])
  }

  /// Writes the whole line as context, if it is larger than the region, as the format requires.
  private static func write(
    contextOf location: SourceRange, line: SourceLine, to json: inout JSONWriter
  ) {
    let count =
      line.isPlain
      ? line.text.utf8.count : line.text.unicodeScalars.prefix(longestContext + 1).count
    let isMore = location.start.column > 1 || Int(location.end.column) <= count
    guard location.end.line == location.start.line, isMore, count <= longestContext else { return }
    json.object("contextRegion", .inline) { json in
      json.member("startLine", location.start.line)
      json.object("snippet") { $0.member("text", String(line.text)) }
    }
  }

  private static func writeRelatedLocations(
    of finding: Diagnostic, _ report: Report, to json: inout JSONWriter
  ) {
    let details = finding.details.filter { $0.location != nil }
    guard !details.isEmpty else { return }
    json.array("relatedLocations") { json in
      for (number, detail) in details.enumerated() {
        json.object { json in
          json.member("id", UInt32(number + 1))
          if let location = detail.location { write(location, report, to: &json) }
          json.key("message")
          write(message: detail.label + detail.text, to: &json)
        }
      }
    }
  }

  private static func write(_ subject: Diagnostic.Subject, to json: inout JSONWriter) {
    guard subject.from != nil else { return }
    json.object("properties", .inline) { json in
      json.member("from", subject.from)
      json.member("to", subject.to)
      json.member("fromLayer", subject.fromLayer)
      json.member("toLayer", subject.toLayer)
      if !subject.owners.isEmpty { json.member("owners", subject.owners) }
    }
  }
}

extension Escapes {
  fileprivate static let sarifLinks = Escapes { $0 == "[" || $0 == "]" ? "\\\($0)" : nil }
}
