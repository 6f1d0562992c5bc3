extension Adjacency {
  /// Returns cheap edges whose removal leaves no cycle among `members`, sorted.
  ///
  /// The minimum feedback arc set is NP-hard (Karp, "Reducibility among combinatorial problems",
  /// 1972). The answer is the cheapest for most graphs of some dozen nodes. Parallel edges are cut
  /// together or not at all, a self-loop is cut, and no edge of the answer can be put back without
  /// closing a cycle.
  ///
  /// - Complexity: O(*m* log *m*) to build the parts, then about `budget` edge visits, and a check
  ///   of what cannot be put back (see `TopologicalOrder`).
  /// - Parameters:
  ///   - members: The nodes of one strongly connected component, as a rule.
  ///   - cost: The cost of an edge, not negative. The sum of all costs must fit an `Int`.
  ///   - budget: The number of edge visits after which the search gives up.
  /// - Returns: Edge numbers, with all edges of each group of parallel edges.
  func minimumFeedbackArcSet(
    of members: some Sequence<Int32>, cost: (_ edge: Int) -> Int, budget: Int = 1_000_000
  ) -> [Int] {
    let members = members.sorted()
    var edges: [(tail: Int32, head: Int32)] = []
    var weights: [ArcWeight] = []
    var parallels: [Range<Int>] = []
    var loops: [Int] = []
    for (tail, node) in members.enumerated() {
      var rest = self.edges(from: node)
      while let first = rest.first {
        let end = rest.first { heads[$0] != heads[first] } ?? rest.upperBound
        rest = end..<rest.upperBound
        if heads[first] == node {
          loops += first..<end
        } else if let head = members.sortedIndex(of: heads[first]) {
          edges.append((Int32(tail), Int32(head)))
          weights.append(ArcWeight(cost: (first..<end).reduce(0) { $0 + cost($1) }, edges: 1))
          parallels.append(first..<end)
        }
      }
    }
    let problem = CutProblem(
      graph: Adjacency(nodeCount: members.count, edges: edges), tails: edges.map(\.tail),
      weights: weights)
    let cut = problem.cut(budget: budget)
    return (loops + cut.flatMap { parallels[$0] }).sorted()
  }
}

/// The cost of a cut, ordered by weight, then by number of edges.
///
/// The number of edges excludes needless edges without cost.
private struct ArcWeight: Comparable, AdditiveArithmetic {
  static let zero = ArcWeight(cost: 0, edges: 0)
  var cost: Int
  var edges: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.cost, left.edges) < (right.cost, right.edges)
  }

  static func + (left: Self, right: Self) -> Self {
    Self(cost: left.cost + right.cost, edges: left.edges + right.edges)
  }

  static func - (left: Self, right: Self) -> Self {
    Self(cost: left.cost - right.cost, edges: left.edges - right.edges)
  }
}

/// A graph to cut, without self-loops and parallel edges, and the weight of each edge.
private struct CutProblem {
  let graph: Adjacency
  let tails: [Int32]
  let weights: [ArcWeight]

  /// Returns edges whose removal leaves no cycle, and of which none can be put back.
  func cut(budget: Int) -> [Int] {
    var order = TopologicalOrder(nodesBySurplus())
    let cut = paidEdges(budget: budget)?.reversed() ?? heaviestFirst(order)
    let isCut = Set(cut)
    let kept = (0..<graph.edgeCount).filter { !isCut.contains($0) }
    return (kept + cut).filter { !order.insert(from: tails[$0], to: graph.heads[$0]) }.sorted()
  }

  /// Returns edges on all cycles, short cycles first; `nil` if the budget is exhausted before.
  ///
  /// Pays for the cheapest edge of each cycle and reduces the cost of its other edges by as much
  /// (Demetrescu and Finocchi, "Combinatorial algorithms for feedback problems in directed graphs",
  /// 2003).
  private func paidEdges(budget: Int) -> [Int]? {
    var paths = PathSearch(graph)
    var rest = weights
    var isPaid = [Bool](repeating: false, count: weights.count)
    var paid: [Int] = []
    var visits = 0
    for length in [2, 3, Int.max] {
      for node in 0..<Int32(graph.nodeCount) {
        while true {
          let cycle = paths.shortestCycle(throughNode: node, atMost: length) {
            visits += 1
            return !isPaid[$0]
          }
          visits += 1
          guard visits <= budget else { return nil }
          guard let cycle, let least = cycle.map({ rest[$0] }).min() else { break }
          for edge in cycle {
            rest[edge] -= least
            guard rest[edge] == .zero else { continue }
            isPaid[edge] = true
            paid.append(edge)
          }
        }
      }
    }
    return paid
  }

  /// Returns all edges, of equal ones first those in `order`.
  private func heaviestFirst(_ order: TopologicalOrder) -> [Int] {
    (0..<graph.edgeCount).map { edge in
      (weights[edge], order.precedes(tails[edge], graph.heads[edge]) ? 1 : 0, edge)
    }.sorted(by: >).map(\.2)
  }

  /// Returns the nodes with the most outgoing weight first.
  private func nodesBySurplus() -> [Int32] {
    var surplus = [ArcWeight](repeating: .zero, count: graph.nodeCount)
    for edge in 0..<graph.edgeCount {
      surplus[Int(tails[edge])] += weights[edge]
      surplus[Int(graph.heads[edge])] -= weights[edge]
    }
    return (0..<Int32(graph.nodeCount)).sorted {
      (surplus[Int($1)], $0) < (surplus[Int($0)], $1)
    }
  }
}

extension [Int32] {
  /// Returns the index of `node` in a sorted array.
  fileprivate func sortedIndex(of node: Int32) -> Int? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == node ? low : nil
  }
}
