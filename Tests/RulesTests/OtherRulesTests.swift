import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct OtherRulesTests {
  @Test func brokenSpecsMayBeMeant() throws {
    var workspace = Workspace("layers: [core, shared]\ninterfaces: ['*Core']\n")
    workspace.add("core", "A")
    workspace.reading.brokenSpecs = ["shared/Broken/project.yml"]
    #expect(try workspace.findings().isEmpty)
  }

  @Test func severitiesHoldForReadersToo() throws {
    var workspace = Workspace("rules: { include-case: error, missing-include: off }\n")
    workspace.add("", "A")
    workspace.readerFindings = [
      Diagnostic("include-case", .warning, "x", at: nil),
      Diagnostic("missing-include", .warning, "y", at: nil),
    ]
    #expect(try workspace.run().findings.map(\.severity) == [.error])
  }

  @Test func everyRuleIsListedOnce() {
    let names = ruleCatalog.map(\.id.name)
    #expect(Set(names).count == names.count)
    #expect(ruleCatalog.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
  }
}
