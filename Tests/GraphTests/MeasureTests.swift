@testable import Graph
import Testing

/// Each measure against its definition, computed the long way on the closure or on all chains.
@Suite struct MeasureTests {
  private static let seeds = 0..<60

  private func graph(_ seed: Int) -> Digraph {
    randomGraph(nodes: 1 + seed * 3, edges: seed * (1 + seed % 5), seed: seed)
  }

  @Test(arguments: seeds)
  func countsWhatEachNodeReaches(_ seed: Int) {
    let graph = graph(seed)
    let expected = closure(of: graph).map { row in row.count { $0 } }
    #expect(graph.reachCounts() == expected)
  }

  @Test func countsAcrossManyWords() {
    #expect(chain(to: 199).reachCounts() == (1...200).reversed())
    #expect(ring(of: 130).reachCounts() == Array(repeating: 130, count: 130))
    #expect(Digraph(nodeCount: 0, edges: []).reachCounts().isEmpty)
  }

  @Test(arguments: seeds)
  func leavesOutWhatOtherEdgesImply(_ seed: Int) {
    let graph = graph(seed)
    let reaches = closure(of: graph)
    let nodes = 0..<graph.nodeCount
    let expected = nodes.flatMap { tail in
      graph.edges(from: tail).filter { edge in
        let head = graph.head(of: edge)
        return !reaches[head][tail]
          && nodes.contains {
            reaches[tail][$0] && reaches[$0][head] && !reaches[$0][tail] && !reaches[head][$0]
          }
      }
    }
    #expect(graph.impliedEdges() == expected)
    let rest = graph.subgraph { !expected.contains($0) }
    #expect(closure(of: rest) == reaches)
  }

  /// Grows chains of components edge by edge until none can grow.
  private func depths(of graph: Digraph) -> [Int] {
    let reaches = closure(of: graph)
    var depths = [Int](repeating: 0, count: graph.nodeCount)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for edge in 0..<graph.edgeCount {
        let (tail, head) = (graph.tail(of: edge), graph.head(of: edge))
        let step = reaches[head][tail] ? 0 : 1
        if depths[tail] < depths[head] + step {
          depths[tail] = depths[head] + step
          hasChanged = true
        }
      }
    }
    return depths
  }

  @Test(arguments: seeds)
  func measuresDepth(_ seed: Int) {
    let graph = graph(seed)
    let chains = LongestChains(graph)
    #expect((0..<graph.nodeCount).map(chains.depth) == depths(of: graph))
  }

  @Test(arguments: seeds)
  func findsARealChainOfThatDepth(_ seed: Int) {
    let graph = graph(seed)
    let reaches = closure(of: graph)
    let chains = LongestChains(graph)
    for start in 0..<graph.nodeCount {
      var node = start
      var steps = 0
      for edge in chains.longestChain(from: start) {
        #expect(graph.tail(of: edge) == node)
        node = graph.head(of: edge)
        if !reaches[node][graph.tail(of: edge)] { steps += 1 }
      }
      #expect(steps == chains.depth(of: start))
    }
  }
}
