extension CutProblem {
  /// Returns the best minimal cut that a search of about `budget` edge visits finds.
  func searchedCut(budget: Int) -> [Int] {
    // Keeps the heaviest edges first. For large graphs the result is this cut.
    let start = minimal(Array(0..<graph.edgeCount))
    var search = CutSearch(self, start: start, budget: budget)
    search.findCheapest()
    search.findFirst()
    return search.best == start ? start : minimal(search.best)
  }
}

/// A branch-and-bound search over the cycles of a graph.
///
/// A cut contains an edge of every cycle. The lower bound is a packing of cycles that share no
/// cost: the cheapest edge of each cycle is paid for, and the remaining cost of its other edges
/// falls by as much. The edges paid for in full are also a cut, often a good one once its needless
/// edges are put back (Demetrescu and Finocchi, "Combinatorial algorithms for feedback problems in
/// directed graphs", 2003).
private struct CutSearch {
  private enum Status { case open, cut, kept }

  private(set) var best: [Int]

  private let problem: CutProblem
  private var paths: PathSearch
  private var status: [Status]
  /// The upper bound: the search accepts only cheaper cuts.
  private var limit: ArcWeight
  /// A lower bound of all cuts: a search that reaches it ends.
  private var floor = ArcWeight.zero
  private var budget: Int

  init(_ problem: CutProblem, start: [Int], budget: Int) {
    self.problem = problem
    self.budget = budget
    paths = PathSearch(problem.graph)
    status = Array(repeating: .open, count: problem.graph.edgeCount)
    best = start
    limit = problem.weight(of: start)
  }

  /// Sets `best` to the cheapest cut found within the budget.
  mutating func findCheapest() {
    branch(spent: .zero)
  }

  /// Sets `best` to the first of the cheapest cuts found within the budget.
  ///
  /// Decides edges in order: an edge is in the first cheapest cut if some cheapest cut contains it
  /// and all edges already chosen.
  mutating func findFirst() {
    let optimum = problem.weight(of: best)
    floor = optimum
    var spent = ArcWeight.zero
    for edge in status.indices {
      guard budget > 0, spent < optimum else { return }
      status[edge] = .cut
      if !best.contains(edge) {
        limit = optimum + .least
        branch(spent: spent + problem.weights[edge])
        if limit > optimum {
          status[edge] = .kept
          continue
        }
      }
      spent += problem.weights[edge]
    }
  }

  private mutating func branch(spent: ArcWeight) {
    guard let packing = pack(spent: spent) else { return }
    offer(packing.paid)
    var tried: [Int] = []
    for edge in packing.cycle {
      guard budget > 0, floor < limit, packing.bound < limit else { break }
      status[edge] = .cut
      branch(spent: spent + problem.weights[edge])
      status[edge] = .kept
      tried.append(edge)
    }
    for edge in tried { status[edge] = .open }
  }

  /// Accepts the cut of `edges` and the edges already chosen if it is below the limit.
  private mutating func offer(_ edges: [Int]) {
    let cut = status.indices.filter { status[$0] == .cut } + edges
    let weight = problem.weight(of: cut)
    guard weight < limit else { return }
    limit = weight
    best = cut
  }
}

extension CutSearch {
  private struct Packing {
    /// A lower bound of the cost of every cut that contains the chosen edges.
    var bound: ArcWeight
    /// Edges that together with those already chosen form a cut.
    var paid: [Int] = []
    /// The undecided edges of the cycle with the fewest of them.
    var cycle: [Int] = []
    /// The remaining cost of each edge.
    var rest: [ArcWeight]
    var isPaid: [Bool]

    /// Pays for the cheapest of `edges`, which form a cycle together with kept edges.
    mutating func add(_ edges: [Int]) {
      let weight = edges.map { rest[$0] }.min() ?? .zero
      bound += weight
      if cycle.isEmpty || edges.count < cycle.count { cycle = edges }
      for edge in edges {
        rest[edge] -= weight
        guard rest[edge] == .zero else { continue }
        isPaid[edge] = true
        paid.append(edge)
      }
    }
  }

  /// Packs cycles, short ones first; returns `nil` if no cut below the limit can result.
  private mutating func pack(spent: ArcWeight) -> Packing? {
    budget -= problem.graph.nodeCount + problem.graph.edgeCount
    var packing = Packing(
      bound: spent, rest: problem.weights, isPaid: status.map { $0 == .cut })
    var isDone = [Bool](repeating: false, count: problem.graph.nodeCount)
    for length in [2, 3, Int.max] {
      for node in 0..<Int32(problem.graph.nodeCount) {
        while let cycle = cycle(through: node, atMost: length, in: packing, without: isDone) {
          let open = cycle.filter { status[$0] == .open }
          guard !open.isEmpty else { return nil }
          packing.add(open)
          guard packing.bound < limit, budget > 0 else { return nil }
        }
        guard budget > 0 else { return nil }
        isDone[Int(node)] = length == .max
      }
    }
    putBack(&packing)
    return budget > 0 ? packing : nil
  }

  private mutating func cycle(
    through node: Int32, atMost length: Int, in packing: Packing, without isDone: [Bool]
  ) -> [Int]? {
    var visits = 1
    defer { budget -= visits }
    return paths.shortestCycle(throughNode: node, atMost: length) { [heads = problem.graph.heads] in
      visits += 1
      return !packing.isPaid[$0] && !isDone[Int(heads[$0])]
    }
  }

  /// Removes needless edges from `paid`, the last ones first.
  private mutating func putBack(_ packing: inout Packing) {
    var visits = 0
    for edge in packing.paid.reversed() where visits < budget {
      let back = paths.shortestPath(from: problem.graph.heads[edge], to: problem.tails[edge]) {
        visits += 1
        return !packing.isPaid[$0]
      }
      packing.isPaid[edge] = back != nil
    }
    packing.paid.removeAll { !packing.isPaid[$0] }
    budget -= visits
  }
}
