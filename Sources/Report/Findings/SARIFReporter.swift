public import Diagnostics

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
    json.member("$schema", Self.schema)
    json.member("version", "2.1.0")
    json.key("runs")
    json.beginArray()
    json.beginObject()
    json.key("tool")
    json.driver(of: report, rules)
    json.member("columnKind", "unicodeCodePoints")
    json.key("originalUriBaseIds")
    json.sourceRoot()
    json.key("results")
    json.beginArray()
    let numbers = Dictionary(zip(rules, rules.indices)) { first, _ in first }
    for finding in report.findings {
      json.result(finding, rule: numbers[finding.rule] ?? 0, report, lines)
      json.move(to: &output)
    }
    json.endArray()
    json.key("properties")
    json.value(report.summary)
    json.endObject()
    json.endArray()
    json.endObject()
    output += json.finishBytes()
  }

  private static var schema: String {
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  }

  /// What paths are relative to: the root of the repository, by the name that consumers know it.
  fileprivate static var root: String { "%SRCROOT%" }

  /// Goes up when the same finding gets another fingerprint.
  fileprivate static var fingerprintKey: String { "modlint/v1" }

  /// Scalars of a line that is still shown as context; a minified file has lines of megabytes.
  fileprivate static var longestContext: Int { 1000 }
}

extension JSONWriter {
  fileprivate mutating func driver(of report: Report, _ rules: [RuleID]) {
    beginObject()
    key("driver")
    beginObject()
    member("name", report.tool.name)
    member("semanticVersion", report.tool.version)
    member("informationUri", report.tool.address)
    key("rules")
    beginArray()
    for rule in rules { descriptor(of: rule, report.tool) }
    endArray()
    endObject()
    endObject()
  }

  private mutating func descriptor(of rule: RuleID, _ tool: Tool) {
    let description = tool.rule(rule)
    beginObject()
    member("id", rule.name)
    if let description {
      message("shortDescription", description.summary.escapedForTerminal)
    }
    member("helpUri", tool.address(of: rule))
    if let description {
      key("help")
      beginObject()
      member("text", description.summary.escapedForTerminal)
      member("markdown", tool.linkedPage(description.text))
      endObject()
      key("defaultConfiguration")
      beginObject(.inline)
      member("enabled", description.severity != nil)
      member("level", description.severity?.rawValue ?? "none")
      endObject()
    }
    endObject()
  }

  /// Names the root without saying where it is: logs are read on other machines.
  fileprivate mutating func sourceRoot() {
    beginObject()
    key(SARIFReporter.root)
    beginObject()
    message("description", "the root of the repository")
    endObject()
    endObject()
  }

  fileprivate mutating func result(
    _ finding: Diagnostic, rule: Int, _ report: Report, _ lines: SourceLines
  ) {
    let details = finding.details
    let text = [finding.line] + details.map { $0.line(in: report, from: .repository) }
    beginObject()
    member("ruleId", finding.rule.name)
    member("ruleIndex", rule)
    member("level", finding.severity.rawValue)
    message("message", text.joined(separator: "\n").escapedForLinks)
    member("baselineState", finding.state == .known ? "unchanged" : "new")
    key("locations")
    beginArray()
    if let location = finding.location {
      beginObject()
      physicalLocation(location, context: lines(location.file, location.start.line), report)
      logicalLocations(of: finding.subject)
      endObject()
    }
    endArray()
    relatedLocations(details, report)
    key("partialFingerprints")
    beginObject(.inline)
    member(SARIFReporter.fingerprintKey, finding.fingerprint(in: report.sources))
    endObject()
    key("suppressions")
    beginArray()
    if finding.state == .known { suppression() }
    endArray()
    properties(of: finding.subject)
    endObject()
  }

  private mutating func suppression() {
    beginObject(.inline)
    member("kind", "external")
    member("status", "accepted")
    member("justification", "known before this run")
    endObject()
  }

  private mutating func message(_ name: String, _ text: String) {
    key(name)
    beginObject(.inline)
    member("text", text)
    endObject()
  }
}

extension JSONWriter {
  private mutating func physicalLocation(
    _ location: SourceRange, context: SourceLine? = nil, _ report: Report
  ) {
    key("physicalLocation")
    beginObject()
    key("artifactLocation")
    beginObject(.inline)
    member("uri", report.path(of: location.file, from: .repository).percentEncodedPath)
    member("uriBaseId", SARIFReporter.root)
    endObject()
    key("region")
    beginObject(.inline)
    member("startLine", Int(location.start.line))
    member("startColumn", Int(location.start.column))
    member("endLine", Int(location.end.line))
    member("endColumn", Int(location.end.column))
    endObject()
    if let context { contextRegion(of: location, line: context) }
    endObject()
  }

  /// The whole line, where it is more than the region: a context must be.
  private mutating func contextRegion(of location: SourceRange, line: SourceLine) {
    let count = line.text.unicodeScalars.prefix(SARIFReporter.longestContext + 1).count
    let isMore = location.start.column > 1 || Int(location.end.column) <= count
    guard location.end.line == location.start.line, isMore, count <= SARIFReporter.longestContext
    else { return }
    key("contextRegion")
    beginObject(.inline)
    member("startLine", Int(location.start.line))
    key("snippet")
    beginObject()
    member("text", String(line.text))
    endObject()
    endObject()
  }

  private mutating func logicalLocations(of subject: Diagnostic.Subject) {
    guard let from = subject.from else { return }
    key("logicalLocations")
    beginArray()
    beginObject(.inline)
    member("name", from)
    member("kind", "module")
    endObject()
    endArray()
  }

  private mutating func relatedLocations(_ details: [Detail], _ report: Report) {
    let placed = details.compactMap { detail in detail.location.map { (detail, $0) } }
    guard !placed.isEmpty else { return }
    key("relatedLocations")
    beginArray()
    for (number, (detail, location)) in placed.enumerated() {
      beginObject()
      member("id", number + 1)
      physicalLocation(location, report)
      message("message", (detail.label + detail.text.escapedForTerminal).escapedForLinks)
      endObject()
    }
    endArray()
  }

  private mutating func properties(of subject: Diagnostic.Subject) {
    guard subject.from != nil else { return }
    key("properties")
    beginObject(.inline)
    member("from", subject.from)
    member("to", subject.to)
    member("fromLayer", subject.fromLayer)
    member("toLayer", subject.toLayer)
    if !subject.owners.isEmpty { member("owners", subject.owners) }
    endObject()
  }
}

extension String {
  /// Text of a SARIF message: what looks like an embedded link (3.11.6) is none.
  fileprivate var escapedForLinks: String {
    guard utf8.firstRange(of: "](".utf8) != nil else { return self }
    return escaped { $0 == "[" || $0 == "]" ? "\\\($0)" : nil }
  }
}
