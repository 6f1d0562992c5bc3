@testable import Graph
import Testing

@Suite struct RowTests {
  @Test func emptyGraph() {
    let graph = Digraph(nodeCount: 0, edges: [])
    #expect(graph.nodeCount == 0)
    #expect(graph.edgeCount == 0)
    #expect(graph.reversed().nodeCount == 0)
  }

  @Test func nodesWithoutEdges() {
    let graph = Digraph(nodeCount: 3, edges: [(1, 1)])
    #expect(graph.edges(from: 0).isEmpty)
    #expect(graph.edges(from: 1) == 0..<1)
    #expect(graph.edges(from: 2).isEmpty)
    #expect(graph.tail(of: 0) == 1)
  }

  @Test func rowsAreSortedByHead() {
    #expect(diamond.heads == [1, 2, 3, 3])
    #expect(diamond.origins == [3, 1, 2, 0])
    #expect(diamond.edges(from: 0) == 0..<2)
  }

  @Test func parallelEdgesKeepTheirOrder() {
    let graph = Digraph(nodeCount: 3, edges: [(0, 2), (0, 1), (0, 2), (0, 1), (0, 2)])
    #expect(graph.heads == [1, 1, 2, 2, 2])
    #expect(graph.origins == [1, 3, 0, 2, 4])
  }

  @Test func reversedDiamond() {
    let reversed = diamond.reversed()
    #expect(reversed.heads == [0, 0, 1, 2])
    #expect(reversed.origins == [3, 1, 2, 0])
    #expect(reversed.edges(from: 3) == 2..<4)
  }

  @Test func subgraphKeepsNodes() {
    let part = diamond.subgraph { diamond.heads[$0] != 2 }
    #expect(part.nodeCount == 4)
    #expect(part.heads == [1, 3, 3])
    #expect(part.origins == [3, 2, 0])
    #expect(part.edges(from: 2) == 2..<3)
  }

  @Test(arguments: 0..<40) func randomGraphsAreTheSortedList(seed: Int) {
    let nodes = 1 + seed % 9
    let edges = randomEdges(seed * 3, among: nodes, seed: seed)
    let graph = Digraph(nodeCount: nodes, edges: edges)
    let sorted = edges.indices.sorted {
      (edges[$0].tail, edges[$0].head, $0) < (edges[$1].tail, edges[$1].head, $1)
    }
    #expect(graph.origins.map(Int.init) == sorted)
    #expect(graph.heads == sorted.map { Int32(edges[$0].head) })
    #expect((0..<graph.edgeCount).map(graph.tail(of:)) == sorted.map { edges[$0].tail })
    for node in 0..<nodes {
      #expect(graph.edges(from: node).allSatisfy { graph.tail(of: $0) == node })
    }
  }

  @Test(arguments: 0..<20) func reversedTwiceIsTheSame(seed: Int) throws {
    let graph = randomGraph(nodes: 8, edges: 30, seed: seed)
    let reversed = graph.reversed()
    let twice = reversed.reversed()
    #expect(twice.heads == graph.heads)
    #expect(twice.origins == graph.origins)
    let edgeOf = Dictionary(uniqueKeysWithValues: (0..<30).map { (graph.origin(of: $0), $0) })
    for edge in 0..<30 {
      let origin = try #require(edgeOf[reversed.origin(of: edge)])
      #expect(reversed.head(of: edge) == graph.tail(of: origin))
      #expect(reversed.tail(of: edge) == graph.head(of: origin))
    }
  }
}
