extension CutProblem {
  /// The cheapest cut, of equals the first, by dynamic programming over sets of nodes.
  ///
  /// A graph without cycles can be written in a row with all edges to the right, so a cut is what
  /// points left in some row. The best way to write a set of nodes first does not depend on what
  /// comes after it (Lawler, "A comment on minimum feedback arc sets", 1964; the scheme of Held
  /// and Karp 1962).
  ///
  /// - Complexity: O(2ⁿ *nm*) at worst, in O(2ⁿ *n*) memory.
  func exactCut() -> [Int] {
    precondition(graph.nodeCount <= UInt16.bitWidth, "too many nodes for sets of 16")
    var table = PrefixTable(self)
    for set in 1..<(1 << graph.nodeCount) { table.fill(set) }
    let all = (1 << graph.nodeCount) - 1
    return (0..<graph.edgeCount).filter {
      table.cutHeads(of: Int(tails[$0]), in: all) & (1 << UInt16(graph.heads[$0])) != 0
    }
  }
}

/// For each set of nodes, the best cut of the edges inside it.
private struct PrefixTable {
  private let problem: CutProblem
  private let nodeCount: Int
  /// The heads of each node's edges, as a set.
  private let headsOf: [UInt16]
  private var weights: [ArcWeight]
  /// For each set and each node the heads of the node's edges that are cut.
  private var cuts: [UInt16]

  init(_ problem: CutProblem) {
    self.problem = problem
    nodeCount = problem.graph.nodeCount
    headsOf = (0..<Int32(nodeCount)).map { node in
      problem.graph.edges(from: node).reduce(0) { $0 | 1 << UInt16(problem.graph.heads[$1]) }
    }
    weights = Array(repeating: .zero, count: 1 << nodeCount)
    cuts = Array(repeating: 0, count: nodeCount << nodeCount)
  }

  func cutHeads(of node: Int, in set: Int) -> UInt16 { cuts[set * nodeCount + node] }

  /// Finds the best node to come last in `set`; all smaller sets must be there.
  mutating func fill(_ set: Int) {
    var best: (last: Int, weight: ArcWeight)?
    for last in 0..<nodeCount where set & (1 << last) != 0 {
      let weight = weights[set & ~(1 << last)] + weight(ofLast: last, in: set)
      if let best, best.weight < weight { continue }
      if let best, best.weight == weight, !precedes(last, best.last, in: set) { continue }
      best = (last, weight)
    }
    guard let best else { return }
    weights[set] = best.weight
    for node in 0..<nodeCount {
      cuts[set * nodeCount + node] = cutHeads(of: node, whenLast: best.last, in: set)
    }
  }

  /// The weight of the edges from `last` to the left.
  private func weight(ofLast last: Int, in set: Int) -> ArcWeight {
    var weight = ArcWeight.zero
    for edge in problem.graph.edges(from: Int32(last))
    where set & (1 << Int(problem.graph.heads[edge])) != 0 {
      weight += problem.weights[edge]
    }
    return weight
  }

  private func cutHeads(of node: Int, whenLast last: Int, in set: Int) -> UInt16 {
    node == last
      ? headsOf[node] & UInt16(set & ~(1 << last))
      : cutHeads(of: node, in: set & ~(1 << last))
  }

  /// Whether the cut with `left` last is before the one with `right` last, in order of edges.
  ///
  /// That is so if it has the first edge that is not in both. The order does not change when both
  /// grow by the same edges, so the best of a part is part of the best.
  private func precedes(_ left: Int, _ right: Int, in set: Int) -> Bool {
    for node in 0..<nodeCount {
      let heads = cutHeads(of: node, whenLast: left, in: set)
      let difference = heads ^ cutHeads(of: node, whenLast: right, in: set)
      if difference != 0 { return heads & (1 << difference.trailingZeroBitCount) != 0 }
    }
    return false
  }
}
