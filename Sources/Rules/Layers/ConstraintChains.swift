internal import Graph

/// The shortest chains of links from modules of one side to modules of the other that pass no other
/// module of either side.
///
/// Of equally short chains the first by name, as `ChainSearch` has it.
struct ConstraintChains {
  fileprivate let graph: ModuleGraph
  fileprivate let links: LinkSet
  /// The sources and targets that have a chain.
  fileprivate let sources: ModuleSet
  fileprivate let targets: ModuleSet
  /// The modules that a chain may pass: those of neither side, between a source and a target.
  fileprivate let between: ModuleSet

  /// Chains of `links` only.
  ///
  /// - Complexity: O(*n* + *m*).
  init(
    _ graph: ModuleGraph, along links: LinkSet, from sources: ModuleSet, to targets: ModuleSet
  ) {
    self.graph = graph
    self.links = links
    let sides = sources.union(targets)
    // A module of both sides has a chain only if one link or more lead from it, or to it.
    let heads = sources.lazy.flatMap { graph.links(from: $0) }.filter { links.contains($0.id) }
    let tails = targets.lazy.flatMap { graph.links(to: $0) }.filter { links.contains($0.id) }
    let ahead = graph.reachable(from: heads.map(\.to)) {
      links.contains($0.id) && !sides.contains($0.from)
    }
    let behind = graph.reaching(tails.map(\.from)) {
      links.contains($0.id) && !sides.contains($0.to)
    }
    between = ahead.intersection(behind).subtracting(sides)
    self.sources = sources.intersection(behind)
    self.targets = targets.intersection(ahead)
  }

  /// Hands out the chains, always in the same order.
  ///
  /// One search for each module of the smaller side finds all its chains. A module that many
  /// searches pass is in many chains, so that is little more than what is handed out.
  ///
  /// - Complexity: O(*n* + *m*) for each module of the smaller side, and the length of all chains.
  func forEach(_ body: (_ chain: [Link]) -> Void) {
    let isForward = sources.count <= targets.count
    var search = SideSearch(self, isForward: isForward)
    for start in isForward ? sources : targets { search.chains(at: start, body) }
  }
}

/// Finds the chains from one source or to one target at a time, without allocating for each.
private struct SideSearch {
  private let chains: ConstraintChains
  private let isForward: Bool
  /// The search that last met each module.
  private var lastSearch: ModuleMap<Int>
  /// The number of links between each module and the start of the search.
  private var distance: ModuleMap<Int>
  /// The link of its chain that is the next one towards the start.
  private var step: ModuleMap<LinkID>
  private var search = 0
  private var queue: [ModuleID] = []

  init(_ chains: ConstraintChains, isForward: Bool) {
    self.chains = chains
    self.isForward = isForward
    lastSearch = ModuleMap(repeating: 0, for: chains.graph)
    distance = lastSearch
    step = ModuleMap(repeating: LinkID(0), for: chains.graph)
  }

  mutating func chains(at start: ModuleID, _ body: (_ chain: [Link]) -> Void) {
    search += 1
    lastSearch[start] = search
    distance[start] = 0
    queue.removeAll(keepingCapacity: true)
    queue.append(start)
    var found: ModuleSet = []
    var next = 0
    while next < queue.count {
      let module = queue[next]
      next += 1
      if isForward {
        for link in chains.graph.links(from: module) { step(to: link.to, by: link, &found) }
      } else {
        for link in chains.graph.links(to: module) { step(to: link.from, by: link, &found) }
      }
    }
    for end in found { body(chain(between: start, and: end)) }
  }

  /// Goes along a link to `module`.
  private mutating func step(to module: ModuleID, by link: Link, _ found: inout ModuleSet) {
    guard chains.links.contains(link.id) else { return }
    let reached = distance[isForward ? link.from : link.to] + 1
    if lastSearch[module] != search {
      let isEnd = (isForward ? chains.targets : chains.sources).contains(module)
      guard isEnd || chains.between.contains(module) else { return }
      lastSearch[module] = search
      distance[module] = reached
      step[module] = link.id
      if isEnd { found.insert(module) } else { queue.append(module) }
    } else if !isForward, distance[module] == reached {
      // From the start of a chain, the first way to a module is also the first by name; from its
      // end, the first by name is the one with the first link.
      step[module] = min(step[module], link.id)
    }
  }

  private func chain(between start: ModuleID, and end: ModuleID) -> [Link] {
    var chain: [Link] = []
    var module = end
    while module != start {
      let link = chains.graph[step[module]]
      chain.append(link)
      module = isForward ? link.from : link.to
    }
    return isForward ? chain.reversed() : chain
  }
}
