@testable import Graph
import TestSupport

typealias Edge = (tail: Int, head: Int)

/// A list of edges in no order, with parallel edges and self-loops now and then.
func randomEdges(_ count: Int, among nodes: Int, seed: Int) -> [Edge] {
  var random = SplitMix64(state: UInt64(seed))
  return (0..<count).map { _ in
    (.random(in: 0..<nodes, using: &random), .random(in: 0..<nodes, using: &random))
  }
}

func randomGraph(nodes: Int, edges: Int, seed: Int) -> Digraph {
  Digraph(nodeCount: nodes, edges: randomEdges(edges, among: nodes, seed: seed))
}

/// 0 → 1 → … → `last`.
func chain(to last: Int) -> Digraph {
  Digraph(nodeCount: last + 1, edges: (0..<last).map { ($0, $0 + 1) })
}

/// 0 → 1 → 3 and 0 → 2 → 3.
let diamond = Digraph(nodeCount: 4, edges: [(2, 3), (0, 2), (1, 3), (0, 1)])

/// 0 ⇄ 1 and 0 ⇄ 2.
let cyclesSharingNode = Digraph(nodeCount: 3, edges: [(0, 1), (1, 0), (0, 2), (2, 0)])

/// 0 → 0 → 1.
let selfLoop = Digraph(nodeCount: 2, edges: [(0, 0), (0, 1)])

/// 0 → 1 → … → 0.
func ring(of nodes: Int) -> Digraph {
  Digraph(nodeCount: nodes, edges: (0..<nodes).map { ($0, ($0 + 1) % nodes) })
}

/// Which nodes reach which, by Floyd and Warshall; a node reaches itself.
func closure(of graph: Digraph) -> [[Bool]] {
  let nodes = 0..<graph.nodeCount
  var reaches = nodes.map { node in nodes.map { $0 == node } }
  for edge in 0..<graph.edgeCount {
    reaches[graph.tail(of: edge)][graph.head(of: edge)] = true
  }
  for middle in nodes {
    for tail in nodes where reaches[tail][middle] {
      for head in nodes where reaches[middle][head] { reaches[tail][head] = true }
    }
  }
  return reaches
}

extension Digraph {
  func shortestPath(
    from start: Int, to end: Int, where allowsEdge: (_ edge: Int) -> Bool = { _ in true }
  ) -> [Int]? {
    var search = PathSearch(self)
    return search.shortestPath(from: start, to: end, where: allowsEdge)
  }
}
