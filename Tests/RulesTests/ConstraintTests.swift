import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct ConstraintTests {
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
}
