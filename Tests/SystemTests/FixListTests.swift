import Architecture
import Diagnostics
import Foundation
import ProgramRuns
import Rules
import Testing

/// What says which rules have a fix has those of the catalog.
@Suite struct FixListTests {
  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: ruleCatalog.map { $0.id.name })
  func pageSaysWhetherThereIsAFix(_ rule: String) throws {
    let page = try String(
      contentsOf: Self.repository.appending(path: "docs/rules/\(rule).md"), encoding: .utf8)
    let line =
      switch ruleCatalog[RuleID(rule)]?.fix {
      case nil: "Fixable:"
      case .safe: "\nFixable: [`modlint fix`](../fix.md).\n"
      case .unsafe: "\nFixable: [`modlint fix --unsafe`](../fix.md).\n"
      }
    #expect(page.contains(line) == (ruleCatalog[RuleID(rule)]?.fix != nil))
  }

  @Test func manualHasATableOfAllFixes() throws {
    let page = try String(
      contentsOf: Self.repository.appending(path: "docs/fix.md"), encoding: .utf8)
    let tables = page.split(separator: "| rule |").dropFirst().prefix(2).map { table in
      Set(
        table.split(separator: "\n").filter { $0.hasPrefix("| `") }
          .flatMap { $0.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map { String($0.1) } })
    }
    let safe = Set(ruleCatalog.filter { $0.fix == .safe }.map(\.id.name))
    let unsafe = Set(ruleCatalog.filter { $0.fix == .unsafe }.map(\.id.name))
    #expect(tables == [safe, unsafe] && !safe.isEmpty && !unsafe.isEmpty)
  }

  /// Each of them is shown by some case.
  @Test func everyFixIsShown() throws {
    let texts = GoldenCase.all.filter { $0.subject == "fix" }.map(\.expected)
    for rule in ruleCatalog where rule.fix != nil {
      #expect(
        texts.contains { text in
          text.split(separator: "\n").contains {
            $0.contains(" fixed: ") && $0.hasSuffix("[\(rule.id.name)]")
          }
        }, "\(rule.id.name)")
    }
  }
}
