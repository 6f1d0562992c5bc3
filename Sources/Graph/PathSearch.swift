/// Finds shortest paths in one graph without allocating for each search.
///
/// A path is a list of edge numbers. Of all paths with the fewest edges it finds the one whose nodes
/// come first in lexicographic order, with the first of parallel edges. Breadth-first search (Moore
/// 1959) over sorted rows meets that path before the others, because every level of its queue is in
/// the order of the paths.
struct PathSearch: Sendable {
  let graph: Digraph

  /// The number of the search that last visited each node: a new search need not clear the array.
  private var lastSearch: [Int]
  private var search = 0
  /// The edge by which the last search reached each node.
  private var arrival: [Int]
  private var queue: [Int] = []

  init(_ graph: Digraph) {
    self.graph = graph
    lastSearch = Array(repeating: 0, count: graph.nodeCount)
    arrival = Array(repeating: -1, count: graph.nodeCount)
  }

  /// Returns the first shortest path; no edges if `start` is `end`, `nil` for none.
  mutating func shortestPath(
    from start: Int, to end: Int, where allowsEdge: (_ edge: Int) -> Bool = { _ in true }
  ) -> [Int]? {
    start == end ? [] : walk(from: start, to: { $0 == end }, where: allowsEdge)
  }

  /// Returns a shortest path of one edge or more: an end that is the start closes a cycle.
  mutating func walk(
    from start: Int, to isEnd: (Int) -> Bool, atMost length: Int = .max,
    where allowsEdge: (_ edge: Int) -> Bool
  ) -> [Int]? {
    search += 1
    lastSearch[start] = search
    queue.removeAll(keepingCapacity: true)
    queue.append(start)
    var next = 0
    var level = 0
    while next < queue.count, level < length {
      level += 1
      let levelEnd = queue.count
      while next < levelEnd {
        for edge in graph.edges(from: queue[next]) where allowsEdge(edge) {
          let head = graph.head(of: edge)
          if isEnd(head) { return path(from: start, endingWith: edge) }
          guard lastSearch[head] != search else { continue }
          lastSearch[head] = search
          arrival[head] = edge
          queue.append(head)
        }
        next += 1
      }
    }
    return nil
  }

  private func path(from start: Int, endingWith last: Int) -> [Int] {
    var edges = [last]
    var node = graph.tail(of: last)
    while node != start {
      let edge = arrival[node]
      edges.append(edge)
      node = graph.tail(of: edge)
    }
    return edges.reversed()
  }
}
