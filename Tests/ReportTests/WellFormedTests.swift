import Diagnostics
import Foundation
import Report
import Testing
import Text

/// Reports of random findings whose texts are made to break formats.
@Suite struct WellFormedTests {
  @Test(arguments: 0..<20)
  func everyFormatHoldsForAnyText(_ seed: Int) throws {
    var random = RandomReport(seed: seed)
    let report = random.report()
    let line = random.text()
    for format in Format.allCases {
      var output = ""
      format.reporter().write(report, lines: { _, _ in line }, to: &output)
      try check(output, as: format, of: report)
      var again = ""
      format.reporter().write(report, lines: { _, _ in line }, to: &again)
      #expect(output == again)
    }
  }

  private func check(_ output: String, as format: Format, of report: Report) throws {
    let new = report.findings.filter { $0.state == .new }
    switch format {
    case .json, .sarif, .gitlab, .rdjson:
      let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
      if let issues = value as? [[String: Any]] {
        #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == issues.count)
      }
    case .junit, .checkstyle:
      let elements = try XMLElements(of: output)
      let name = format == .junit ? "testcase" : "error"
      #expect(elements.count(name) == report.findings.count + (format == .junit ? 1 : 0))
    case .github:
      let lines = output.split(separator: "\n")
      #expect(lines.count == new.count + 1)
      for (line, finding) in zip(lines, new) {
        let message = try #require(WorkflowCommand(line), "\(line)").message
        #expect(message.split(separator: "\n").first.map(String.init) == finding.shownMessage)
      }
    case .azure:
      let lines = output.split(separator: "\n").dropLast()
      #expect(lines.count == new.count)
      for line in lines {
        #expect(line.matches(of: /##vso\[[^\]]*\]/).count == 1, "\(line)")
        #expect(!line.dropFirst(2).contains("##vso["), "\(line)")
      }
    case .teamcity:
      let lines = output.split(separator: "\n").dropLast()
      #expect(lines.count == new.count + Set(new.map(\.rule)).count)
      let message = /##teamcity\[\w+( \w+='([^|'\[\]]|\|[|'nr\[\]]|\|0x[0-9a-f]{4})*')+\]/
      for line in lines { #expect(line.wholeMatch(of: message) != nil, "\(line)") }
    case .html:
      #expect(output.split(separator: "</script>", omittingEmptySubsequences: false).count == 3)
      #expect(!output.contains("<!--"))
    case .xcode: #expect(output.split(separator: "\n").count == new.count)
    case .text: break
    case .markdown:
      let shown = output.split(separator: "\n").compactMap(\.shownMessage)
      #expect(Set(shown) == Set(new.map(\.shownMessage)))
    }
    // Nothing but line ends may move a cursor, turn text around or end a document.
    let unsafe = output.unicodeScalars.first { $0 != "\n" && $0.isUnsafe }
    #expect(unsafe == nil, "\(format)")
  }
}

private struct RandomReport {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) }

  /// What the formats give a meaning to, and some of everything else.
  private static let pieces = [
    "'", "\"", "\n", "\r", "\r\n", "\t", "%", "%0A", "::", "::error::", "##[", "]]>", "<!--", "-->",
    "<b>", "</file>", "&", "&amp;", "&#10;", "\\", "\\u", "`", "```", "**", "_", "](", "[x](1)",
    "!",
    "|", "#1", "@all", "http://x.example", "www.x.example", "{0}", "${A}", "$x$", "~~",
    "\u{1B}[31m",
    "\u{7}", "\u{0}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{FEFF}", "\u{FFFE}",
    "\u{FFFF}",
    "e\u{301}", "👩‍🚀", "日本", "\u{10FFFF}", ",", ";", "=", " ", "a", "Kit", "/", "..", "1. ", "- ",
  ]

  private mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func text() -> String {
    (0...below(6)).map { _ in Self.pieces[below(Self.pieces.count)] }.joined()
  }

  private mutating func range() -> SourceRange {
    let (line, column) = (UInt32(1 + below(30)), UInt32(1 + below(60)))
    let isLong = below(4) == 0
    return SourceRange(
      file: FileID(index: below(3)), start: Position(line: line, column: column),
      end: Position(
        line: isLong ? line + 2 : line, column: isLong ? 1 : column + UInt32(below(9))))
  }

  private mutating func finding() -> Diagnostic {
    var finding = Diagnostic(
      RuleID(text()), below(2) == 0 ? .error : .warning, .init(text()),
      at: below(9) == 0 ? nil : range())
    finding.state = below(4) == 0 ? .known : .new
    finding.help = (0..<below(3)).map { _ in .init(text()) }
    finding.notes = (0..<below(3)).map { _ in
      .init(.init(text()), at: below(2) == 0 ? nil : range())
    }
    finding.subject.from = below(3) == 0 ? nil : text()
    finding.subject.to = below(3) == 0 ? nil : text()
    finding.subject.toLayer = below(3) == 0 ? nil : text()
    finding.subject.owners = (0..<below(3)).map { _ in text() }
    finding.subject.chain = (0..<below(4)).map { _ in .init(from: text(), to: text(), at: range()) }
    finding.subject.identity = below(2) == 0 ? [] : ["one of few"]
    return finding
  }

  mutating func report() -> Report {
    let sources = SourceMap(paths: (0..<3).map { _ in "x" + text() })
    let findings = (0..<below(20)).map { _ in finding() }
    let summary = text()
    return Report(
      findings: findings, sources: sources, summary: .init(modules: 3, findings: findings),
      places: Places(root: "/r" + text(), prefix: below(2) == 0 ? "" : text() + "/"),
      tool: Tool(name: "modlint", version: "1.0.0", address: "https://lint.example") { rule in
        RuleDescription(summary: summary, severity: nil, page: rule, text: "# page\n")
      })
  }
}

extension Diagnostic {
  fileprivate var shownMessage: String { message.text.escapedForTerminal }
}

extension Unicode.Scalar {
  fileprivate var isUnsafe: Bool {
    properties.generalCategory == .control
      || [0x200E, 0x200F, 0x61C, 0x2028, 0x2029].contains(value)
      || (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}

extension Substring {
  /// The message of a finding, taken out of its line in a Markdown report.
  fileprivate var shownMessage: String? {
    guard hasPrefix("- **"), let end = firstRange(of: "** ") else { return nil }
    var line = self[end.upperBound...]
    if line.hasSuffix("  ") { line = line.dropLast(2) }
    var result = ""
    var scalars = line.replacing("&#8203;", with: "").unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\\", let next = scalars.popFirst() {
        result.unicodeScalars.append(next)
      } else if "<>&[]`*|$".unicodeScalars.contains(scalar) {
        return "unescaped \(scalar)"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// A command as GitHub's runner takes it apart.
private struct WorkflowCommand {
  var message: String

  init?(_ line: Substring) {
    guard line.hasPrefix("::error ") || line.hasPrefix("::warning "),
      let end = line.dropFirst(2).firstRange(of: "::")
    else { return nil }
    let properties = line[..<end.lowerBound].split(separator: " ", maxSplits: 1)[1]
    let known: Set<Substring> = ["file", "line", "endLine", "col", "endColumn", "title"]
    for pair in properties.split(separator: ",", omittingEmptySubsequences: false) {
      guard known.contains(pair.prefix { $0 != "=" }) else { return nil }
    }
    message = String(line[end.upperBound...]).replacing("%0A", with: "\n").replacing(
      "%0D", with: "\r"
    )
    .replacing("%25", with: "%")
  }
}
