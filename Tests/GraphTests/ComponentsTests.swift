@testable import Graph
import Testing

@Suite struct ComponentsTests {
  @Test func emptyGraph() {
    let components = Digraph(nodeCount: 0, edges: []).stronglyConnectedComponents()
    #expect(components.count == 0)
    #expect(components.cyclic.isEmpty)
  }

  @Test func diamondHasNoCycle() {
    let components = diamond.stronglyConnectedComponents()
    #expect(components.count == 4)
    #expect(components.componentOf == [3, 1, 2, 0])
    #expect(components.cyclic.isEmpty)
  }

  @Test func twoCyclesSharingANode() {
    let components = cyclesSharingNode.stronglyConnectedComponents()
    #expect(components.count == 1)
    #expect(components.cyclic == [[0, 1, 2]])
    #expect(components.members(of: 0) == [0, 1, 2])
  }

  @Test func selfLoopIsACycle() {
    let components = selfLoop.stronglyConnectedComponents()
    #expect(components.count == 2)
    #expect(components.cyclic == [[0]])
  }

  @Test func cyclicComponentsComeBySmallestMember() {
    let graph = Digraph(
      nodeCount: 7, edges: [(5, 0), (0, 5), (0, 1), (1, 3), (3, 1), (4, 4), (4, 6)])
    let components = graph.stronglyConnectedComponents()
    #expect(components.cyclic == [[0, 5], [1, 3], [4]])
  }

  @Test func longChainDoesNotOverflowTheStack() {
    let components = chain(to: 99_999).stronglyConnectedComponents()
    #expect(components.count == 100_000)
    #expect(components.componentOf.first == 99_999)
    #expect(components.componentOf.last == 0)
  }

  @Test func longRingIsOneComponent() {
    let components = ring(of: 100_000).stronglyConnectedComponents()
    #expect(components.count == 1)
    #expect(components.members(of: 0).count == 100_000)
  }

  @Test(arguments: 0..<60) func randomGraphsAgreeWithClosure(seed: Int) {
    let graph = randomGraph(nodes: 12, edges: 4 + seed % 24, seed: seed)
    let components = graph.stronglyConnectedComponents()
    let reaches = closure(of: graph)
    let of = components.componentOf
    for tail in 0..<12 {
      for head in 0..<12 {
        #expect((of[tail] == of[head]) == (reaches[tail][head] && reaches[head][tail]))
        if reaches[tail][head] { #expect(of[tail] >= of[head]) }
      }
    }
    for component in 0..<components.count {
      let members = (0..<12).filter { of[$0] == component }
      #expect(Array(components.members(of: component)) == members)
      let isCyclic =
        members.count > 1
        || graph.edges(from: members[0]).contains { graph.head(of: $0) == members[0] }
      #expect(components.cyclic.contains(members) == isCyclic)
    }
  }
}
