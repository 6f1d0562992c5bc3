@testable import Graph
import Testing

/// Graphs of numbered nodes against the closure of their edges.
@Suite struct DigraphTests {
  private static let seeds = 0..<40

  private func edges(_ seed: Int) -> (nodes: Int, edges: [(tail: Int, head: Int)]) {
    let nodes = 1 + seed % 12
    let edges = randomEdges(seed * 2 % 37, among: nodes, seed: seed)
    return (nodes, edges)
  }

  /// For each node the least number of edges to each other (Floyd and Warshall).
  private func distances(_ nodes: Int, _ edges: [(tail: Int, head: Int)]) -> [[Int?]] {
    var distances = (0..<nodes).map { a in (0..<nodes).map { a == $0 ? 0 : nil as Int? } }
    for edge in edges where edge.tail != edge.head { distances[edge.tail][edge.head] = 1 }
    for middle in 0..<nodes {
      for tail in 0..<nodes {
        for head in 0..<nodes {
          guard let a = distances[tail][middle], let b = distances[middle][head] else { continue }
          distances[tail][head] = min(distances[tail][head] ?? .max, a + b)
        }
      }
    }
    return distances
  }

  @Test(arguments: seeds) func edgesLeadWhereTheyWereMade(seed: Int) {
    let (nodes, edges) = edges(seed)
    let graph = Digraph(nodeCount: nodes, edges: edges)
    let backward = graph.reversed()
    #expect(graph.nodeCount == nodes && graph.edgeCount == edges.count)
    for node in 0..<nodes {
      #expect(
        Array(graph.heads(from: node)) == edges.filter { $0.tail == node }.map(\.head).sorted())
      for edge in graph.edges(from: node) {
        #expect(edges[graph.origin(of: edge)] == (node, graph.head(of: edge)))
      }
      #expect(
        Array(backward.heads(from: node)) == edges.filter { $0.head == node }.map(\.tail).sorted())
      for edge in backward.edges(from: node) {
        #expect(edges[backward.origin(of: edge)] == (backward.head(of: edge), node))
      }
    }
  }

  @Test(arguments: seeds) func componentsAndDistances(seed: Int) {
    let (nodes, edges) = edges(seed)
    let graph = Digraph(nodeCount: nodes, edges: edges)
    let distances = distances(nodes, edges)
    func isTogether(_ a: Int, _ b: Int) -> Bool { distances[a][b] != nil && distances[b][a] != nil }
    let components = graph.stronglyConnectedComponents()
    let order = components.nodes
    #expect(order.sorted() == Array(0..<nodes))
    for component in 0..<components.count {
      let members = Array(components.members(of: component))
      #expect(members == (0..<nodes).filter { isTogether(members[0], $0) })
    }
    for (place, node) in order.enumerated() {
      #expect(order[..<place].allSatisfy { isTogether($0, node) || distances[$0][node] == nil })
    }
    let cyclic = edges.filter { isTogether($0.tail, $0.head) }
    #expect(Set(components.cyclic.joined()) == Set(cyclic.flatMap { [$0.tail, $0.head] }))
    #expect(graph.reachCounts() == distances.map { $0.count { $0 != nil } })

    let starts = Set((0..<nodes).filter { $0 % 4 == seed % 4 })
    let nearest = (0..<nodes).map { node in starts.compactMap { distances[$0][node] }.min() }
    #expect(graph.distances(from: starts) == nearest)
    let odd = edges.filter { ($0.tail + $0.head) % 2 == 1 }
    let near = Digraph(nodeCount: nodes, edges: odd).distances(from: starts)
    let followed = graph.distances(from: starts) { edge in
      (edges[graph.origin(of: edge)].tail + graph.head(of: edge)) % 2 == 1
    }
    #expect(followed == near)
  }

  @Test(arguments: seeds) func aCutLeavesNoCycle(seed: Int) {
    let (nodes, edges) = edges(seed)
    let graph = Digraph(nodeCount: nodes, edges: edges)
    let cut = Set(
      graph.stronglyConnectedComponents().cyclic.flatMap { component in
        graph.minimumFeedbackArcSet(of: component) { _ in 1 }
      })
    let rest = graph.subgraph { !cut.contains($0) }
    #expect(rest.stronglyConnectedComponents().cyclic.isEmpty)
    #expect(rest.edgeCount == edges.count - cut.count)
  }

  @Test func chainsAndPaths() {
    let graph = Digraph(nodeCount: 4, edges: [(2, 3), (0, 2), (1, 3), (0, 1), (0, 3)])
    let chains = LongestChains(graph)
    #expect((0..<4).map(chains.depth) == [2, 1, 1, 0])
    #expect(chains.longestChain(from: 0).map(graph.head(of:)) == [1, 3])
    let paths = graph.simplePaths(from: [0], to: [3], limit: 2)
    #expect(paths.map { $0.map(graph.head(of:)) } == [[3], [1, 3]])
  }
}
