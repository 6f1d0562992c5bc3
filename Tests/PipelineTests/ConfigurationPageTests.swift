import Diagnostics
import Files
import Foundation
import Rules
import Architecture
import Testing

@testable import Workspace
import TestSupport

/// Holds `docs/configuration.md` against what the program reads and does.
///
/// `MODLINT_RECORD=1 swift test --filter ConfigurationPageTests` rewrites its tables, and still fails.
@Suite(.serialized) struct ConfigurationPageTests {
  @Test func tableOfKeysIsThatOfTheLoader() throws {
    try check(
      "keys",
      ["| key | value | meaning |", "|---|---|---|"] + keyRows(.file(ruleCatalog), below: ""))
  }

  @Test func tableOfRulesHasAllOptions() throws {
    let rows = ruleCatalog.filter { !$0.options.isEmpty }.map { rule in
      let options = rule.options.map { option in
        switch option.kind {
        case .limit: "`\(option.name)`: \(option.summary)"
        case .severity(let standard):
          "`\(option.name)`: \(option.summary); default: \(standard?.rawValue ?? "off")"
        }
      }
      let severity = rule.defaultSeverity?.rawValue ?? "off"
      return
        "| [\(rule.id.name)](rules/\(rule.id.name).md) | \(severity) | \(options.joined(separator: "<br>")) |"
    }
    try check("rules", ["| rule | default | options |", "|---|---|---|"] + rows)
  }

  @Test func tableOfLinksIsWhatTheRulesAllow() throws {
    let kinds = ModuleKind.allCases
    // Nothing can link a test bundle.
    let linkable = kinds.filter { $0 != .test }
    let head = "| from, to | " + linkable.map(\.rawValue).joined(separator: " | ") + " |"
    let rows = try kinds.map { from in
      let cells = try linkable.map { try from.placesAllowed(for: $0) }
      return "| \(from.rawValue) | " + cells.joined(separator: " | ") + " |"
    }
    try check("links", [head, "|---|" + linkable.map { _ in "---|" }.joined()] + rows)
  }

  @Test func exampleIsReadWithoutAProblem() throws {
    let blocks = try String(contentsOf: Self.page, encoding: .utf8)
      .components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      .filter { $0.hasPrefix("version:") }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let configuration = try Configuration(
        rules: Array(block.utf8), file: .init(index: 0), catalog: ruleCatalog)
      #expect(configuration.problems.map(\.message.text) == [])
    }
  }

  /// Compares the lines between the markers of a table.
  private func check(_ name: String, _ expected: [String]) throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let (open, close) = ("<!-- \(name) -->\n", "<!-- end of \(name) -->")
    let start = try #require(page.range(of: open)).upperBound
    let end = try #require(page.range(of: close)).lowerBound
    let text = expected.joined(separator: "\n") + "\n"
    guard page[start..<end] != text else { return }
    if ProcessInfo.processInfo.environment["MODLINT_RECORD"] != nil {
      try (page[..<start] + text + page[end...])
        .write(to: Self.page, atomically: true, encoding: .utf8)
    }
    Issue.record("the table of \(name) should be:\n\(text)")
  }

  /// A line for each key, nested ones with the path to them; rules have a table of their own.
  private func keyRows(_ section: ConfigurationSection, below path: String) -> [String] {
    section.keys.flatMap { key -> [String] in
      let name = path + key.name
      var notes = key.summary
      if key.isRequired { notes += "; required" }
      if let standard = key.standard { notes += "; default: `\(standard)`" }
      // The keys of a mapping have lines of their own.
      let value = key.shape.expected.components(separatedBy: " with '")[0]
      let row = "| `\(name)` | \(value) | \(notes) |"
      guard key.name != "rules", let inner = key.shape.innerSection else { return [row] }
      return [row] + keyRows(inner.section, below: name + inner.separator)
    }
  }

  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/configuration.md")
}

extension ConfigurationShape {
  /// The section that a value holds, and what stands between the keys of both.
  fileprivate var innerSection: (section: ConfigurationSection, separator: String)? {
    switch self {
    case .section(let section): (section(), ".")
    case .list(let element): element.innerSection.map { ($0.section, "[].") }
    case .table(let element): element.innerSection.map { ($0.section, ".*.") }
    case .choice(_, _, let mapping): mapping?.innerSection
    default: nil
    }
  }
}

/// What a module is to the rules on layers.
private enum ModuleKind: String, CaseIterable {
  case implementation
  case interface
  case testSupport = "test support"
  case executable
  case test = "test bundle"

  var name: String {
    switch self {
    case .implementation: "Kit"
    case .interface: "Core"
    case .testSupport: "Mock"
    case .executable: "App"
    case .test: "Tests"
    }
  }

  var type: String {
    switch self {
    case .executable: "application"
    case .test: "bundle.unit-test"
    default: "framework"
    }
  }

  /// Where `other` may lie so that no rule reports a link to it.
  func placesAllowed(for other: ModuleKind) throws -> String {
    var tree = WrittenTree()
    let folders = ["low/P", "mid/P", "high/P", "mid/Q"]
    let names = ["Lower", "Own", "Higher", "Project"].map { $0 + other.name }
    for (folder, name) in zip(folders, names) { tree.add(folder, name, other.type) }
    let links = zip(folders, names).map { $0 == "mid/Q" ? $1 : "\($0)#\($1)" }
    tree.add("mid/Q", "From\(name)", type, links: links)
    let rules = """
      version: 1
      layers: [high, mid, low]
      interfaces: ["*Core"]
      test-support: ["*Mock"]
      """
    let outcome = try InferredRules.check(MemoryTree(tree.files), rules: rules)
    #expect(outcome.summary.links == 4)
    let rulesOnLayers: Set<RuleID> = ["same-layer", "upward", "test-support-in-product"]
    let broken = outcome.findings.filter { rulesOnLayers.contains($0.rule) }
      .compactMap(\.subject.to)
    let isAllowed = names.map { !broken.contains($0) }
    if self == .test, other == .executable {
      #expect(isAllowed == [true, true, true, true], "an application may be what the bundle tests")
      return "any"
    }
    if self == .test, isAllowed.allSatisfy(\.self) { return "any" }
    #expect(!isAllowed[2], "a link to a higher layer is never allowed outside of the project")
    var words = isAllowed[1] ? ["own"] : isAllowed[0] ? ["lower"] : []
    if isAllowed[3], !isAllowed[1] { words.append("project") }
    return words.isEmpty ? "never" : words.joined(separator: ", ")
  }
}
