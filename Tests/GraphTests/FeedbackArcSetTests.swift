import Testing

@testable import Graph

@Suite struct CutSetTests {
  @Test func selfLoopIsAlwaysCut() {
    #expect(selfLoop.minimumFeedbackArcSet(of: [0], cost: { _ in 1_000 }) == [0])
  }

  @Test func parallelEdgesAddUp() {
    let graph = Digraph(nodeCount: 2, edges: [(0, 1), (0, 1), (0, 1), (1, 0)])
    #expect(graph.minimumFeedbackArcSet(of: [0, 1], cost: { $0 == 3 ? 2 : 1 }) == [3])
    #expect(graph.minimumFeedbackArcSet(of: [0, 1], cost: { $0 == 3 ? 4 : 1 }) == [0, 1, 2])
  }

  @Test func freeEdgesGoFirstButOnlyIfNeeded() {
    // 0 → 1 → 2 → 0 and 0 → 2; both edges to 2 are free.
    let graph = Digraph(nodeCount: 3, edges: [(0, 1), (0, 2), (1, 2), (2, 0)])
    let cost = [5, 0, 0, 5]
    #expect(graph.minimumFeedbackArcSet(of: 0..<3, cost: { cost[$0] }) == [1, 2])
    let ring = ring(of: 3)
    #expect(ring.minimumFeedbackArcSet(of: 0..<3, cost: { _ in 0 }) == [0])
  }

  @Test func onlyMembersAreCut() {
    let graph = Digraph(nodeCount: 4, edges: [(0, 1), (1, 0), (2, 3), (3, 2), (1, 2)])
    #expect(
      graph.minimumFeedbackArcSet(of: [3, 2], cost: { _ in 1 }).map { graph.tail(of: $0) } == [2])
  }

  @Test func largeCostsDoNotOverflow() {
    let graph = ring(of: 20)
    #expect(graph.minimumFeedbackArcSet(of: 0..<20, cost: { _ in .max / 1_000 }) == [0])
  }
}

/// Small graphs against every order of their nodes.
extension CutSetTests {
  @Test(arguments: 0..<90) func smallGraphsAgreeWithEveryOrder(seed: Int) {
    let nodes = 2 + seed % 5
    let graph = randomGraph(nodes: nodes, edges: 2 + (seed * 5) % (4 * nodes), seed: seed)
    let cost = costs(seed)
    let cut = graph.minimumFeedbackArcSet(of: 0..<nodes, cost: cost)
    expectMinimal(cut, of: graph)
    #expect(cut.reduce(0) { $0 + cost($1) } == lowestCost(of: graph, cost: cost))
  }

  @Test(arguments: 0..<60) func anyBudgetLeavesNoCycle(seed: Int) {
    let graph = randomGraph(nodes: 20, edges: 70, seed: seed)
    let cut = graph.minimumFeedbackArcSet(
      of: 0..<20, budget: [0, 1, 100, 3_000][seed % 4], cost: costs(seed))
    let rest = graph.subgraph { !cut.contains($0) }
    #expect(rest.stronglyConnectedComponents().cyclic.isEmpty)
  }

  @Test func aRingOfRingsIsCutCheaply() {
    // Ten triangles, each joined to the next by a pair of edges: one cut in each, one in each pair.
    let edges = (0..<10).flatMap { ring -> [Edge] in
      let first = 3 * ring
      let next = (first + 3) % 30
      return [
        (first, first + 1), (first + 1, first + 2), (first + 2, first), (first, next),
        (next, first),
      ]
    }
    let graph = Digraph(nodeCount: 30, edges: edges)
    let cut = graph.minimumFeedbackArcSet(of: 0..<30, cost: { _ in 1 })
    #expect(cut.count == 20)
    expectMinimal(cut, of: graph)
  }

  @Test func largeGraphsAreCutInBoundedTime() {
    let graph = randomGraph(nodes: 2_000, edges: 5_000, seed: 7)
    let cut = graph.stronglyConnectedComponents().cyclic.flatMap {
      graph.minimumFeedbackArcSet(of: $0, budget: 20_000) { $0 % 3 }
    }
    let rest = graph.subgraph { !cut.contains($0) }
    #expect(rest.stronglyConnectedComponents().cyclic.isEmpty)
  }

  @Test func longRing() {
    let cut = ring(of: 5_000).minimumFeedbackArcSet(
      of: 0..<5_000, budget: 20_000, cost: { $0 == 777 ? 1 : 2 })
    #expect(cut == [777])
  }

  /// Costs of one kind, of a few, or in classes; free ones among them.
  private func costs(_ seed: Int) -> (Int) -> Int {
    let kinds = [[1], [1, 2, 3], [0, 1], [1, 1_000_000, 1], [0, 0, 1, 1_000, 1_000_000]][seed % 5]
    return { kinds[($0 * 7 + seed) % kinds.count] }
  }

  private func expectMinimal(_ cut: [Int], of graph: Digraph) {
    let rest = graph.subgraph { !cut.contains($0) }
    #expect(rest.stronglyConnectedComponents().cyclic.isEmpty)
    for edge in cut {
      let (tail, head) = (graph.tail(of: edge), graph.head(of: edge))
      #expect(graph.shortestPath(from: head, to: tail) { !cut.contains($0) } != nil)
      for other in graph.edges(from: tail) where graph.head(of: other) == head {
        #expect(cut.contains(other))
      }
    }
  }

  /// The cost of the cheapest cut of those all orders give.
  private func lowestCost(of graph: Digraph, cost: (Int) -> Int) -> Int {
    var lowest = Int.max
    forEachOrder(of: graph.nodeCount) { places in
      let cut = (0..<graph.edgeCount).filter {
        places[graph.tail(of: $0)] >= places[graph.head(of: $0)]
      }
      lowest = min(lowest, cut.reduce(0) { $0 + cost($1) })
    }
    return lowest
  }

  private func forEachOrder(of count: Int, _ body: ([Int]) -> Void) {
    var places: [Int] = []
    func place(_ rest: [Int]) {
      if rest.isEmpty { body(places) }
      for next in rest {
        places.append(next)
        place(rest.filter { $0 != next })
        places.removeLast()
      }
    }
    place(Array(0..<count))
  }
}
