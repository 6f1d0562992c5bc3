extension Digraph {
  /// Returns cheap edges whose removal leaves no cycle among `members`, sorted.
  ///
  /// The minimum feedback arc set is NP-hard (Karp, "Reducibility among combinatorial problems",
  /// 1972). The answer is the cheapest for most graphs of some dozen nodes. A self-loop is cut.
  ///
  /// - Complexity: O(*m*), then bounded work.
  /// - Parameters:
  ///   - members: The nodes of one strongly connected component, as a rule.
  ///   - budget: The number of edge visits after which the search gives up.
  ///   - cost: The cost of an edge, not negative. The sum of all costs, times twice the number of
  ///     edges, must fit an `Int`.
  /// - Returns: Edge numbers.
  public func minimumFeedbackArcSet(
    of members: some Sequence<Int>, budget: Int = 1_000_000, cost: (_ edge: Int) -> Int
  ) -> [Int] {
    let members = members.sorted()
    var isMember = [Bool](repeating: false, count: nodeCount)
    for node in members { isMember[node] = true }
    let inside = members.flatMap { edges(from: $0).filter { isMember[head(of: $0)] } }
    var weights = [Int](repeating: 0, count: edgeCount)
    // Of equally cheap cuts the one with fewer edges counts less, so that none is needless.
    let unit = 2 * (edgeCount + 2)
    for edge in inside { weights[edge] = 1 + unit * cost(edge) }
    return CutProblem(graph: self, nodes: members, edges: inside, weights: weights)
      .cut(budget: budget)
  }
}

/// A part of a graph to cut.
private struct CutProblem {
  let graph: Digraph
  let nodes: [Int]
  /// The edges between the nodes, sorted.
  let edges: [Int]
  /// The weights of all edges of the graph.
  let weights: [Int]

  /// How many times the budget may be spent to put edges back.
  private static let furtherBudgets = 20

  /// Returns edges whose removal leaves no cycle, sorted.
  ///
  /// Puts back, the last first, what closes no cycle, so none is needless while the budget lasts.
  func cut(budget: Int) -> [Int] {
    let (paid, isComplete) = paidEdges(budget: budget)
    let cut = isComplete ? paid : paid + edgesAgainstOrder(besides: paid)
    var isKept = isInside
    for edge in cut { isKept[edge] = false }
    var paths = PathSearch(graph)
    var visits = 0
    for edge in cut.reversed() where visits <= Self.furtherBudgets * budget {
      let wayBack = paths.shortestPath(from: graph.head(of: edge), to: graph.tail(of: edge)) {
        visits += 1
        return isKept[$0]
      }
      if wayBack == nil { isKept[edge] = true }
    }
    return edges.filter { !isKept[$0] }
  }

  private var isInside: [Bool] {
    var isInside = [Bool](repeating: false, count: graph.edgeCount)
    for edge in edges { isInside[edge] = true }
    return isInside
  }

  /// Returns edges of all cycles, short cycles first, until the budget is exhausted.
  ///
  /// Pays for the cheapest edge of each cycle and reduces the cost of its other edges by as much
  /// (Demetrescu and Finocchi, "Combinatorial algorithms for feedback problems in directed graphs",
  /// 2003).
  private func paidEdges(budget: Int) -> (paid: [Int], isComplete: Bool) {
    var paths = PathSearch(graph)
    var rest = weights
    var isUnpaid = isInside
    var paid: [Int] = []
    var visits = 0
    for length in [2, 3, Int.max] {
      for node in nodes {
        while true {
          let cycle = paths.walk(from: node, to: { $0 == node }, atMost: length) {
            visits += 1
            return isUnpaid[$0]
          }
          visits += 1
          guard visits <= budget else { return (paid, false) }
          guard let cycle, let least = cycle.map({ rest[$0] }).min() else { break }
          for edge in cycle {
            rest[edge] -= least
            guard rest[edge] == 0 else { continue }
            isUnpaid[edge] = false
            paid.append(edge)
          }
        }
      }
    }
    return (paid, true)
  }

  /// Returns self-loops and the edges to a node with more outgoing weight, the heaviest last.
  private func edgesAgainstOrder(besides paid: [Int]) -> [Int] {
    var surplus = [Int](repeating: 0, count: graph.nodeCount)
    for edge in edges {
      surplus[graph.tail(of: edge)] += weights[edge]
      surplus[graph.head(of: edge)] -= weights[edge]
    }
    let against = Set(edges).subtracting(paid).filter { edge in
      let (tail, head) = (graph.tail(of: edge), graph.head(of: edge))
      return (surplus[head], tail) >= (surplus[tail], head)
    }
    return against.sorted { (weights[$0], $0) < (weights[$1], $1) }
  }
}
