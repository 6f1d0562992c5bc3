/// Finds shortest paths in one graph without allocating for each search.
///
/// A path is a list of edge numbers. Of all paths with the fewest edges it finds the one whose nodes
/// come first in lexicographic order, with the first of parallel edges. Breadth-first search (Moore
/// 1959) over sorted rows meets that path before the others, because every level of its queue is in
/// the order of the paths.
struct PathSearch: Sendable {
  let graph: Adjacency

  /// The number of the search that last visited each node: a new search need not clear the array.
  private var lastSearch: [Int]
  private var search = 0
  /// The edge by which the last search reached each node.
  private var arrival: [Int32]
  private var queue: [Int32] = []

  /// Creates a search of `graph`.
  ///
  /// - Complexity: O(*n*).
  init(_ graph: Adjacency) {
    self.graph = graph
    lastSearch = Array(repeating: 0, count: graph.nodeCount)
    arrival = Array(repeating: -1, count: graph.nodeCount)
  }

  /// Returns the edges of the first shortest path from `start` to `end`, or `nil` for none.
  ///
  /// - Complexity: O(*n* + *m*), in the part of the graph nearer than `end`.
  /// - Returns: No edges if `start` is `end`.
  mutating func shortestPath(
    from start: Int32, to end: Int32, where allowsEdge: (_ edge: Int) -> Bool = { _ in true }
  ) -> [Int]? {
    start == end ? [] : walk(from: start, to: { $0 == end }, where: allowsEdge)
  }

  /// Returns the edges of the first shortest cycle through `edge`, which comes first, or `nil` for
  /// none.
  ///
  /// `allowsEdge` filters the edges of the way back, not `edge` itself.
  ///
  /// - Complexity: O(*n* + *m*).
  mutating func shortestCycle(
    through edge: Int, where allowsEdge: (_ edge: Int) -> Bool = { _ in true }
  ) -> [Int]? {
    shortestPath(from: graph.heads[edge], to: graph.tail(of: edge), where: allowsEdge)
      .map { [edge] + $0 }
  }

  /// Returns the edges of the first shortest cycle through `node` of at most `length`.
  ///
  /// - Complexity: O(*n* + *m*).
  mutating func shortestCycle(
    throughNode node: Int32, atMost length: Int, where allowsEdge: (_ edge: Int) -> Bool
  ) -> [Int]? {
    walk(from: node, to: { $0 == node }, atMost: length, where: allowsEdge)
  }

  /// Returns a shortest path of one edge or more: a target that is the start closes a cycle.
  private mutating func walk(
    from start: Int32, to isTarget: (Int32) -> Bool, atMost length: Int = .max,
    where allowsEdge: (Int) -> Bool
  ) -> [Int]? {
    search += 1
    lastSearch[Int(start)] = search
    queue.removeAll(keepingCapacity: true)
    queue.append(start)
    var next = 0
    var level = 0
    while next < queue.count, level < length {
      level += 1
      let levelEnd = queue.count
      while next < levelEnd {
        for edge in graph.edges(from: queue[next]) where allowsEdge(edge) {
          let head = graph.heads[edge]
          if isTarget(head) { return path(from: start, endingWith: edge) }
          guard lastSearch[Int(head)] != search else { continue }
          lastSearch[Int(head)] = search
          arrival[Int(head)] = Int32(edge)
          queue.append(head)
        }
        next += 1
      }
    }
    return nil
  }

  private func path(from start: Int32, endingWith last: Int) -> [Int] {
    var edges = [last]
    var node = graph.tail(of: last)
    while node != start {
      let edge = Int(arrival[Int(node)])
      edges.append(edge)
      node = graph.tail(of: edge)
    }
    return edges.reversed()
  }
}
