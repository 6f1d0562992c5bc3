public import Diagnostics
internal import Text

/// Writes a log in the Static Analysis Results Interchange Format, 2.1.0 (OASIS), for GitHub's code
/// scanning, Azure DevOps, editors and others.
///
/// Known findings are results with a suppression. Names stand unescaped in property bags only.
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
      json.value(Self.result(finding, rule: rule, report.fixes[number], report, lines))
      output += json.takePiece()
    }
    json.endArray()
    json.member("properties", report.summary.json)
    json.endObject()
    json.endArray()
    json.endObject()
    output += json.finish()
  }

  private static var schema: String {
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  }

  /// What paths are relative to: the root of the repository, by the name that consumers know it.
  private static var root: String { "%SRCROOT%" }

  /// Goes up when the same finding gets another fingerprint.
  private static var fingerprintKey: String { "modlint/v1" }

  /// Scalars of a line that is still shown as context; a minified file has lines of megabytes.
  private static var longestContext: Int { 1000 }
}

extension SARIFReporter {
  private static func driver(of report: Report, _ rules: [RuleID]) -> JSON {
    .object([
      "driver": .object([
        "name": .text(report.tool.name),
        "semanticVersion": .text(report.tool.version),
        "informationUri": .text(report.tool.address),
        "rules": .array(rules.map { descriptor(of: $0, report.tool) }),
      ])
    ])
  }

  private static func descriptor(of rule: RuleID, _ tool: Tool) -> JSON {
    let description = tool.rule(rule)
    return .object([
      "id": .text(rule.name),
      "shortDescription": description.map { message($0.summary.escapedForTerminal) },
      "helpUri": .text(tool.address(of: rule)),
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

  /// Names the root without saying where it is: logs are read on other machines.
  private static var sourceRoot: JSON {
    .object([root: .object(["description": message("the root of the repository")])])
  }

  private static func result(
    _ finding: Diagnostic, rule: Int, _ fix: SuggestedFix?, _ report: Report, _ lines: SourceLines
  ) -> JSON {
    let details = finding.details
    let text = [finding.line] + details.map { $0.line(in: report, from: .repository) }
    let isKnown = finding.state == .known
    return .object([
      "ruleId": .text(finding.rule.name),
      "ruleIndex": .number(rule),
      "level": .text(finding.severity.rawValue),
      "message": message(text.joined(separator: "\n").escapedForLinks),
      "baselineState": .text(isKnown ? "unchanged" : "new"),
      "locations": .array(
        finding.location.map { [location($0, of: finding, report, lines)] } ?? []),
      "relatedLocations": relatedLocations(details, report),
      "partialFingerprints": .inline([
        fingerprintKey: .text(finding.fingerprint(in: report.sources))
      ]),
      "suppressions": .array(isKnown ? [suppression] : []),
      "fixes": fix.map { fix in
        .array([fix.sarif(finding) { artifactLocation($0, report) }])
      },
      "properties": properties(of: finding.subject),
    ])
  }

  private static var suppression: JSON {
    .inline([
      "kind": .text("external"), "status": .text("accepted"),
      "justification": .text("known before this run"),
    ])
  }

  private static func message(_ text: String) -> JSON { .inline(["text": .text(text)]) }
}

extension SARIFReporter {
  private static func location(
    _ location: SourceRange, of finding: Diagnostic, _ report: Report, _ lines: SourceLines
  ) -> JSON {
    let context = lines(location.file, location.start.line)
    return .object([
      "physicalLocation": physicalLocation(location, context: context, report),
      "logicalLocations": finding.subject.from.map {
        .array([.inline(["name": .text($0), "kind": .text("module")])])
      },
    ])
  }

  private static func physicalLocation(
    _ location: SourceRange, context: SourceLine? = nil, _ report: Report
  ) -> JSON {
    .object([
      "artifactLocation": artifactLocation(location.file, report),
      "region": .inline([
        "startLine": .number(Int(location.start.line)),
        "startColumn": .number(Int(location.start.column)),
        "endLine": .number(Int(location.end.line)),
        "endColumn": .number(Int(location.end.column)),
      ]),
      "contextRegion": context.flatMap { contextRegion(of: location, line: $0) },
    ])
  }

  private static func artifactLocation(_ file: FileID, _ report: Report) -> JSON {
    .inline([
      "uri": .text(report.path(of: file, from: .repository).percentEncodedPath),
      "uriBaseId": .text(root),
    ])
  }

  /// The whole line, where it is more than the region: a context must be.
  private static func contextRegion(of location: SourceRange, line: SourceLine) -> JSON? {
    let count = line.text.unicodeScalars.prefix(longestContext + 1).count
    let isMore = location.start.column > 1 || Int(location.end.column) <= count
    guard location.end.line == location.start.line, isMore, count <= longestContext else {
      return nil
    }
    return .inline([
      "startLine": .number(Int(location.start.line)), "snippet": message(String(line.text)),
    ])
  }

  private static func relatedLocations(_ details: [Detail], _ report: Report) -> JSON? {
    let placed = details.compactMap { detail in detail.location.map { (detail, $0) } }
    guard !placed.isEmpty else { return nil }
    return .array(
      placed.enumerated().map { number, place in
        let (detail, location) = place
        let text = (detail.label + detail.text.escapedForTerminal).escapedForLinks
        return .object([
          "id": .number(number + 1),
          "physicalLocation": physicalLocation(location, report),
          "message": message(text),
        ])
      })
  }

  private static func properties(of subject: Diagnostic.Subject) -> JSON? {
    guard subject.from != nil else { return nil }
    return .inline([
      "from": subject.from.map(JSON.text), "to": subject.to.map(JSON.text),
      "fromLayer": subject.fromLayer.map(JSON.text), "toLayer": subject.toLayer.map(JSON.text),
      "owners": subject.owners.isEmpty ? nil : .texts(subject.owners),
    ])
  }
}

extension String {
  /// Text of a SARIF message: what looks like an embedded link (3.11.6) is none.
  fileprivate var escapedForLinks: String {
    guard containsBytes(of: "](") else { return self }
    return escaped { $0 == "[" || $0 == "]" ? "\\\($0)" : nil }
  }
}
