import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct CycleTests {
  private func chains(_ workspace: Workspace) throws -> [[String]] {
    try workspace.run().findings.filter { $0.rule == "cycle" }.map { finding in
      finding.subject.chain.map { "\($0.from) -> \($0.to)" }
    }
  }

  @Test func linksThatMustGoAnywayAreCutFirst() throws {
    var workspace = Workspace("layers: [top, low]\n")
    workspace.add("top/A", "A", links: ["X", "Y"])
    workspace.add("low/X", "X", links: ["A"])
    workspace.add("low/Y", "Y", links: ["A"])
    #expect(
      Set(try workspace.findings().filter { $0.hasPrefix("cycle") })
        == ["cycle X -> A", "cycle Y -> A"])
  }

  @Test func legalLinkIsCutWhereTheRuleIsOff() throws {
    var workspace = Workspace("layers: [top, low]\nrules: { upward: off }\n")
    workspace.add("top/A", "A", links: ["X"])
    workspace.add("low/X", "X", links: ["Y", "Z"])
    workspace.add("low/Y", "Y", links: ["A"])
    workspace.add("low/Z", "Z", links: ["A"])
    let cycles = try workspace.findings().filter { $0.hasPrefix("cycle") }
    #expect(cycles.count == 2)
  }

  @Test func longCyclesAreShortenedInTheSentenceOnly() throws {
    var workspace = Workspace()
    for number in 10..<40 {
      workspace.add("", "m\(number)", links: ["m\(number == 39 ? 10 : number + 1)"])
    }
    let finding = try #require(try workspace.run().findings.first)
    #expect(
      finding.message.text == "'m10' links 'm11', which creates a dependency cycle: "
        + "m10 → m11 → m12 → m13 → m14 → m15 → m16 → … 23 more … → m10")
    #expect(finding.subject.chain.count == 30)
  }
}
