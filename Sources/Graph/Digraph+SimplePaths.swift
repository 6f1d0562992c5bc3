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
    let terminals = TerminalGraph(self, starts, ends)
    var search = DeviationSearch(terminals)
    return search.paths(limit: limit).map { path in
      path.dropFirst().dropLast().map { terminals.originalEdge($0) }
    }
  }
}

/// A graph with a source before all starts and a sink after all ends, without the edges that lead
/// to a start or from an end.
///
/// A node that is both occurs twice: under its number as a start, under another as an end.
private struct TerminalGraph {
  let graph: Digraph
  let source: Int
  let sink: Int
  /// For each edge, by its index in the list that this graph is built from, the edge of the
  /// original graph.
  private let originals: [Int]

  init(_ graph: Digraph, _ starts: Set<Int>, _ ends: Set<Int>) {
    let nodes = 0..<graph.nodeCount
    let both = starts.intersection(ends).sorted().enumerated()
    let twins = Dictionary(uniqueKeysWithValues: both.map { ($1, graph.nodeCount + $0) })
    source = graph.nodeCount + twins.count
    sink = source + 1
    var edges: [(tail: Int, head: Int)] = []
    var originals: [Int] = []
    for tail in nodes where starts.contains(tail) || !ends.contains(tail) {
      for edge in graph.edges(from: tail) {
        let head = graph.head(of: edge)
        guard ends.contains(head) || !starts.contains(head) else { continue }
        edges.append((tail, twins[head] ?? head))
        originals.append(edge)
      }
    }
    for node in nodes {
      if starts.contains(node) { edges.append((source, node)) }
      if ends.contains(node) { edges.append((twins[node] ?? node, sink)) }
    }
    self.graph = Digraph(nodeCount: sink + 1, edges: edges)
    self.originals = originals
  }

  func originalEdge(_ edge: Int) -> Int { originals[graph.origin(of: edge)] }
}

/// Finds the shortest simple paths of a graph.
///
/// Uses the algorithm of Yen, "Finding the k shortest loopless paths in a network" (1971), in the
/// form of Lawler (1972), which finds no path twice: the next path leaves a known path at some
/// node, by an edge that no known path takes there.
private struct DeviationSearch {
  private struct Candidate {
    var path: [Int]
    /// The index of the first edge that differs from the path it was derived from.
    var deviation: Int
  }

  private let terminals: TerminalGraph
  private var search: PathSearch
  private var found: [[Int]] = []
  private var candidates: [Candidate] = []

  init(_ terminals: TerminalGraph) {
    self.terminals = terminals
    search = PathSearch(terminals.graph)
  }

  mutating func paths(limit: Int) -> [[Int]] {
    let shortest = search.shortestPath(from: terminals.source, to: terminals.sink)
    candidates = shortest.map { [Candidate(path: $0, deviation: 0)] } ?? []
    while found.count < limit, let best = candidates.indices.min(by: { precedes($0, $1) }) {
      let next = candidates.remove(at: best)
      found.append(next.path)
      if found.count < limit { addDeviations(from: next) }
    }
    return found
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    let (x, y) = (candidates[a].path, candidates[b].path)
    guard x.count == y.count else { return x.count < y.count }
    let graph = terminals.graph
    return x.lazy.map(graph.head).lexicographicallyPrecedes(y.lazy.map(graph.head))
  }

  private mutating func addDeviations(from last: Candidate) {
    let graph = terminals.graph
    var isOnRoot = [Bool](repeating: false, count: graph.nodeCount)
    for index in last.path.indices {
      let spur = graph.tail(of: last.path[index])
      defer { isOnRoot[spur] = true }
      guard index >= last.deviation else { continue }
      let root = last.path[..<index]
      let taken = Set(
        found.filter { $0.count > index && $0[..<index] == root }
          .map { graph.head(of: $0[index]) })
      let edges = graph.edges(from: spur)
      let rest = search.shortestPath(from: spur, to: terminals.sink) { edge in
        let head = graph.head(of: edge)
        return !isOnRoot[head] && !(edges.contains(edge) && taken.contains(head))
      }
      if let rest { candidates.append(Candidate(path: root + rest, deviation: index)) }
    }
  }
}
