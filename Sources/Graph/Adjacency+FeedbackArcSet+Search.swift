extension CutProblem {
  /// The best minimal cut that a search of about `budget` edge visits finds.
  func searchedCut(budget: Int) -> [Int] {
    // Keeps the heaviest edges first; for large graphs that is all there is.
    let start = minimal(Array(0..<graph.edgeCount))
    var search = CutSearch(self, start: start, budget: budget)
    search.findCheapest()
    search.findFirst()
    return search.best == start ? start : minimal(search.best)
  }
}

/// Branch and bound over the cycles of a graph.
///
/// Some edge of every cycle must go. The bound is a packing of cycles that share no money: the
/// cheapest edge of each is paid for, and the rest of the cycle gets that much cheaper. What is
/// paid for in full is also a cut, and once its needless edges are put back often a good one
/// (Demetrescu and Finocchi, "Combinatorial algorithms for feedback problems in directed graphs",
/// 2003).
private struct CutSearch {
  private enum Status { case open, cut, kept }

  private(set) var best: [Int]

  private let problem: CutProblem
  private var paths: PathSearch
  private var status: [Status]
  /// Only a cut below this is looked for.
  private var limit: ArcWeight
  /// No cut is below this, so a search that gets there is over.
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

  /// Makes `best` the cheapest cut that the budget allows to find.
  mutating func findCheapest() {
    branch(spent: .zero)
  }

  /// Makes `best` the first of the cheapest cuts that the budget allows to find.
  ///
  /// Decides edge by edge, in order: an edge is in the first cheapest cut if there is a cheapest
  /// one with this edge and all those already decided for.
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

  /// Takes the cut of `edges` and those decided for if it is below the limit.
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
    /// Returns a lower bound of the cost of every cut that contains the decided edges.
    var bound: ArcWeight
    /// A cut, together with the edges decided for.
    var paid: [Int] = []
    /// The undecided edges of a cycle, as few as were seen.
    var cycle: [Int] = []
    /// The remaining cost of each edge.
    var rest: [ArcWeight]
    var isPaid: [Bool]

    /// Pays for the cheapest of `edges`, which with kept edges form a cycle.
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

  /// Packs cycles, short ones first, or returns `nil` if no cut below the limit can come of it.
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

  /// Takes out of `paid` what a cut does not need, the last first.
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
