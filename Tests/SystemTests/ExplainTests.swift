import Architecture
import Diagnostics
import Foundation
import ProgramRuns
import Rules
import Testing

/// Holds what `modlint explain` prints against the pages of the manual.
@Suite struct ExplainTests {
  @Test(arguments: ruleCatalog.map { $0.id.name })
  func printsThePageOfTheRule(_ rule: String) throws {
    // A terminal has no folder for links to start from.
    let page = try Self.page(rule).replacing(/\[([^\[\]]+)\]\([^():]+\.md[^():]*\)/) { "\($0.1)" }
    let parts = page.components(separatedBy: "\n## Details\n")
    let short = try GoldenCase.modlint(["explain", rule], in: ManualPage.repository)
    let hint = "\n`modlint explain \(rule) --details` prints the rest.\n"
    #expect(short == parts[0] + (parts.count == 2 ? hint : "") + "--- exit 0\n")
    let full = try GoldenCase.modlint(["explain", rule, "--details"], in: ManualPage.repository)
    #expect(full == page + "--- exit 0\n")
  }

  /// A paragraph, then the same questions for each rule; everything else is a detail.
  @Test(arguments: ruleCatalog.map { $0.id.name })
  func hasTheHeadingsOfAllPages(_ rule: String) throws {
    let headings = try Self.page(rule).matches(of: /^## (.*)$/.anchorsMatchLineEndings())
      .map { String($0.1) }
    let expected = ["Why is this bad?", "Example", "Use instead", "When this is wrong"]
    #expect(headings.filter { $0 != "Details" } == expected)
    #expect(headings.firstIndex(of: "Details") ?? 4 == 4)
    let words = try Self.page(rule).components(separatedBy: "\n## ")[0].split(separator: " ").count
    #expect(words <= 90, "the first paragraph has \(words) words")
  }

  private static func page(_ rule: String) throws -> String {
    try String(
      contentsOf: ManualPage.repository.appending(path: "docs/rules/\(rule).md"), encoding: .utf8)
  }
}
