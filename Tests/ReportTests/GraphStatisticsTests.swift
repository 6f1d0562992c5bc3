import Graph
import Testing

@testable import Report

@Suite struct GraphStatisticsTests {
  private static let layers = ["top", "middle", "low"]

  /// A graph with `count` modules in three layers and in none, and links wherever a seeded sequence
  /// of numbers (Knuth's MMIX) says so.
  private static func random(_ count: Int, seed: Int) -> GraphView {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func number(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var edges: [GraphView.Edge] = []
    for from in 0..<count {
      for to in 0..<count where number(below: 6) == 0 {
        edges.append(.init(from: from, to: to, rules: number(below: 4) == 0 ? ["upward"] : []))
      }
    }
    return GraphView(
      nodes: (0..<count).map { place in
        let layer = number(below: 4)
        return .init(
          id: "#\(place)", name: "M\(place)", layer: layer < 3 ? layers[layer] : nil)
      }, edges: edges, layers: layers)
  }

  /// Which nodes lead to which by edges among `inside`, each to itself (Floyd and Warshall).
  private static func closure(of graph: GraphView, _ inside: [Bool]) -> [[Bool]] {
    let nodes = graph.nodes.indices
    var reaches = nodes.map { a in nodes.map { a == $0 } }
    for edge in graph.edges where inside[edge.from] && inside[edge.to] {
      reaches[edge.from][edge.to] = true
    }
    for middle in nodes {
      for from in nodes where reaches[from][middle] {
        for to in nodes where reaches[middle][to] { reaches[from][to] = true }
      }
    }
    return reaches
  }

  @Test(arguments: 0..<40)
  func measuresModulesByDefinition(_ seed: Int) {
    let graph = Self.random(1 + seed / 2, seed: seed)
    let inside = graph.nodes.indices.map { seed % 2 == 0 || $0 % 3 != 0 }
    let statistics = GraphStatistics(
      of: graph, among: seed % 2 == 0 ? nil : Set(graph.nodes.indices.filter { inside[$0] }))
    let reaches = Self.closure(of: graph, inside)
    #expect(statistics.modules.map(\.node) == graph.nodes.indices.filter { inside[$0] })
    for row in statistics.modules {
      let links = graph.edges.filter { $0.from != $0.to }
      #expect(row.coupling.fanIn == links.count { $0.to == row.node })
      #expect(row.coupling.fanOut == links.count { $0.from == row.node })
      #expect(row.needs == reaches[row.node].count { $0 })
    }
    let cyclic = graph.nodes.indices.filter { node in
      graph.edges.contains {
        $0.from == node && inside[node] && inside[$0.to] && reaches[$0.to][node]
      }
    }
    #expect(statistics.cyclicCount == cyclic.count)
  }

  @Test(arguments: 0..<40)
  func measuresLayersByDefinition(_ seed: Int) {
    let graph = Self.random(2 + seed / 2, seed: seed)
    let statistics = GraphStatistics(of: graph)
    let groups = Self.layers.map { Optional($0) } + [nil]
    let present = groups.filter { group in graph.nodes.contains { $0.layer == group } }
    #expect(statistics.layers.map(\.name) == present)
    for row in statistics.layers {
      func isIn(_ node: Int) -> Bool { graph.nodes[node].layer == row.name }
      #expect(row.moduleCount == graph.nodes.indices.count(where: isIn))
      let linkingIn = graph.edges.filter { !isIn($0.from) && isIn($0.to) }.map(\.from)
      let linkingOut = graph.edges.filter { isIn($0.from) && !isIn($0.to) }.map(\.from)
      #expect(row.coupling.fanIn == Set(linkingIn).count)
      #expect(row.coupling.fanOut == Set(linkingOut).count)
    }
    for links in statistics.layerLinks {
      let pair = graph.edges.filter {
        graph.nodes[$0.from].layer == links.from && graph.nodes[$0.to].layer == links.to
      }
      #expect(links.count == pair.count && links.count > 0)
      #expect(links.violations == pair.count { !$0.rules.isEmpty })
    }
    #expect(statistics.layerLinks.reduce(0) { $0 + $1.count } == graph.edges.count)
  }

  @Test func knowsInstability() {
    let fan = GraphView(
      nodes: (0..<6).map { .init(id: "#\($0)", name: "M\($0)") },
      edges: [.init(from: 0, to: 3), .init(from: 1, to: 3), .init(from: 2, to: 3)]
        + [.init(from: 3, to: 3), .init(from: 3, to: 4)], layers: [])
    let rows = GraphStatistics(of: fan).modules
    #expect(rows.map(\.coupling.instability) == [1, 1, 1, 0.25, 0, nil])
  }

  private func text(_ graph: GraphView, width: Int? = nil, limit: Int = 10) -> String {
    GraphStatistics(of: graph).text(of: graph, style: Style(width: width), limit: limit)
  }

  @Test func survivesAnEmptyGraph() {
    let empty = GraphView(nodes: [], edges: [], layers: [])
    #expect(text(empty) == "0 modules, 0 links\n")
    #expect(GraphStatistics(of: empty).json(of: empty).contains("\"cyclic\": 0\n"))
  }

  @Test func fitsANarrowTerminal() {
    let graph = GraphView(
      nodes: [
        .init(id: "#a", name: "AModuleWithALongName"), .init(id: "#b", name: "日本のモジュール"),
        .init(id: "#c", name: "Evil\u{1B}[31m"),
      ],
      edges: [
        .init(from: 0, to: 1, file: "a/rather/long/folder/project.yml", line: 10),
        .init(from: 1, to: 2, file: "b/project.yml", line: 7),
      ], layers: [])
    let output = text(graph, width: 60, limit: 1)
    #expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(
      output.contains(
        """
        critical path
        3 modules in a row must wait for each other; 1.0 at a time on average
          'AModuleWithALongName' links '日本のモジュール'
              a/rather/long/folder/project.yml:10
          '日本のモジュール' links 'Evil\\u{1B}[31m'  b/project.yml:7

        """))
    #expect(output.contains("and 1 more\n"))
  }
}
