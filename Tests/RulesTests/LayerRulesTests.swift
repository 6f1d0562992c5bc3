import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct LayerRulesTests {
  static let layers =
    "layers: [app, domain, service, core]\ninterfaces: ['*Core']\ntest-support: ['*Mock', '*Host']\n"
  static let all = "rules: { unused-pattern: off }\n" + layers

  @Test func peersAndUpwardLinks() throws {
    var workspace = Workspace(Self.all)
    workspace.add("service/A", "A", links: ["B", "Net"])
    workspace.add("service/B", "B", links: ["Net"])
    workspace.add("core/Net", "Net", links: ["B"])
    let outcome = try workspace.run()
    #expect(
      outcome.findings.map(\.short) == ["cycle Net -> B", "upward Net -> B", "same-layer A -> B"])
    #expect(outcome.findings.last?.message.text == "'A' links 'B' of its own layer 'service'")
    #expect(
      outcome.findings[1].message.text
        == "'Net' of layer 'core' links 'B' of the higher layer 'service'")
    #expect(outcome.findings[1].subject.fromLayer == "core")
    #expect(outcome.summary == Summary(modules: 3, links: 4, layers: 4))
  }

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

  @Test func interfaceIsProposed() throws {
    var workspace = Workspace(Self.all)
    workspace.add("service/A", "A", links: ["B"])
    workspace.add("service/B", "B")
    workspace.add("service/B", "BCore")
    #expect(try workspace.run().findings.first?.help == ["link the interface 'BCore' instead"])
  }

  @Test func interfacesMayBeLinkedButLinkNoImplementation() throws {
    var workspace = Workspace(Self.all)
    workspace.add("service/A", "A", links: ["BCore"])
    workspace.add("service/A", "ACore", links: ["BCore"])
    workspace.add("service/B", "BCore", links: ["C"])
    workspace.add("service/C", "C")
    #expect(try workspace.findings() == ["same-layer BCore -> C"])
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

  @Test func linksToExecutablesCountUpward() throws {
    var workspace = Workspace(Self.all)
    workspace.add("app/A", "A", .application, links: ["Share"])
    workspace.add("app/S", "Share", .appExtension)
    workspace.add("core/N", "N", links: ["A"])
    #expect(try workspace.findings() == ["upward N -> A"])
  }

  @Test func aggregatesCountForCyclesOnly() throws {
    var workspace = Workspace(Self.all)
    workspace.add("service/A", "A", links: ["All"])
    workspace.add("service/G", "All", .none, roles: .aggregate, links: ["A"])
    workspace.add("Labs", "Old", .none, roles: .legacy, links: ["A"])
    #expect(try workspace.findings() == ["cycle A -> All"])
  }

  @Test func ignoredAndDerivedLinksAreNotJudged() throws {
    var workspace = Workspace(Self.all + "ignore: [Play]\n")
    workspace.add("core/N", "N", links: ["Play"])
    workspace.add("service/P", "Play", links: ["N", "B"])
    workspace.add("service/B", "B", links: ["C"], flags: .derived)
    workspace.add("service/C", "C")
    let outcome = try workspace.run()
    #expect(outcome.findings.isEmpty)
    #expect(outcome.summary == Summary(modules: 3, links: 0, layers: 4))
  }

  @Test func reachAndPeers() throws {
    var workspace = Workspace(
      """
      layers:
        - { name: app, reach: next }
        - { name: domain, reach: [core] }
        - { name: service, peers: allow }
        - core
      """)
    workspace.add("app/A", "A", .application, links: ["D", "S"])
    workspace.add("domain/D", "D", links: ["S", "N"])
    workspace.add("service/S", "S", links: ["T", "N"])
    workspace.add("service/T", "T")
    workspace.add("core/N", "N")
    #expect(try workspace.findings() == ["layer-reach A -> S", "layer-reach D -> S"])
    let first = try #require(try workspace.run().findings.first)
    #expect(
      first.message.text
        == "'A' of layer 'app' links 'S' of layer 'service', which 'app' may not reach")
    #expect(first.help == ["go through a module of layer 'domain' that uses 'S'"])
  }

  @Test func outermostFolderWinsAndHolesAreFound() throws {
    var workspace = Workspace("layers: [domain, app, { name: x, modules: ['*Kit', 'app/**'] }]\n")
    workspace.add("app/domain/A", "A")
    workspace.add("domain/app/B", "B")
    workspace.add("Labs", "C")
    workspace.add("Labs", "CKit")
    let outcome = try workspace.run()
    #expect(outcome.findings.map(\.short) == ["unassigned-module C", "ambiguous-layer A"])
    #expect(outcome.findings[0].message.text == "'C' in 'Labs' is in no layer")
    #expect(
      outcome.findings[0].notes.map(\.message.text) == [
        "layer 'domain' matches the modules under a folder named 'domain'",
        "layer 'app' matches the modules under a folder named 'app'",
        "layer 'x' matches '*Kit', 'app/**'",
      ])
    #expect(outcome.findings[1].message.text == "'A' is in 2 layers: 'app' and 'x'")
  }

  @Test func uncertainLayersMakeNoHoles() throws {
    var workspace = Workspace("layers: [a, { name: b, module: ['B/**'] }]\n")
    workspace.add("a", "A")
    workspace.add("B/C", "C")
    #expect(try workspace.findings() == ["invalid-rules"])
  }

  @Test func variantsShareAFinding() throws {
    var workspace = Workspace("layers: [core]\ninterfaces: ['Kit']\n")
    workspace.add("core/N", "Net_iOS", links: ["Log_iOS", "Kit_iOS"], variantOf: "Net")
    workspace.add("core/N", "Net_macOS", links: ["Log_macOS", "Kit_iOS"], variantOf: "Net")
    workspace.add("core/L", "Log_iOS", variantOf: "Log")
    workspace.add("core/L", "Log_macOS", variantOf: "Log")
    workspace.add("core/K", "Kit_iOS", variantOf: "Kit")
    workspace.add("core/K", "Kit_macOS", variantOf: "Kit")
    let outcome = try workspace.run()
    #expect(outcome.findings.map(\.short) == ["same-layer Net -> Log"])
    #expect(outcome.findings[0].notes.isEmpty)
    #expect(outcome.summary == Summary(modules: 3, links: 2, layers: 1))
  }

  @Test func twoEntriesForOneLinkAreOneFinding() throws {
    var workspace = Workspace("layers: [core]\n")
    workspace.add("core/A", "A", links: ["B", "B"])
    workspace.add("core/B", "B")
    let outcome = try workspace.run()
    #expect(outcome.findings.count == 1)
    #expect(outcome.findings[0].notes.map(\.message.text) == ["also reported here"])
    #expect(outcome.summary.links == 1)
  }

  @Test func inheritedLinksNameTheirTarget() throws {
    var workspace = Workspace("layers: [core]\n")
    workspace.add("core/A", "A", links: ["B"], flags: [.linked, .inherited])
    workspace.add("core/B", "B")
    let note = try workspace.run().findings.first?.notes.first
    #expect(note?.message.text == "'A' gets it from a template or an included file")
    #expect(note?.location?.start.line == 1)
  }
}
