import Diagnostics
import Foundation
import ProgramRuns
import Rules
import Architecture
import Testing

/// Runs the built `modlint` on each page of `Cases` and compares all it prints.
///
/// `MODLINT_RECORD=1 swift test --filter GoldenTests` rewrites what differs, and still fails.
@Suite struct GoldenTests {
  @Test(arguments: GoldenCase.all)
  func printsWhatIsExpected(_ golden: GoldenCase) throws {
    let actual = try golden.run()
    guard actual != golden.expected else { return }
    if ProcessInfo.processInfo.environment["MODLINT_RECORD"] != nil {
      try golden.record(actual)
    }
    Issue.record(
      "\(golden.testDescription) differs:\n\(GoldenCase.listing(golden.expected, actual))")
  }

  @Test(arguments: ruleCatalog.map { $0.id.name })
  func everyRuleHasCasesBothWays(_ rule: String) {
    let cases = GoldenCase.all.filter { $0.subject == rule }.flatMap(\.workspaces)
    // A constraint is reported under the id that its repository gave it.
    let sign = rule == "link-constraint" ? "--- exit 1" : "[\(rule)]"
    #expect(cases.contains { $0.expected.contains(sign) }, "no case shows a finding")
    #expect(cases.contains { $0.isSilent }, "no case stays silent")
  }

  @Test(arguments: ruleCatalog.map { $0.id.name })
  func everyRuleHasAPage(_ rule: String) throws {
    let page = Self.repository.appending(path: "docs/rules/\(rule).md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.hasPrefix("# \(rule)\n"))
  }

  @Test func everyPageIsOfARule() throws {
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: Self.repository.appending(path: "docs/rules").path)
    let rules = Set(ruleCatalog.map { "\($0.id.name).md" })
    #expect(Set(pages) == rules)
  }

  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

extension GoldenCase: CustomTestStringConvertible {}
