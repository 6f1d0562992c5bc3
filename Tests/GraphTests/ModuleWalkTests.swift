@testable import Graph
import TestSupport
import Testing

/// Walks over modules against a closure that is grown link by link.
@Suite struct ModuleWalkTests {
  private static let seeds = 0..<50

  @Test(arguments: seeds) func reachedModules(seed: Int) {
    let graph = randomModuleGraph(seed: seed)
    let reaches = closure(of: graph, along: isStrong)
    for starts in [graph.modules.filter { $0.number % 5 == 1 }, [], Array(graph.modules.prefix(1))]
    {
      let expected = starts.reduce(into: Set<ModuleID>()) { $0.formUnion(reaches[$1]) }
      #expect(Array(graph.reachable(from: starts, along: isStrong)) == expected.sorted())
      let reaching = graph.modules.filter { !reaches[$0].isDisjoint(with: starts) }
      #expect(Array(graph.reaching(starts, along: isStrong)) == reaching)
    }
  }

  @Test(arguments: seeds) func linksKnowTheirNumbersAndEnds(seed: Int) {
    let graph = randomModuleGraph(seed: seed)
    #expect(graph.links.map(\.id.number) == Array(graph.links.indices))
    for module in graph.modules {
      #expect(
        graph.links(from: module).map(\.id) == graph.links.filter { $0.from == module }.map(\.id))
      #expect(
        graph.links(to: module).map(\.id) == graph.links.filter { $0.to == module }.map(\.id))
      #expect(graph.links(from: module).allSatisfy { graph[$0.id].to == $0.to })
    }
  }

  @Test(arguments: seeds) func subgraphOfSomeModules(seed: Int) {
    let graph = randomModuleGraph(seed: seed)
    let kept = ModuleSet(graph.modules.filter { $0.number % 3 != 0 })
    let isInside: (Link) -> Bool = {
      isStrong($0) && kept.contains($0.from) && kept.contains($0.to)
    }
    let part = graph.subgraph(along: isInside)
    let reaches = closure(of: graph, along: isInside)
    for module in kept {
      #expect(
        part.links(from: module).map(\.id) == graph.links(from: module).filter(isInside).map(\.id))
    }
    let components = part.stronglyConnectedComponents()
    for a in kept {
      for b in kept {
        let reachEachOther = reaches[a].contains(b) && reaches[b].contains(a)
        #expect(components.areTogether(a, b) == reachEachOther)
        if reaches[a].contains(b) {
          #expect(components.component(of: a) >= components.component(of: b))
        }
      }
    }
    let onCycle = kept.filter { module in
      graph.links(from: module).contains { isInside($0) && reaches[$0.to].contains(module) }
    }
    #expect(components.cyclicModules.flatMap { $0 }.sorted() == onCycle)
  }

  @Test(arguments: seeds) func shortestChains(seed: Int) {
    let graph = randomModuleGraph(seed: seed)
    let reaches = closure(of: graph, along: isStrong)
    let part = graph.subgraph(along: isStrong)
    for end in graph.modules {
      let chain = graph.shortestPath(from: ModuleID(0), to: end, along: isStrong)
      #expect((chain != nil) == reaches[ModuleID(0)].contains(end))
      guard let chain, let last = chain.last else { continue }
      #expect(last.to == end && chain[0].from == ModuleID(0) && chain.allSatisfy(isStrong))
      #expect(zip(chain, chain.dropFirst()).allSatisfy { $0.to == $1.from })
    }
    for link in graph.links where isStrong(link) {
      let cycle = part.shortestCycle(through: link)
      #expect((cycle != nil) == reaches[link.to].contains(link.from))
      if let cycle { #expect(cycle.first?.id == link.id && cycle.last?.to == link.from) }
    }
  }

  @Test(arguments: seeds) func longestChains(seed: Int) {
    let graph = randomModuleGraph(seed: seed)
    let reaches = closure(of: graph, along: isStrong)
    let part = graph.subgraph(along: isStrong)
    let chains = part.longestChains()
    for module in graph.modules {
      let chain = chains.longestChain(from: module.number).map(part.link)
      let steps = chain.filter { !reaches[$0.to].contains($0.from) }
      #expect(steps.count == chains.depth(of: module.number))
      for link in graph.links(from: module) where isStrong(link) {
        let step = reaches[link.to].contains(module) ? 0 : 1
        #expect(chains.depth(of: module.number) >= chains.depth(of: link.to.number) + step)
      }
    }
  }

  @Test(arguments: seeds) func removingTheFeedbackArcSetLeavesNoCycle(seed: Int) {
    let graph = randomModuleGraph(seed: seed)
    let part = graph.subgraph(along: isStrong)
    var cut: LinkSet = []
    for component in part.stronglyConnectedComponents().cyclicModules {
      cut.formUnion(
        LinkSet(part.minimumFeedbackArcSet(of: component, merging: { $0 }) { _ in 1 }.map(\.id)))
    }
    // Of parallel links the first stands for all.
    let isLeft: (Link) -> Bool = { link in
      isStrong(link)
        && !graph.links(from: link.from).contains { $0.to == link.to && cut.contains($0.id) }
    }
    #expect(graph.subgraph(along: isLeft).stronglyConnectedComponents().cyclic.isEmpty)
    #expect(cut.allSatisfy { isStrong(graph[$0]) })
  }

  @Test func mergedModulesAreOne() {
    // 0 → 1 → 2 → 0, where 1 and 2 are one, and link each other.
    let graph = moduleGraph(3, [(0, 1), (1, 2), (2, 1), (2, 0)])
    let all = graph.subgraph { _ in true }
    let merging: (ModuleID) -> Int = { min($0.number, 1) }
    let cut = all.minimumFeedbackArcSet(of: graph.modules, merging: merging) { link in
      link.to.number == 0 ? 1 : 5
    }
    #expect(cut.map(\.to.number) == [0])
    let inside = all.minimumFeedbackArcSet(of: [ModuleID(1), ModuleID(2)], merging: merging) { _ in
      1
    }
    #expect(inside.map(\.from.number) == [1])
  }
}
