/// The edges of a directed graph over nodes `0..<nodeCount`, in compressed sparse rows.
///
/// The edges that leave one node are adjacent, sorted by head, so a walk reads memory in order:
/// edge `e` in `edges(from: n)` leads from `n` to `heads[e]`. Every loop over a graph has this one
/// order, which keeps reports the same from run to run.
@usableFromInline struct Adjacency: Sendable {
  /// The edges that leave node `n` are `firstEdge[n]..<firstEdge[n + 1]`.
  @usableFromInline let firstEdge: [Int32]

  /// The node that each edge leads to.
  @usableFromInline let heads: [Int32]

  /// The index of each edge in the list that the graph was built from.
  @usableFromInline let origins: [Int32]

  init(firstEdge: [Int32], heads: [Int32], origins: [Int32]) {
    self.firstEdge = firstEdge
    self.heads = heads
    self.origins = origins
    checkInvariants()
  }

  /// Creates the graph of `edges`, which keep their order where tail and head are the same.
  ///
  /// Uses a counting sort, first by head, then by tail (radix sort: Knuth, The Art of Computer
  /// Programming, volume 3, 5.2.5). The first pass copies tail and origin, so that the second reads
  /// memory in order.
  ///
  /// - Complexity: O(*n* + *m*).
  init(nodeCount: Int, edges: [(tail: Int32, head: Int32)]) {
    let firstByHead = Self.rowStarts(edges.lazy.map(\.head), nodeCount)
    let firstEdge = Self.rowStarts(edges.lazy.map(\.tail), nodeCount)

    // Spans avoid the uniqueness check of an array at each element.
    var next = firstByHead
    var byHead = [(tail: Int32, origin: Int32)](repeating: (0, 0), count: edges.count)
    var nextIndex = next.mutableSpan
    var sortedByHead = byHead.mutableSpan
    for (origin, edge) in edges.enumerated() {
      sortedByHead[Int(nextIndex[Int(edge.head)])] = (edge.tail, Int32(origin))
      nextIndex[Int(edge.head)] += 1
    }

    next = firstEdge
    var heads = [Int32](repeating: 0, count: edges.count)
    var origins = heads
    var nextEdge = next.mutableSpan
    var headOfEdge = heads.mutableSpan
    var originOfEdge = origins.mutableSpan
    for head in 0..<nodeCount {
      for index in Int(firstByHead[head])..<Int(firstByHead[head + 1]) {
        let (tail, origin) = byHead[index]
        let edge = Int(nextEdge[Int(tail)])
        nextEdge[Int(tail)] += 1
        headOfEdge[edge] = Int32(head)
        originOfEdge[edge] = origin
      }
    }
    self.init(firstEdge: firstEdge, heads: heads, origins: origins)
  }
}

extension Adjacency {
  /// The number of nodes.
  @inlinable var nodeCount: Int { firstEdge.count - 1 }

  /// The number of edges, each parallel edge counted.
  @inlinable var edgeCount: Int { heads.count }

  /// Returns the edges that leave `node`, sorted by head.
  @inlinable func edges(from node: Int32) -> Range<Int> {
    Int(firstEdge[Int(node)])..<Int(firstEdge[Int(node) + 1])
  }

  /// Returns the node that `edge` leaves.
  ///
  /// Uses a binary search instead of a stored array: only the edges of found paths need their
  /// tails.
  ///
  /// - Complexity: O(log *n*).
  func tail(of edge: Int) -> Int32 {
    var low = 0
    var high = nodeCount
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if firstEdge[middle] <= Int32(edge) { low = middle } else { high = middle }
    }
    return Int32(low)
  }

  /// Returns the graph with every edge reversed; its origins are edge numbers of this graph.
  ///
  /// - Complexity: O(*n* + *m*).
  func reversed() -> Adjacency {
    let firstEdge = Self.rowStarts(heads, nodeCount)
    var next = firstEdge
    var tails = [Int32](repeating: 0, count: edgeCount)
    var origins = tails
    var nextIndex = next.mutableSpan
    var tailOfEdge = tails.mutableSpan
    var originOfEdge = origins.mutableSpan
    for tail in 0..<Int32(nodeCount) {
      for edge in edges(from: tail) {
        let index = Int(nextIndex[Int(heads[edge])])
        nextIndex[Int(heads[edge])] += 1
        tailOfEdge[index] = tail
        originOfEdge[index] = Int32(edge)
      }
    }
    return Adjacency(firstEdge: firstEdge, heads: tails, origins: origins)
  }

  /// Returns the same graph with its edges renumbered in their current order.
  ///
  /// - Complexity: O(*m*).
  func numberedInOrder() -> Adjacency {
    Adjacency(firstEdge: firstEdge, heads: heads, origins: Array(0..<Int32(edgeCount)))
  }

  /// Returns the graph of the edges for which `isIncluded` is true; its origins are edge numbers of
  /// this graph.
  ///
  /// - Complexity: O(*n* + *m*).
  func subgraph(where isIncluded: (_ edge: Int) -> Bool) -> Adjacency {
    var firstEdge: [Int32] = [0]
    firstEdge.reserveCapacity(nodeCount + 1)
    var origins: [Int32] = []
    for node in 0..<Int32(nodeCount) {
      for edge in edges(from: node) where isIncluded(edge) { origins.append(Int32(edge)) }
      firstEdge.append(Int32(origins.count))
    }
    return Adjacency(
      firstEdge: firstEdge, heads: origins.map { heads[Int($0)] }, origins: origins)
  }

  /// Returns the start of each row and the end of the last one, for one edge per element of
  /// `owners`.
  private static func rowStarts(_ owners: some Collection<Int32>, _ nodeCount: Int) -> [Int32] {
    var starts = [Int32](repeating: 0, count: nodeCount + 1)
    var start = starts.mutableSpan
    for owner in owners { start[Int(owner) + 1] += 1 }
    for node in 0..<nodeCount { start[node + 1] += start[node] }
    return starts
  }

  private func checkInvariants() {
    assert(firstEdge.first == 0 && firstEdge.last == Int32(heads.count))
    assert(zip(firstEdge, firstEdge.dropFirst()).allSatisfy(<=))
    assert(heads.count == origins.count)
    assert(
      (0..<Int32(nodeCount)).allSatisfy { node in
        let row = edges(from: node)
        return zip(row, row.dropFirst()).allSatisfy {
          (heads[$0], origins[$0]) < (heads[$1], origins[$1])
        }
      })
    assert(heads.allSatisfy { (0..<Int32(nodeCount)).contains($0) })
  }
}
