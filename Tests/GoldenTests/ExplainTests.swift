import Diagnostics
import Foundation
import Rules
import Architecture
import Testing

/// Holds what `modlint explain` prints against the pages of the manual.
@Suite struct ExplainTests {
  @Test(arguments: ruleCatalog.map { $0.id.name })
  func printsThePageOfTheRule(_ rule: String) throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/rules/\(rule).md")
    let printed = try GoldenCase.modlint(["explain", rule], in: GoldenCase.root)
    // A terminal has no folder for links to start from.
    let linked = try String(contentsOf: page, encoding: .utf8)
      .replacing(/\]\(([a-z-]+)\.md/) { "](https://modlint.example/rules/\($0.1)" }
      .replacing(/\]\(\.\.\/([a-z-]+)\.md/) { "](https://modlint.example/\($0.1)" }
    #expect(printed == linked + "--- exit 0\n")
  }
}
