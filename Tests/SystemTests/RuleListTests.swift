import Architecture
import Diagnostics
import Foundation
import Rules
import Testing

/// What lists rules by hand has those of the catalog, in order.
///
/// `MODLINT_RECORD=1 swift test --filter RuleListTests` rewrites what differs, and still fails.
@Suite(.serialized) struct RuleListTests {
  @Test func referenceHasATableOfAllRules() throws {
    let rows = ruleCatalog.map { rule in
      let severity = rule.defaultSeverity?.rawValue ?? "off"
      return
        "| [`\(rule.id.name)`](rules/\(rule.id.name).md) | \(severity) | \(rule.summary) |\n"
    }
    try check(
      "docs/reference.md", between: "| rule | default | what it reports |\n|---|---|---|\n",
      and: "\n",
      has: rows.joined())
  }

  @Test func everyPageIsEmbedded() throws {
    let entries = ruleCatalog.map { $0.id.name }.sorted().map { name in
      """
          {"\(name).md", (const unsigned char[]){
      #embed "../../docs/rules/\(name).md"
          , 0}},

      """
    }
    try check(
      "Sources/CResources/resources.c", between: "resources[] = {\n", and: "    {\"camera.js\"",
      has: entries.joined())
  }

  /// A rule that is in no list never runs.
  @Test func everyRuleIsListedAndNamedAsItsFile() throws {
    let rules = Self.repository.appending(path: "Sources/Rules")
    let paths = FileManager.default.subpaths(atPath: rules.path) ?? []
    let declared = try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
      let text = try String(contentsOf: rules.appending(path: path), encoding: .utf8)
      return text.matches(of: /public (?:enum|struct) (\w+): Rule \{/).map { match in
        let file = URL(filePath: path).deletingPathExtension().lastPathComponent
        #expect(file == match.1, "a rule has a file of its own")
        return String(match.1)
      }
    }
    #expect(Set(declared) == Set(allRules.map { "\($0.rule)" }))
    for entry in allRules {
      let name = "\(entry.rule)"
      #expect(name.lowercased() == entry.info.id.name.replacing("-", with: ""))
    }
  }

  @Test func changelogNamesEveryRule() throws {
    let text = try String(
      contentsOf: Self.repository.appending(path: "CHANGELOG.md"), encoding: .utf8)
    #expect(ruleCatalog.map(\.id.name).filter { !text.contains("`\($0)`") } == [])
  }

  /// Compares the lines between two texts of a file, of which the second stands at the start of a line.
  private func check(
    _ path: String, between open: String, and close: String, has expected: String
  ) throws {
    let file = Self.repository.appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.firstRange(of: open)).upperBound
    let end = try #require(text[start...].firstRange(of: "\n" + close)).lowerBound
    let own = text[start...end]
    guard own != expected else { return }
    if ProcessInfo.processInfo.environment["MODLINT_RECORD"] != nil {
      try text.replacingCharacters(in: start...end, with: expected)
        .write(to: file, atomically: true, encoding: .utf8)
    }
    let (had, has) = (Set(own.split(separator: "\n")), Set(expected.split(separator: "\n")))
    Issue.record(
      "\(path) lacks \(has.subtracting(had).sorted()) and should not have \(had.subtracting(has).sorted())"
    )
  }

  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
