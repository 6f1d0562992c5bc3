extension Digraph {
  /// Returns the simple paths from one of `starts` to one of `ends`, shortest first, at most
  /// `limit`.
  ///
  /// Paths of the same length are in lexicographic order of their nodes. A path has one edge or
  /// more, and only its first node is a start, only its last one an end; a node that is both is on
  /// a cycle. Only the first of parallel edges is followed. The search stops after `limit` paths.
  ///
  /// - Complexity: O(`limit` · *l* · (*n* + *m*)) for paths of *l* edges.
  /// - Returns: Paths as lists of edges of this graph.
  public func simplePaths(from starts: Set<Int>, to ends: Set<Int>, limit: Int) -> [[Int]] {
    var search = DeviationSearch(self, from: starts, to: ends)
    return search.paths(limit: limit)
  }
}

/// Finds the shortest simple paths of a graph.
///
/// Uses the algorithm of Yen, "Finding the k shortest loopless paths in a network" (1971), in the
/// form of Lawler (1972), which finds no path twice: the next path leaves a known path at some
/// node, by an edge that no known path takes there.
private struct DeviationSearch {
  private let graph: Digraph
  private let starts: Set<Int>
  private let ends: Set<Int>
  private var search: PathSearch
  private var found: [[Int]] = []
  /// Paths, each with the index of the first edge that differs from the path it was derived from.
  private var candidates: [(nodes: [Int], path: [Int], deviation: Int)] = []

  init(_ graph: Digraph, from starts: Set<Int>, to ends: Set<Int>) {
    self.graph = graph
    self.starts = starts
    self.ends = ends
    search = PathSearch(graph)
  }

  mutating func paths(limit: Int) -> [[Int]] {
    for start in starts.sorted() { addPath(from: start, after: []) }
    while found.count < limit, let best = candidates.indices.min(by: { precedes($0, $1) }) {
      let next = candidates.remove(at: best)
      found.append(next.path)
      for index in next.path.indices.dropFirst(next.deviation) where found.count < limit {
        addPath(from: graph.tail(of: next.path[index]), after: next.path[..<index])
      }
    }
    return found
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    let (x, y) = (candidates[a].nodes, candidates[b].nodes)
    return x.count == y.count ? x.lexicographicallyPrecedes(y) : x.count < y.count
  }

  /// Adds the shortest path that starts with `root`, to the node `spur`, and continues unlike all
  /// found paths that do.
  private mutating func addPath(from spur: Int, after root: ArraySlice<Int>) {
    let (graph, starts, ends) = (graph, starts, ends)
    let passed = root.map(graph.tail) + [spur]
    let edges = graph.edges(from: spur)
    let taken = Set(
      found.filter { $0.count > root.count && $0[..<root.count] == root }.map { $0[root.count] }
        .filter(edges.contains).map(graph.head))
    let rest = search.walk(from: spur, to: ends.contains) { edge in
      let head = graph.head(of: edge)
      if edges.contains(edge), taken.contains(head) { return false }
      return ends.contains(head) || !starts.contains(head) && !passed.contains(head)
    }
    guard let rest else { return }
    candidates.append((passed + rest.map(graph.head), root + rest, root.count))
  }
}
