import Testing

@testable import Report

/// App → Feed → Net → Log, Feed → Log, App → Chat ⇄ Feed, FeedTests → Feed, Net → Zlib.
@Suite struct GraphPartTests {
  private static let names = ["App", "Chat", "Feed", "FeedTests", "Log", "Net", "Zlib"]

  private static func view(violations: [String: [String]] = [:]) -> GraphView {
    let links = [
      "App Chat", "App Feed", "Chat Feed", "Feed Chat", "Feed Log", "Feed Net", "FeedTests Feed",
      "Net Log", "Net Zlib",
    ]
    return GraphView(
      nodes: names.map { name in
        let roles: [GraphView.Role] =
          name == "Zlib" ? [.external] : name.hasSuffix("Tests") ? [.test] : []
        let layer = ["App": "app", "Log": "core", "Net": "core", "Zlib": nil][name] ?? "feature"
        return .init(
          id: "#" + name, name: name, layer: layer, roles: roles,
          spec: roles == [.external] ? nil : layer == "core" ? "core/project.yml" : "\(name).yml",
          project: layer == "core" ? "Core" : name)
      },
      edges: links.map { link in
        let ends = link.split(separator: " ").map { names.firstIndex(of: String($0)) ?? -1 }
        return .init(from: ends[0], to: ends[1], rules: violations[link] ?? [])
      }, layers: ["app", "feature", "core"])
  }

  private func marked(_ wanted: String...) -> Set<Int> {
    Set(Self.names.indices.filter { wanted.contains(Self.names[$0]) })
  }

  /// The links that are left, and the nodes without any.
  private func text(_ part: GraphView.Part, of view: GraphView = view()) -> [String] {
    text(view.keeping(part))
  }

  private func text(_ view: GraphView) -> [String] {
    let lone = view.nodes.indices.filter { node in
      !view.edges.contains { $0.from == node || $0.to == node }
    }
    return lone.map { view.nodes[$0].name }
      + view.edges.map { "\(view.nodes[$0.from].name) \(view.nodes[$0.to].name)" }
  }

  @Test func leavesOutTestsAndExternals() {
    let named = marked()
    let view = Self.view()
    let all = view.part(tests: true, externals: true, named: named)
    #expect(view.keeping(all) == view)
    let plain = view.keeping(view.part(tests: false, externals: false, named: named))
    #expect(plain.nodes.map(\.name) == ["App", "Chat", "Feed", "Log", "Net"])
    #expect(plain.edges.count == 7)
  }

  @Test func hidesNeitherViolationsNorWhatIsNamed() {
    let view = Self.view(violations: ["FeedTests Feed": ["upward"]])
    let part = view.part(tests: false, externals: false, named: marked("Zlib"))
    #expect(view.keeping(part) == view)
  }

  @Test func findsTheChainsBetweenTwo() {
    let view = Self.view()
    #expect(
      text(view.part(from: marked("Chat"), to: marked("Log")))
        == ["Chat Feed", "Feed Log", "Feed Net", "Net Log"])
    #expect(text(view.part(from: nil, to: marked("Chat"))).count == 5)
    #expect(text(view.part(from: marked("Net"), to: nil)) == ["Net Log", "Net Zlib"])
    #expect(text(view.part(from: marked("Log"), to: marked("App"))).isEmpty)
    #expect(text(view.part(from: marked("Log"), to: marked("Log"))) == ["Log"])
  }

  @Test func takesNoStepOverWhatIsOnlyCopied() {
    var view = Self.view()
    view.edges.append(.init(from: 0, to: 5, isLinked: false, isEmbedded: true))
    #expect(text(view.part(around: marked("Net"), depth: 1), of: view).count == 3)
    #expect(view.chains(from: marked("App"), to: marked("Net"), limit: 9).map(\.count) == [2, 3])
    // But it is better than no answer.
    let copied = view.keeping(view.part { $0 == 0 || $0 == 5 })
    #expect(copied.chains(from: [0], to: [1], limit: 9) == [[0]])
  }

  @Test func drawsWhatIsNear() {
    let view = Self.view()
    // Neither what its neighbours link each other, nor what lies behind them.
    #expect(
      text(view.part(around: marked("Net"), depth: 1)) == ["Feed Net", "Net Log", "Net Zlib"])
    #expect(
      text(view.part(around: marked("Zlib"), depth: 2)) == ["Feed Net", "Net Zlib"])
    #expect(text(view.part(around: marked("App"), depth: 99)).count == 8)
  }

  @Test func drawsOnlyViolationsOrCycles() {
    let view = Self.view(violations: ["Net Log": ["same-layer"], "Feed Chat": ["cycle"]])
    #expect(text(view.violations(), of: view) == ["Feed Chat", "Net Log"])
    #expect(text(view.cycles(), of: view) == ["Chat Feed", "Feed Chat"])
    #expect(text(view.cycles().intersection(view.violations()), of: view) == ["Feed Chat"])
  }

  @Test func leavesOutWhatOnlyOneQuestionIsAbout() {
    let view = Self.view(violations: ["Net Log": ["same-layer"]])
    let near = view.part(around: marked("Net"), depth: 2)
    #expect(text(near.intersection(view.violations()), of: view) == ["Net Log"])
    #expect(text(near.intersection(view.part(from: marked("Log"), to: nil)), of: view).isEmpty)
  }

  @Test func keepsTheFarEndsOfLinks() {
    #expect(
      text(Self.view().part(touching: marked("Net", "Log")))
        == ["Feed Log", "Feed Net", "Net Log", "Net Zlib"])
  }

  @Test func collapsesLayers() {
    let view = Self.view(violations: ["Net Log": ["same-layer"]]).collapsed(by: .layer)
    #expect(view.nodes.map(\.id) == ["layer:app", "layer:core", "layer:feature", "external"])
    #expect(view.nodes.map(\.memberCount) == [1, 2, 3, 1])
    #expect(view.nodes.map(\.layer) == ["app", "core", "feature", nil])
    #expect(
      text(view) == ["app feature", "core core", "core external", "feature core"])
    // A link within a layer is drawn where it breaks a rule.
    #expect(view.edges.map(\.linkCount) == [2, 1, 1, 2])
    #expect(view.edges[1].rules == ["same-layer"])
  }

  @Test func collapsesProjects() {
    let view = Self.view().collapsed(by: .project)
    #expect(view.nodes.map(\.name) == ["App", "Chat", "Core", "Feed", "FeedTests", "Zlib"])
    #expect(view.nodes.map(\.memberCount) == [1, 1, 2, 1, 1, nil])
    #expect(view.nodes[2].id == "core/project.yml" && view.nodes[2].layer == "core")
    #expect(
      text(view)
        == [
          "App Chat", "App Feed", "Chat Feed", "Core Zlib", "Feed Chat", "Feed Core",
          "FeedTests Feed",
        ])
    #expect(view.edges[5].linkCount == 2)
  }

  @Test func survivesAnEmptyGraph() {
    let empty = GraphView(nodes: [], edges: [], layers: [])
    #expect(empty.collapsed(by: .layer) == empty)
    #expect(empty.keeping(empty.cycles()) == empty)
    #expect(empty.keeping(empty.part(from: [], to: nil)) == empty)
  }
}
