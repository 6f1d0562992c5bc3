extension Adjacency {
  /// The cheapest edges whose removal leaves no cycle among `members`, sorted.
  ///
  /// This is the minimum feedback arc set, which is NP-hard (Karp, "Reducibility among
  /// combinatorial problems", 1972):
  /// - Up to 12 members the answer is exact.
  /// - For more, a search with bounded work starts from a good answer. It finds and proves the
  ///   cheapest for most graphs of some dozen nodes, and otherwise keeps the best it has seen.
  ///
  /// Always so: parallel edges are cut together or not at all, a self-loop is cut, and no edge of
  /// the answer can be put back without closing a cycle. The same graph has the same answer. Of
  /// equally cheap answers an exact one has the fewest edges, parallel ones counted once, and of
  /// those it is the first in order of edge number.
  ///
  /// - Complexity: O(*m* log *m*) to build the parts, then bounded work; what cannot be put back
  ///   is checked in O(*nm* / 64).
  /// - Parameters:
  ///   - members: The nodes of one strongly connected component, as a rule.
  ///   - cost: The cost of an edge, not negative. All costs together must fit an `Int`.
  /// - Returns: Edge numbers, with all of each group of parallel edges.
  func minimumFeedbackArcSet(of members: some Sequence<Int32>, cost: (_ edge: Int) -> Int)
    -> [Int]
  {
    minimumFeedbackArcSet(of: members, cost: cost, largestExact: 12, budget: 1_000_000)
  }

  /// The cut set, exact up to `largestExact` members, else by search of `budget` edge visits.
  func minimumFeedbackArcSet(
    of members: some Sequence<Int32>, cost: (Int) -> Int, largestExact: Int, budget: Int
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
        } else if let head = members.place(of: heads[first]) {
          edges.append((Int32(tail), Int32(head)))
          weights.append(ArcWeight(cost: (first..<end).reduce(0) { $0 + cost($1) }, edges: 1))
          parallels.append(first..<end)
        }
      }
    }
    let problem = CutProblem(
      graph: Adjacency(nodeCount: members.count, edges: edges), tails: edges.map(\.tail),
      weights: weights)
    let cut =
      members.count <= largestExact
      ? problem.exactCut() : problem.minimal(problem.searchedCut(budget: budget))
    return (loops + cut.flatMap { parallels[$0] }).sorted()
  }
}

/// The cost of a cut, ordered by weight, then by number of edges.
///
/// The second part keeps edges that cost nothing out of an answer that does without them.
struct ArcWeight: Comparable, AdditiveArithmetic {
  static let zero = ArcWeight(cost: 0, edges: 0)
  /// The least there is above nothing.
  static let least = ArcWeight(cost: 0, edges: 1)

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

/// The graph to cut: no self-loops, no parallel edges, a weight for each edge.
struct CutProblem {
  let graph: Adjacency
  let tails: [Int32]
  let weights: [ArcWeight]

  func weight(of cut: [Int]) -> ArcWeight { cut.reduce(.zero) { $0 + weights[$1] } }

  /// The part of `cut` that stays when everything that can be put back is, the heaviest first.
  ///
  /// Most edges close a cycle by themselves, and go on to do so whatever else is put back. The
  /// others are tried in order, 64 to a sweep of the graph.
  ///
  /// - Complexity: O(*nm* / 64) for a first look, then O(*m*) for every 64 edges that are tried.
  func minimal(_ cut: [Int]) -> [Int] {
    var isCut = [Bool](repeating: false, count: graph.edgeCount)
    for edge in cut { isCut[edge] = true }
    let loose = looseEdges(isCut: isCut).sorted { (weights[$1], $1) < (weights[$0], $0) }
    for batch in loose.batches { putBack(batch, isCut: &isCut) }
    return isCut.indices.filter { isCut[$0] }
  }

  /// The cut edges that close no cycle with what is left.
  private func looseEdges(isCut: [Bool]) -> [Int] {
    let reachability = Reachability(graph.subgraph { !isCut[$0] })
    let backward = graph.reversed()
    let heads = (0..<Int32(graph.nodeCount)).filter { head in
      backward.edges(from: head).contains { isCut[Int(backward.origins[$0])] }
    }
    var loose: [Int] = []
    for batch in heads.batches {
      let reached = reachability.reached(from: Array(batch))
      for (bit, head) in batch.enumerated() {
        for edge in backward.origins[backward.edges(from: head)].lazy.map(Int.init)
        where isCut[edge] && reached[Int(tails[edge])] & (1 << UInt64(bit)) == 0 {
          loose.append(edge)
        }
      }
    }
    return loose
  }

  /// Puts back those of up to 64 edges, in order, that close no cycle.
  ///
  /// A path through edges just put back goes from the head of one to the tail of another, so it
  /// is enough to know which of the heads reach which of the tails.
  private func putBack(_ batch: ArraySlice<Int>, isCut: inout [Bool]) {
    let reachability = Reachability(graph.subgraph { [isCut] in !isCut[$0] })
    let reaching = reachability.reaching(batch.map { tails[$0] })
    var tailsReached = batch.map { reaching[Int(graph.heads[$0])] }
    for (place, edge) in batch.enumerated() {
      let bit: UInt64 = 1 << UInt64(place)
      guard tailsReached[place] & bit == 0 else { continue }
      isCut[edge] = false
      for other in tailsReached.indices where tailsReached[other] & bit != 0 {
        tailsReached[other] |= tailsReached[place]
      }
    }
  }
}

extension Array {
  /// Its elements in turn, as many at a time as reachability takes.
  fileprivate var batches: some Sequence<ArraySlice<Element>> {
    stride(from: 0, to: count, by: Reachability.width).lazy.map {
      self[$0..<Swift.min($0 + Reachability.width, count)]
    }
  }
}

extension [Int32] {
  /// The place of `node` in an array that is sorted.
  fileprivate func place(of node: Int32) -> Int? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == node ? low : nil
  }
}
