/// The longest chains of a graph whose cyclic components count as one node each.
///
/// Components are in reverse topological order, so one pass visits the successors of a node before
/// the node (the longest path of an acyclic graph: Cormen et al., Introduction to Algorithms,
/// 24.2).
public struct LongestChains: Sendable {
  private let graph: Digraph
  private let components: Components
  private var depths: [Int]
  /// The first edge of a longest chain out of each component, or -1.
  private var firstEdges: [Int]

  /// - Complexity: O(*n* + *m*).
  public init(_ graph: Digraph) {
    self.graph = graph
    components = graph.stronglyConnectedComponents()
    depths = Array(repeating: 0, count: components.count)
    firstEdges = Array(repeating: -1, count: components.count)
    for component in 0..<components.count {
      for node in components.members(of: component) {
        for edge in graph.edges(from: node) {
          let next = components.componentOf[graph.head(of: edge)]
          guard next != component, depths[next] + 1 > depths[component] else { continue }
          depths[component] = depths[next] + 1
          firstEdges[component] = edge
        }
      }
    }
  }

  /// Returns the number of edges in a longest chain from `node`; edges within a cycle do not count.
  public func depth(of node: Int) -> Int { depths[components.componentOf[node]] }

  /// Returns a longest chain, with the shortest way through each cycle.
  ///
  /// - Complexity: O(*l* · (*n* + *m*)) for the *l* cyclic components on the way.
  public func longestChain(from start: Int) -> [Int] {
    var search = PathSearch(graph)
    var chain: [Int] = []
    var node = start
    while true {
      let edge = firstEdges[components.componentOf[node]]
      guard edge >= 0 else { return chain }
      chain += search.shortestPath(from: node, to: graph.tail(of: edge)) ?? []
      chain.append(edge)
      node = graph.head(of: edge)
    }
  }
}
