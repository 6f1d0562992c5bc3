/// Finds all paths between two nodes of a graph if no cycle is on the way, shortest first.
///
/// Without cycles every walk is a simple path. The search computes by how many edges each node
/// reaches the end and follows only edges with the right remaining length. So it never reaches a
/// dead end and meets the paths of one length in the order of their nodes.
struct LevelSearch {
  private let graph: Adjacency
  private let backward: Adjacency
  private let source: Int32
  private let sink: Int32
  /// The nodes on any path.
  private let isOnWay: [Bool]
  /// For each number of edges, the nodes with a path of that length to the end.
  private var levels: [Set<Int32>]

  /// Creates a search, or returns `nil` if a cycle is on the way.
  ///
  /// - Complexity: O(*n* + *m*).
  init?(_ graph: Adjacency, from source: Int32, to sink: Int32) {
    self.graph = graph
    self.source = source
    self.sink = sink
    levels = [[sink]]
    backward = graph.reversed()
    let ahead = Self.reached(from: source, in: graph)
    let behind = Self.reached(from: sink, in: backward)
    isOnWay = zip(ahead, behind).map { $0 && $1 }
    var left = [Int](repeating: 0, count: graph.nodeCount)
    for node in 0..<Int32(graph.nodeCount) where isOnWay[Int(node)] {
      for edge in graph.edges(from: node) { left[Int(graph.heads[edge])] += 1 }
    }
    // Kahn (1962): a node with predecessors left is on a cycle or reached from one.
    var pending = isOnWay[Int(source)] ? [source] : []
    var count = 0
    while let node = pending.popLast() {
      count += 1
      for edge in graph.edges(from: node) {
        let head = Int(graph.heads[edge])
        left[head] -= 1
        if left[head] == 0, isOnWay[head] { pending.append(Int32(head)) }
      }
    }
    if count < isOnWay.count(where: { $0 }) { return nil }
  }

  private static func reached(from start: Int32, in graph: Adjacency) -> [Bool] {
    var isReached = [Bool](repeating: false, count: graph.nodeCount)
    isReached[Int(start)] = true
    var pending = [start]
    while let node = pending.popLast() {
      for edge in graph.edges(from: node) where !isReached[Int(graph.heads[edge])] {
        isReached[Int(graph.heads[edge])] = true
        pending.append(graph.heads[edge])
      }
    }
    return isReached
  }

  /// Returns the first paths, at most `limit`, as lists of edges.
  mutating func paths(limit: Int) -> [[Int]] {
    var found: [[Int]] = []
    while found.count < limit, let last = levels.last, !last.isEmpty {
      var next: Set<Int32> = []
      for node in last {
        for edge in backward.edges(from: node) where isOnWay[Int(backward.heads[edge])] {
          next.insert(backward.heads[edge])
        }
      }
      levels.append(next)
      if next.contains(source) { appendPaths(to: &found, limit: limit) }
    }
    return found
  }

  /// Appends the paths whose number of edges is that of the levels above the first.
  private func appendPaths(to found: inout [[Int]], limit: Int) {
    var path: [Int] = []
    // The untried edges from each node of the path.
    var open = [graph.edges(from: source)]
    while var edges = open.popLast() {
      let left = levels.count - 1 - path.count
      guard let edge = edges.popFirst() else {
        _ = path.popLast()
        continue
      }
      let head = graph.heads[edge]
      // Parallel edges are adjacent.
      while let twin = edges.first, graph.heads[twin] == head { edges.removeFirst() }
      open.append(edges)
      guard levels[left - 1].contains(head) else { continue }
      path.append(edge)
      guard left == 1 else {
        open.append(graph.edges(from: head))
        continue
      }
      found.append(path)
      if found.count == limit { return }
      path.removeLast()
    }
  }
}
