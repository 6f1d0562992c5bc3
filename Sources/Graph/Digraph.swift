/// A directed graph over nodes `0..<nodeCount` of any kind, such as the boxes of a drawing.
///
/// The edges that leave one node are adjacent, sorted by head: edge `e` in `edges(from: n)` leads
/// from `n` to `head(of: e)`. Modules and their links are a `ModuleGraph`.
public struct Digraph: Sendable {
  @usableFromInline let rows: Adjacency

  init(_ rows: Adjacency) { self.rows = rows }

  /// Creates the graph of `edges`, which keep their order where tail and head are the same.
  ///
  /// - Complexity: O(*n* + *m*).
  public init(nodeCount: Int, edges: [(tail: Int, head: Int)]) {
    rows = Adjacency(
      nodeCount: nodeCount,
      edges: edges.map {
        (tail: Int32(truncatingIfNeeded: $0.tail), Int32(truncatingIfNeeded: $0.head))
      })
  }

  /// The number of nodes.
  @inlinable public var nodeCount: Int { rows.nodeCount }

  /// The number of edges, each parallel edge counted.
  @inlinable public var edgeCount: Int { rows.edgeCount }

  /// Returns the edges that leave `node`, sorted by head.
  @inlinable public func edges(from node: Int) -> Range<Int> {
    rows.edges(from: Int32(truncatingIfNeeded: node))
  }

  /// Returns the node that `edge` leads to.
  @inlinable public func head(of edge: Int) -> Int { Int(rows.heads[edge]) }

  /// Returns the successors of `node`, in order; one for each of parallel edges.
  @inlinable public func heads(from node: Int) -> Heads {
    Heads(rows: rows.heads[edges(from: node)])
  }

  /// The heads of a range of edges, indexed by edge.
  public struct Heads: RandomAccessCollection, Sendable {
    @usableFromInline let rows: ArraySlice<Int32>

    @inlinable init(rows: ArraySlice<Int32>) { self.rows = rows }

    @inlinable public var startIndex: Int { rows.startIndex }
    @inlinable public var endIndex: Int { rows.endIndex }
    @inlinable public subscript(edge: Int) -> Int { Int(rows[edge]) }
  }

  /// Returns the index of `edge` in the list that the graph was built from, or for a reversed graph
  /// or a subgraph the edge of the original graph.
  @inlinable public func origin(of edge: Int) -> Int { Int(rows.origins[edge]) }
}

// Derived graphs.
extension Digraph {
  /// Returns the graph with every edge reversed; its origins are edges of this graph.
  ///
  /// - Complexity: O(*n* + *m*).
  public func reversed() -> Digraph { Digraph(rows.reversed()) }

  /// Returns the graph of the edges for which `isIncluded` is true; its origins are edges of this
  /// graph.
  ///
  /// - Complexity: O(*n* + *m*).
  public func subgraph(where isIncluded: (_ edge: Int) -> Bool) -> Digraph {
    Digraph(rows.subgraph(where: isIncluded))
  }
}

// Measures and searches.
extension Digraph {
  /// Returns the strongly connected components in reverse topological order, each with its nodes in
  /// order.
  ///
  /// A component comes after all others that it reaches.
  ///
  /// - Complexity: O(*n* + *m*).
  public func stronglyConnectedComponents() -> [[Int]] {
    let components = rows.stronglyConnectedComponents()
    return (0..<Int32(components.count)).map { components.members(of: $0).map(Int.init) }
  }

  /// Returns the strongly connected components that contain a cycle, sorted by their smallest
  /// nodes.
  ///
  /// - Complexity: O(*n* + *m*).
  public func cyclicComponents() -> [[Int]] {
    let components = rows.stronglyConnectedComponents()
    return components.cyclic.map { components.members(of: $0).map(Int.init) }
  }

  /// Returns the edges between nodes that reach each other, in order.
  ///
  /// - Complexity: O(*n* + *m*).
  public func cyclicEdges() -> [Int] {
    let componentOf = rows.stronglyConnectedComponents().componentOf
    return (0..<nodeCount).flatMap { node in
      edges(from: node).filter { componentOf[head(of: $0)] == componentOf[node] }
    }
  }

  /// Returns the cheapest edges whose removal leaves no cycle among `members`, sorted; see
  /// `Adjacency.minimumFeedbackArcSet(of:cost:)`.
  ///
  /// - Complexity: O(*m* log *m*) to build the parts, then bounded work.
  public func minimumFeedbackArcSet(
    of members: some Sequence<Int>, cost: (_ edge: Int) -> Int
  ) -> [Int] {
    rows.minimumFeedbackArcSet(
      of: members.map { Int32(truncatingIfNeeded: $0) }, cost: cost)
  }

  /// Returns at most `limit` simple paths from one of `starts` to one of `ends` as lists of edges,
  /// shortest first; see `Adjacency.simplePaths(from:to:limit:)`.
  ///
  /// - Complexity: O(`limit` · *l* · (*n* + *m*)) for paths of *l* edges.
  public func simplePaths(from starts: Set<Int>, to ends: Set<Int>, limit: Int) -> [[Int]] {
    let nodes = 0..<nodeCount
    return rows.simplePaths(
      from: nodes.map(starts.contains), to: nodes.map(ends.contains), limit: limit)
  }

  /// Returns the least number of edges from one of `starts` to each node; `nil` for unreachable
  /// nodes.
  ///
  /// - Complexity: O(*n* + *m*).
  public func distances(
    from starts: Set<Int>, where isFollowed: (_ edge: Int) -> Bool = { _ in true }
  ) -> [Int?] {
    var distances = [Int?](repeating: nil, count: nodeCount)
    var queue = starts.sorted()
    for start in queue { distances[start] = 0 }
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for edge in edges(from: node) where distances[head(of: edge)] == nil && isFollowed(edge) {
        distances[head(of: edge)] = distances[node].map { $0 + 1 }
        queue.append(head(of: edge))
      }
    }
    return distances
  }

  /// Returns for each node the number of nodes it reaches, itself included.
  ///
  /// - Complexity: O(*c* · (*n* + *m*) / 64) for *c* components, in O(*n*) memory.
  public func reachCounts() -> [Int] { rows.reachCounts() }

  /// Returns for each node the sum of the weights of all nodes that reach it, itself included.
  ///
  /// - Complexity: The same as `reachCounts()`.
  public func reachingWeights(_ weights: [Int]) -> [Int] {
    precondition(weights.count == nodeCount, "a weight for each node")
    return rows.reversed().reachCounts(weights: weights)
  }

  /// Returns for each node the number of edges in a longest chain from it; edges within a cycle do
  /// not count.
  ///
  /// - Complexity: O(*n* + *m*).
  public func depths() -> [Int] {
    let chains = LongestChains(rows)
    return (0..<Int32(nodeCount)).map { chains.depth(of: $0) }
  }

  /// Returns the edges of a longest chain, with the shortest way through each cycle.
  ///
  /// - Complexity: O(*n* + *m*), plus O(*n* + *m*) for each cycle on the way.
  public func longestChain(from start: Int) -> [Int] {
    var chains = LongestChains(rows)
    return chains.longestChain(from: Int32(truncatingIfNeeded: start))
  }
}
