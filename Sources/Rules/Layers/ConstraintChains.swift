internal import Graph

/// The shortest chains of links from sources to targets that pass no other source or target.
///
/// Ties are broken by name, as in `ChainSearch`.
struct ConstraintChains {
  fileprivate let graph: ModuleGraph
  fileprivate let links: LinkSet
  fileprivate let sources: ModuleSet
  fileprivate let targets: ModuleSet
  /// The modules that a chain may pass: neither source nor target, and between the two.
  fileprivate let between: ModuleSet

  /// Considers only chains of `links`.
  ///
  /// - Complexity: O(*n* + *m*).
  init(
    _ graph: ModuleGraph, along links: LinkSet, from sources: ModuleSet, to targets: ModuleSet
  ) {
    self.graph = graph
    self.links = links
    let sides = sources.union(targets)
    // A module of both sides has a chain only with at least one link from it or to it.
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

  /// Calls `body` with each chain, in a deterministic order.
  ///
  /// One breadth-first search per module of the smaller side finds all its chains. A module that
  /// many searches visit is in many chains, so the time is close to the size of the output.
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
  /// The last search that visited each module.
  private var lastSearch: ModuleMap<Int>
  /// The number of links between each module and the start of the search.
  private var distance: ModuleMap<Int>
  /// The next link towards the start for each module.
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
      // In a forward search, the first path to a module is also the first by name. In a backward
      // search, the first by name is the one with the smallest first link.
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
