import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct OtherRulesTests {
  @Test func unknownModuleShowsTheNearest() throws {
    var workspace = Workspace()
    workspace.add("", "App", .application)
    workspace.add("", "ISSCosmonaut")
    workspace.unknown = [("App", "TSSCosmonaut.framework")]
    let finding = try #require(try workspace.run().findings.first)
    #expect(finding.short == "unknown-module App -> TSSCosmonaut.framework")
    #expect(
      finding.message.text == "'App' links 'TSSCosmonaut.framework', which nothing builds; "
        + "did you mean 'ISSCosmonaut'?")
  }

  @Test func unusedPatterns() throws {
    var workspace = Workspace(
      """
      layers: [core, servcie, { name: x, modules: ["X/**", "*Kit"] }]
      interfaces: ["*Core"]
      test-support: ["Moc"]
      exclude: ["old/**", "new/**"]
      ignore: ["Play"]
      externals: { Realm: { linkage: static }, Rx: { linkage: static } }
      tags: { t: ["Old"] }
      links:
        - { id: a, forbid: "Gone -> external:Nope" }
        - { id: b, only: "Mock -> external:Nope | Rx" }
      """)
    workspace.reading.usedExclusions = [1]
    workspace.add("core", "Mock", links: ["Rx"])
    workspace.add("service", "SKit")
    let findings = try workspace.run().findings
    #expect(findings.allSatisfy { $0.rule == "unused-pattern" && $0.severity == .warning })
    #expect(
      findings.map { "\($0.location?.start.line ?? 0) \($0.message.text)" } == [
        "2 layer 'servcie' has no modules: there are no modules under a folder named 'servcie'; did you mean 'service'?",
        "2 pattern 'X/**' of layer 'x' matches no module's folder",
        "3 pattern '*Core' of 'interfaces' matches no module name",
        "4 pattern 'Moc' of 'test-support' matches no module name; did you mean 'Mock'?",
        "5 pattern 'old/**' of 'exclude' matches no folder",
        "6 pattern 'Play' of 'ignore' matches no module name",
        "7 nothing outside the repository is named 'Realm'",
        "8 pattern 'Old' of tag 't' matches no module name",
        "10 'Gone' in constraint 'a' matches nothing",
        "11 'Rx' in constraint 'b' matches nothing",
        "11 'external:Nope' in constraint 'b' matches nothing",
      ])
    #expect(findings[9].help == ["write 'external:Rx' for what lies outside the repository"])
  }

  @Test func brokenSpecsMayBeMeant() throws {
    var workspace = Workspace("layers: [core, shared]\ninterfaces: ['*Core']\n")
    workspace.add("core", "A")
    workspace.reading.brokenSpecs = ["shared/Broken/project.yml"]
    #expect(try workspace.findings().isEmpty)
  }

  @Test func depthDependenciesAndOrphans() throws {
    var workspace = Workspace(
      "rules: { max-depth: { limit: 2 }, max-dependencies: { limit: 1 }, orphan: warning }\n")
    workspace.add("", "App", .application, links: ["A", "sdk:UIKit", "sdk:Foundation"])
    workspace.add("", "AppTests", .unitTestBundle, links: ["App", "A", "B"])
    workspace.add("", "A", links: ["B", "C"])
    workspace.add("", "B", links: ["C"])
    workspace.add("", "C")
    workspace.add("", "Lost", links: ["C"])
    let findings = try workspace.run().findings
    #expect(
      findings.map(\.short) == ["max-depth App", "max-dependencies A", "orphan Lost"])
    #expect(findings[0].subject.chain.map(\.to) == ["A", "B", "C"])
    #expect(
      findings[0].message.text == "'App' starts a chain of 3 links down to 'C', more than 2")
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
