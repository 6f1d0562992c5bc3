import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct ConstraintTests {
  @Test func onlyTheNamedAndTheirTestsMayLink() throws {
    var workspace = Workspace(
      """
      test-support: ["*Mock"]
      links:
        - id: realm-only
          only: "Persistence -> external:Realm"
          because: "One schema."
          instead: "Ask Persistence."
          url: "https://example.com"
      """)
    workspace.add("core/P", "Persistence", links: ["Realm"])
    workspace.add("core/P", "PersistenceMock", links: ["Realm"])
    workspace.add("core/P", "PersistenceTests", .unitTestBundle, links: ["Realm"])
    workspace.add("core/P", "PersistenceUI", links: ["Realm"])
    workspace.add("core/Q", "QTests", .unitTestBundle, links: ["Realm"])
    let outcome = try workspace.run()
    #expect(
      outcome.findings.map(\.short) == [
        "realm-only PersistenceUI -> Realm", "realm-only QTests -> Realm",
      ])
    #expect(
      outcome.findings[0].message.text
        == "'PersistenceUI' links 'Realm', which only 'Persistence' may link")
    #expect(
      outcome.findings[0].notes.map(\.message.text) == ["One schema.", "see https://example.com"])
    #expect(outcome.findings[0].help == ["Ask Persistence."])
  }

  @Test func throughOthersOncePerPair() throws {
    var workspace = Workspace(
      """
      links:
        - { id: no-old, forbid: "A* ->> tag:old", severity: warning }
      tags: { old: ["Old*"] }
      """)
    workspace.add("", "A1", links: ["B", "C"])
    workspace.add("", "A2", links: ["Old1"])
    workspace.add("", "B", links: ["C"])
    workspace.add("", "C", links: ["Old1", "Old2"])
    workspace.add("", "Old1", links: ["Old2"])
    workspace.add("", "Old2")
    let findings = try workspace.run().findings
    #expect(
      findings.map(\.short) == [
        "no-old A1 -> Old1", "no-old A1 -> Old2", "no-old A2 -> Old1",
      ])
    #expect(findings.allSatisfy { $0.severity == .warning })
    #expect(findings[0].subject.chain.map(\.to) == ["C", "Old1"])
    #expect(findings[0].location?.start.line == 3)
    #expect(
      findings[0].message.text == "'A1' links 'Old1' through 'C', which 'no-old' forbids")
  }

  @Test func tellsNothingAgainThatFollows() throws {
    var workspace = Workspace(
      "links: [{ id: none, forbid: 'M* ->> M*' }]\n")
    workspace.add("", "M1", links: ["M2", "Between"])
    workspace.add("", "M2", links: ["M3"])
    workspace.add("", "M3", links: ["M1"])
    workspace.add("", "Between", links: ["Beyond"])
    workspace.add("", "Beyond", links: ["M1", "M3"])
    let findings = try workspace.run().findings.filter { $0.rule == "none" }
    #expect(
      findings.map(\.short) == [
        "none M1 -> M2", "none M1 -> M3", "none M2 -> M3", "none M3 -> M1",
      ])
    #expect(findings[1].subject.chain.map(\.to) == ["Between", "Beyond", "M3"])
  }

  @Test(arguments: [true, false])
  func bothSearchesFindTheFirstOfTheShortestChains(isManyToOne: Bool) throws {
    var workspace = Workspace("links: [{ id: none, forbid: 'A* ->> Z*' }]\n")
    let (sources, targets) = isManyToOne ? (3, 1) : (1, 3)
    for source in 1...sources { workspace.add("", "A\(source)", links: ["Y", "X", "W"]) }
    workspace.add("", "W", links: ["V"])
    for name in ["V", "X", "Y"] {
      workspace.add("", name, links: (1...targets).map { "Z\($0)" })
    }
    for target in 1...targets { workspace.add("", "Z\(target)") }
    let findings = try workspace.run().findings.filter { $0.rule == "none" }
    #expect(findings.count == 3)
    #expect(findings.allSatisfy { $0.subject.chain.map(\.to).first == "X" })
  }

  @Test(arguments: [
    ("B", ["B"]), ("B*", ["B", "Bee"]), ("b/**", ["B", "Bee"]), ("layer:b", ["B", "Bee"]),
    ("tag:t", ["Bee"]), ("B | C", ["B", "C"]), ("!B", ["Bee", "C"]), ("external:X*", ["XLib"]),
    ("sdk:UIKit", ["UIKit"]), ("sdk:UIKit.framework", ["UIKit"]), ("!sdk:UIKit", []),
    ("!external:XLib", ["UIKit"]), ("*", ["B", "Bee", "C"]),
    ("b/** | sdk:*", ["B", "Bee", "UIKit"]),
  ])
  func selects(selector: String, names: [String]) throws {
    var workspace = Workspace(
      """
      layers: [a, b, c]
      links: [{ id: x, forbid: "A -> \(selector)" }]
      tags: { t: [Bee] }
      """)
    workspace.add("a", "A", links: ["B", "Bee", "C", "XLib", "sdk:UIKit"])
    workspace.add("b", "B")
    workspace.add("b", "Bee")
    workspace.add("c", "C")
    #expect(Set(try workspace.findings()) == Set(names.map { "x A -> \($0)" }))
  }

  @Test func ruleSettingIsTheDefault() throws {
    var workspace = Workspace(
      "rules: { link-constraint: warning }\nlinks: [{ id: x, forbid: 'A -> B' }]\n")
    workspace.add("", "A", links: ["B"])
    workspace.add("", "B")
    #expect(try workspace.run().findings.map(\.severity) == [.warning])
  }
}
