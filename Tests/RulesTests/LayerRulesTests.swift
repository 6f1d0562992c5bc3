import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct LayerRulesTests {
  static let layers =
    "layers: [app, domain, service, core]\ninterfaces: ['*Core']\ntest-support: ['*Mock', '*Host']\n"
  static let all = "rules: { unused-pattern: off }\n" + layers

  /// Long lists of patterns are looked up, short ones gone through.
  @Test(arguments: [1, 40])
  func longListsOfPatternsMatchAsShortOnes(count: Int) throws {
    let numbers = 0..<count
    let names =
      numbers.map { "'N\($0)'" } + [
        "'W*'", "'Kit'", "'x/deep/**'", "'*/y'", "x/z", "'Pre?ix*'", "'End{A,B}'",
      ]
    var workspace = Workspace(
      """
      layers:
        - { name: top, modules: [\(names.joined(separator: ", "))] }
        - { name: rest, modules: [Rest] }
      """)
    for number in numbers.dropLast() { workspace.add("n", "N\(number)") }
    for name in ["Wide", "Prefixed", "EndB"] { workspace.add("w", name) }
    workspace.add("x/deep/er", "Deep")
    workspace.add("any/y", "AnyY")
    workspace.add("x/z/below", "BelowZ")
    workspace.add("x/zz", "Outside")
    workspace.add("", "Rest")
    let findings = try workspace.findings()
    #expect(findings.filter { $0.hasPrefix("unassigned-module") } == ["unassigned-module Outside"])
    let unused = try workspace.run().findings.filter { $0.rule == "unused-pattern" }
    #expect(unused.count == 2)
    #expect(unused.contains { $0.message.text.contains("'N\(count - 1)'") })
  }

  @Test func testsMayLinkTheirProjectAndTestSupportOfTheirLayer() throws {
    var workspace = Workspace(Self.all)
    workspace.add("service/A", "A")
    workspace.add("service/A", "AMock", links: ["A", "B"])
    workspace.add(
      "service/A", "ATests", .unitTestBundle, links: ["A", "AMock", "B", "BMock", "DMock"])
    workspace.add("service/A", "AHost", .application, links: ["A", "AMock"])
    workspace.add("service/A", "ADemo", .application, links: ["A", "AMock", "BMock"])
    workspace.add("service/B", "B", links: ["CHost"])
    workspace.add("service/C", "CHost", .application)
    workspace.add("service/B", "BMock")
    workspace.add("domain/D", "DMock")
    #expect(
      Set(try workspace.findings()) == [
        "same-layer AMock -> B", "same-layer ATests -> B",
        "test-support-in-product ADemo -> BMock", "test-support-in-product B -> CHost",
      ])
  }

  @Test func ignoredAndDerivedLinksAreNotJudged() throws {
    var workspace = Workspace(Self.all + "ignore: [Play]\n")
    workspace.add("core/N", "N", links: ["Play"])
    workspace.add("service/P", "Play", links: ["N", "B"])
    workspace.add("service/B", "B", links: ["C"], flags: [.derived])
    workspace.add("service/C", "C")
    let outcome = try workspace.run()
    #expect(outcome.findings.isEmpty)
    #expect(outcome.summary == Summary(modules: 3, links: 0, layers: 4))
  }

  @Test func uncertainLayersMakeNoHoles() throws {
    var workspace = Workspace("layers: [a, { name: b, module: ['B/**'] }]\n")
    workspace.add("a", "A")
    workspace.add("B/C", "C")
    #expect(try workspace.findings() == ["invalid-rules"])
  }
}
