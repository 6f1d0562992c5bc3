/// An incremental topological order: every inserted edge leads to a later node.
///
/// Inserting an edge against the order moves only nodes between its ends (Pearce and Kelly, "A
/// dynamic topological sort algorithm for directed acyclic graphs", 2006).
struct TopologicalOrder: Sendable {
  private var positions: [Int]
  private var heads: [[Int32]]
  private var tails: [[Int32]]
  /// The number of the search that last visited each node: a new search need not clear the array.
  private var lastSearch: [Int]
  private var search = 0

  init(_ nodes: [Int32]) {
    lastSearch = Array(repeating: 0, count: nodes.count)
    positions = lastSearch
    for (position, node) in nodes.enumerated() { positions[Int(node)] = position }
    heads = Array(repeating: [], count: nodes.count)
    tails = heads
  }

  /// Returns whether `node` comes before `other`.
  func precedes(_ node: Int32, _ other: Int32) -> Bool {
    positions[Int(node)] < positions[Int(other)]
  }

  /// Inserts an edge unless it closes a cycle.
  ///
  /// - Complexity: O(1) for an edge in order, else O(*m* log *m*) in the part of the graph between
  ///   its ends.
  /// - Returns: Whether the edge was inserted.
  mutating func insert(from tail: Int32, to head: Int32) -> Bool {
    let (first, last) = (positions[Int(head)], positions[Int(tail)])
    if first <= last {
      guard let after = nodes(from: head, along: heads, until: tail, in: first...last),
        let before = nodes(from: tail, along: tails, until: head, in: first...last)
      else { return false }
      let moved = [before, after].flatMap { $0.sorted { positions[Int($0)] < positions[Int($1)] } }
      let free = moved.map { positions[Int($0)] }.sorted()
      for (node, position) in zip(moved, free) { positions[Int(node)] = position }
    }
    heads[Int(tail)].append(head)
    tails[Int(head)].append(tail)
    return true
  }

  /// Returns the nodes at positions in `range` that `start` reaches along edges, or `nil` if `end`
  /// is one of them.
  private mutating func nodes(
    from start: Int32, along edges: [[Int32]], until end: Int32, in range: ClosedRange<Int>
  ) -> [Int32]? {
    guard start != end else { return nil }
    search += 1
    lastSearch[Int(start)] = search
    var found = [start]
    var next = 0
    while next < found.count {
      for node in edges[Int(found[next])] where lastSearch[Int(node)] != search {
        guard node != end else { return nil }
        guard range.contains(positions[Int(node)]) else { continue }
        lastSearch[Int(node)] = search
        found.append(node)
      }
      next += 1
    }
    return found
  }
}
