@testable import Graph
import Testing

@Suite struct ShortestPathTests {
  @Test func startIsEnd() {
    #expect(diamond.shortestPath(from: 2, to: 2) == [])
    #expect(cyclesSharingNode.shortestPath(from: 0, to: 0) == [])
  }

  @Test func smallestNodesWin() {
    #expect(nodes(diamond, diamond.shortestPath(from: 0, to: 3)) == [1, 3])
  }

  @Test func firstStepDecidesBeforeTheLast() {
    // 0 → 1 → 4 → 5 comes before 0 → 2 → 3 → 5, although 3 < 4.
    let graph = Digraph(
      nodeCount: 6, edges: [(0, 2), (0, 1), (2, 3), (1, 4), (3, 5), (4, 5)])
    #expect(nodes(graph, graph.shortestPath(from: 0, to: 5)) == [1, 4, 5])
  }

  @Test func noPathBackwards() {
    #expect(diamond.shortestPath(from: 3, to: 0) == nil)
    #expect(diamond.shortestPath(from: 1, to: 2) == nil)
  }

  @Test func onlyAllowedEdges() {
    let path = diamond.shortestPath(from: 0, to: 3) { diamond.heads[$0] != 1 }
    #expect(nodes(diamond, path) == [2, 3])
  }

  @Test func firstOfParallelEdgesThatIsAllowed() {
    let graph = Digraph(nodeCount: 2, edges: [(0, 1), (0, 1), (0, 1)])
    #expect(graph.shortestPath(from: 0, to: 1) == [0])
    #expect(graph.shortestPath(from: 0, to: 1) { $0 > 0 } == [1])
  }

  @Test func longChain() {
    #expect(chain(to: 99_999).shortestPath(from: 0, to: 99_999)?.count == 99_999)
  }

  @Test(arguments: 0..<30) func randomGraphsAgreeWithAllPaths(seed: Int) {
    let graph = randomGraph(nodes: 9, edges: 20, seed: seed)
    let allows: (Int) -> Bool = { ($0 + seed) % 5 != 0 }
    var search = PathSearch(graph)
    for start in 0..<9 {
      for end in 0..<9 {
        let expected = firstShortestPath(graph, from: start, to: end, where: allows)
        #expect(search.shortestPath(from: start, to: end, where: allows) == expected)
      }
    }
  }

  private func nodes(_ graph: Digraph, _ path: [Int]?) -> [Int]? {
    path?.map(graph.head)
  }

  /// Shorter, then smaller nodes, then smaller edges.
  private func precedes(_ left: [Int], _ right: [Int], in graph: Digraph) -> Bool {
    guard left.count == right.count else { return left.count < right.count }
    let (leftNodes, rightNodes) = (
      left.map { graph.head(of: $0) }, right.map { graph.head(of: $0) }
    )
    return leftNodes == rightNodes
      ? left.lexicographicallyPrecedes(right) : leftNodes.lexicographicallyPrecedes(rightNodes)
  }

  /// Grows whole paths, a step at a time, and picks the first when some arrive.
  private func firstShortestPath(
    _ graph: Digraph, from start: Int, to end: Int, where allows: (Int) -> Bool
  ) -> [Int]? {
    var paths: [[Int]] = [[]]
    for _ in 0..<graph.nodeCount {
      let arrived = paths.filter { ($0.last.map { graph.head(of: $0) } ?? start) == end }
      if let first = arrived.min(by: { precedes($0, $1, in: graph) }) { return first }
      paths = paths.flatMap { path in
        graph.edges(from: path.last.map { graph.head(of: $0) } ?? start)
          .filter { edge in
            allows(edge) && graph.head(of: edge) != start
              && !path.contains { graph.head(of: $0) == graph.head(of: edge) }
          }
          .map { path + [$0] }
      }
    }
    return nil
  }
}
