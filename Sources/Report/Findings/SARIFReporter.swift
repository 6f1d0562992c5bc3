import Diagnostics
internal import Text

/// Writes a log in the Static Analysis Results Interchange Format (SARIF) 2.1.0 (OASIS), for GitHub
/// code scanning, Azure DevOps, editors and others.
///
/// Known findings are results with a suppression. Names are unescaped in property bags only.
struct SARIFReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let rules = report.findingsByRule.map(\.rule)
    let numbers = Dictionary(zip(rules, rules.indices)) { first, _ in first }
    let results = report.findings.enumerated().map { number, finding in
      Self.result(
        finding, rule: numbers[finding.rule] ?? 0, report.fixes[number], report)
    }
    let json = JSON.object([
      "$schema": .text(Self.schema),
      "version": .text("2.1.0"),
      "runs": .array([
        .object([
          "tool": Self.driver(of: report, rules),
          "columnKind": .text("unicodeCodePoints"),
          "originalUriBaseIds": Self.sourceRoot,
          "results": .array(results),
          "properties": report.summary.json,
        ])
      ]),
    ])
    output += json.printed()
  }

  private static var schema: String {
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  }

  /// The base of paths: the root of the repository, under the name that consumers expect.
  private static var root: String { "%SRCROOT%" }

  /// The key of fingerprints; its version is incremented when fingerprints change.
  private static var fingerprintKey: String { "modlint/v1" }

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

  private static func result(
    _ finding: Diagnostic, rule: Int, _ fix: SuggestedFix?, _ report: Report
  ) -> JSON {
    let isKnown = finding.state == .known
    let related = relatedLocations(of: finding, report)
    return .object([
      "ruleId": .text(finding.rule.name),
      "ruleIndex": .number(rule),
      "level": .text(finding.severity.rawValue),
      "message": linkless(report.text(of: finding)),
      "baselineState": .text(isKnown ? "unchanged" : "new"),
      "locations": .array(
        finding.location.map { [location($0, of: finding, report)] } ?? []),
      "relatedLocations": related.isEmpty ? nil : .array(related),
      "partialFingerprints": .inline(members: [
        (fingerprintKey, .text(finding.fingerprint(in: report.sources)))
      ]),
      "suppressions": .array(
        isKnown
          ? [
            .inline([
              "kind": .text("external"), "status": .text("accepted"),
              "justification": .text("known before this run"),
            ])
          ] : []),
      "fixes": fix.map { .array([$0.sarif(finding) { artifactLocation($0, report) }]) },
      "properties": properties(finding.subject),
    ])
  }

  private static func message(_ text: String) -> JSON { .inline(["text": .text(text)]) }

  /// Returns a message in which text cannot become an embedded link (3.11.6).
  private static func linkless(_ text: String) -> JSON {
    message(text.containsBytes(of: "](") ? text.escaped(by: .sarifLinks) : text)
  }

  private static func location(
    _ place: SourceRange, of finding: Diagnostic, _ report: Report
  ) -> JSON {
    .object([
      "physicalLocation": physicalLocation(place, report),
      "logicalLocations": finding.subject.from.map {
        .array([.inline(["name": .text($0), "kind": .text("module")])])
      },
    ])
  }

  private static func physicalLocation(_ place: SourceRange, _ report: Report) -> JSON {
    .object([
      "artifactLocation": artifactLocation(place.file, report), "region": place.region,
    ])
  }

  private static func artifactLocation(_ file: FileID, _ report: Report) -> JSON {
    .inline([
      "uri": .text(report.path(of: file, from: .repository).percentEncodedPath),
      "uriBaseId": .text(root),
    ])
  }

  private static func relatedLocations(of finding: Diagnostic, _ report: Report) -> [JSON] {
    finding.details.filter { $0.location != nil }.enumerated().map { number, detail in
      .object([
        "id": .number(number + 1),
        "physicalLocation": detail.location.map { physicalLocation($0, report) },
        "message": linkless(detail.label + detail.text),
      ])
    }
  }

  private static func properties(_ subject: Diagnostic.Subject) -> JSON? {
    guard let from = subject.from else { return nil }
    return .inline([
      "from": .text(from),
      "to": subject.to.map(JSON.text),
      "fromLayer": subject.fromLayer.map(JSON.text),
      "toLayer": subject.toLayer.map(JSON.text),
      "owners": subject.owners.isEmpty ? nil : .texts(subject.owners),
    ])
  }
}

extension SuggestedFix {
  fileprivate func sarif(_ finding: Diagnostic, location: (FileID) -> JSON) -> JSON {
    let text = finding.help.first?.text ?? "resolve the finding"
    return .object([
      "description": .inline([
        "text": .text((isSafe ? text : text + " (unsafe)").escapedForTerminal)
      ]),
      "artifactChanges": .array(
        edits.grouped { $0.range.file }.map { file, edits in
          .object([
            "artifactLocation": location(file), "replacements": .array(edits.map(\.sarif)),
          ])
        }),
    ])
  }
}

extension SuggestedFix.Edit {
  fileprivate var sarif: JSON {
    .inline([
      "deletedRegion": range.region, "insertedContent": .inline(["text": .text(text)]),
    ])
  }
}

extension SourceRange {
  fileprivate var region: JSON {
    .inline([
      "startLine": .number(start.line), "startColumn": .number(start.column),
      "endLine": .number(end.line), "endColumn": .number(end.column),
    ])
  }
}

extension Escapes {
  fileprivate static let sarifLinks = Escapes { $0 == "[" || $0 == "]" ? "\\\($0)" : nil }
}
