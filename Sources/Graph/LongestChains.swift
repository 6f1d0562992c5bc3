/// The longest chains of a graph whose cyclic components count as one node each.
///
/// Components are in reverse topological order, so one pass visits the successors of a node before
/// the node (the longest path of an acyclic graph: Cormen et al., Introduction to Algorithms,
/// 24.2).
struct LongestChains: Sendable {
  private let graph: Adjacency
  private let components: Components
  private var depths: [Int]
  /// The first edge of a longest chain out of each component, or -1.
  private var firstEdges: [Int]
  private var search: PathSearch

  /// Computes the longest chains of `graph`.
  ///
  /// - Complexity: O(*n* + *m*).
  init(_ graph: Adjacency) {
    self.graph = graph
    components = graph.stronglyConnectedComponents()
    depths = Array(repeating: 0, count: components.count)
    firstEdges = Array(repeating: -1, count: components.count)
    search = PathSearch(graph)
    for component in 0..<Int32(components.count) {
      for node in components.members(of: component) {
        for edge in graph.edges(from: node) {
          let next = components.componentOf[Int(graph.heads[edge])]
          guard next != component, depths[Int(next)] + 1 > depths[Int(component)] else { continue }
          depths[Int(component)] = depths[Int(next)] + 1
          firstEdges[Int(component)] = edge
        }
      }
    }
  }

  /// Returns the number of edges in a longest chain from `node`; edges within a cycle do not count.
  func depth(of node: Int32) -> Int { depths[Int(components.componentOf[Int(node)])] }

  /// Returns the edges of a longest chain, with the shortest way through each cyclic component.
  ///
  /// - Complexity: O(*l* · (*n* + *m*)) for the *l* cyclic components on the way.
  mutating func longestChain(from start: Int32) -> [Int] {
    var chain: [Int] = []
    var node = start
    while true {
      let edge = firstEdges[Int(components.componentOf[Int(node)])]
      guard edge >= 0 else { return chain }
      chain += search.shortestPath(from: node, to: graph.tail(of: edge)) ?? []
      chain.append(edge)
      node = graph.heads[edge]
    }
  }
}

extension Subgraph {
  /// Returns the longest chains of links; links within a cycle do not count.
  ///
  /// - Complexity: O(*n* + *m*).
  public func longestChains() -> LongestModuleChains { LongestModuleChains(self) }
}

/// The longest chains of links in a subgraph; see `LongestChains`.
public struct LongestModuleChains: Sendable {
  private let subgraph: Subgraph
  private var chains: LongestChains

  fileprivate init(_ subgraph: Subgraph) {
    self.subgraph = subgraph
    chains = LongestChains(subgraph.adjacency)
  }

  public func depth(of module: ModuleID) -> Int { chains.depth(of: subgraph.row(of: module)) }

  /// Returns the links of a longest chain, with the shortest way through each cycle.
  ///
  /// - Complexity: O(*l* · (*n* + *m*)) for the *l* cycles on the way.
  public mutating func longestChain(from start: ModuleID) -> [Link] {
    chains.longestChain(from: subgraph.row(of: start)).map { subgraph.link($0) }
  }
}
