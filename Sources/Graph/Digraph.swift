internal import Diagnostics

/// A directed graph over nodes `0..<nodeCount` of any kind, in compressed sparse rows.
///
/// The edges that leave one node are adjacent, sorted by head, so a walk reads memory in order:
/// edge `e` in `edges(from: n)` leads from `n` to `head(of: e)`. Every loop over a graph has this one
/// order, which keeps reports the same from run to run. Modules and their links are a `ModuleGraph`.
public struct Digraph: Sendable {
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
  }

  /// Creates the graph of `edges`, which keep their order where tail and head are the same.
  ///
  /// Uses a counting sort, first by head, then by tail (radix sort: Knuth, The Art of Computer
  /// Programming, volume 3, 5.2.5).
  ///
  /// - Complexity: O(*n* + *m*).
  public init(nodeCount: Int, edges: [(tail: Int, head: Int)]) {
    self.init(nodeCount: nodeCount, sorting: edges)
  }

  init(nodeCount: Int, sorting edges: some Collection<(tail: Int, head: Int)>) {
    let firstByHead = Self.rowStarts(edges.lazy.map(\.head), nodeCount)
    var next = firstByHead
    var tails = [Int32](repeating: 0, count: edges.count)
    var origins = tails
    // Spans avoid the uniqueness check of an array at each element.
    var nextIndex = next.mutableSpan
    var tailOfEdge = tails.mutableSpan
    var originOfEdge = origins.mutableSpan
    for (origin, edge) in edges.enumerated() {
      let index = Int(nextIndex[edge.head])
      nextIndex[edge.head] += 1
      tailOfEdge[index] = Int32(edge.tail)
      originOfEdge[index] = Int32(origin)
    }
    self = Digraph(firstEdge: firstByHead, heads: tails, origins: origins).reversed()
  }

  /// Returns the start of each row and the end of the last one; each edge has one of `owners`.
  private static func rowStarts(
    _ owners: some Sequence<some BinaryInteger>, _ nodeCount: Int
  ) -> [Int32] {
    var starts = [Int32](repeating: 0, count: nodeCount + 1)
    var start = starts.mutableSpan
    for owner in owners { start[Int(owner) + 1] += 1 }
    for node in 0..<nodeCount { start[node + 1] += start[node] }
    return starts
  }
}

extension Digraph {
  /// The number of nodes.
  @inlinable public var nodeCount: Int { firstEdge.count - 1 }

  /// The number of edges, each parallel edge counted.
  @inlinable public var edgeCount: Int { heads.count }

  /// Returns the edges that leave `node`, sorted by head.
  @inlinable public func edges(from node: Int) -> Range<Int> {
    Int(firstEdge[node])..<Int(firstEdge[node + 1])
  }

  /// Returns the node that `edge` leads to.
  @inlinable public func head(of edge: Int) -> Int { Int(heads[edge]) }

  /// Uses a binary search instead of a stored array: only the edges of found paths need their tails.
  func tail(of edge: Int) -> Int {
    firstEdge.partitionPoint { $0 > Int32(edge) } - 1
  }

  /// Returns the successors of `node`, in order; one for each of parallel edges.
  @inlinable public func heads(from node: Int) -> Heads {
    Heads(rows: heads[edges(from: node)])
  }

  /// The heads of a range of edges, indexed by edge.
  public struct Heads: RandomAccessCollection, Sendable {
    @usableFromInline let rows: ArraySlice<Int32>

    @inlinable init(rows: ArraySlice<Int32>) { self.rows = rows }

    @inlinable public var startIndex: Int { rows.startIndex }
    @inlinable public var endIndex: Int { rows.endIndex }
    @inlinable public subscript(edge: Int) -> Int { Int(rows[edge]) }
  }

  /// Returns the index of `edge` in the list that the graph was built from, or the graph that this
  /// one was derived from.
  @inlinable public func origin(of edge: Int) -> Int { Int(origins[edge]) }
}

// Derived graphs.
extension Digraph {
  /// Returns the graph with every edge reversed.
  public func reversed() -> Digraph {
    let firstEdge = Self.rowStarts(heads, nodeCount)
    var next = firstEdge
    var tails = [Int32](repeating: 0, count: edgeCount)
    var origins = tails
    var nextIndex = next.mutableSpan
    var tailOfEdge = tails.mutableSpan
    var originOfEdge = origins.mutableSpan
    for tail in 0..<nodeCount {
      for edge in edges(from: tail) {
        let head = Int(heads[edge])
        let index = Int(nextIndex[head])
        nextIndex[head] += 1
        tailOfEdge[index] = Int32(tail)
        originOfEdge[index] = self.origins[edge]
      }
    }
    return Digraph(firstEdge: firstEdge, heads: tails, origins: origins)
  }

  /// Returns the graph of the included edges.
  public func subgraph(where isIncluded: (_ edge: Int) -> Bool) -> Digraph {
    var firstEdge: [Int32] = [0]
    firstEdge.reserveCapacity(nodeCount + 1)
    var (heads, origins): ([Int32], [Int32]) = ([], [])
    for node in 0..<nodeCount {
      for edge in edges(from: node) where isIncluded(edge) {
        heads.append(self.heads[edge])
        origins.append(self.origins[edge])
      }
      firstEdge.append(Int32(heads.count))
    }
    return Digraph(firstEdge: firstEdge, heads: heads, origins: origins)
  }
}

// Searches.
extension Digraph {
  /// Returns the least number of edges from one of `starts` to each node; `nil` for unreachable ones.
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
}
