internal import Graph

/// The shortest chains of links from sources to targets that pass no other source or target.
///
/// Ties are broken by name, as in `ChainSearch`.
struct ConstraintChains {
  private let graph: ModuleGraph
  private let links: LinkSet
  private let sources: ModuleSet
  private let targets: ModuleSet
  /// The modules that a chain may pass: neither source nor target, and between the two.
  private let between: ModuleSet

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

  /// Calls `body` with each chain, in order of its ends.
  ///
  /// One breadth-first search per source finds all its chains; the first path to a module is also
  /// the first by name. A module that many searches visit is in many chains, so the time is close to
  /// the size of the output.
  ///
  /// - Complexity: O(*n* + *m*) for each source, and the length of all chains.
  func forEach(_ body: (_ chain: [Link]) -> Void) {
    // The last source whose search visited each module, and the link by which it did.
    var visitor = ModuleMap<ModuleID?>(repeating: nil, for: graph)
    var step = ModuleMap(repeating: LinkID(0), for: graph)
    for source in sources {
      visitor[source] = source
      var found: ModuleSet = []
      var queue = [source]
      var next = 0
      while next < queue.count {
        for link in graph.links(from: queue[next])
        where links.contains(link.id) && visitor[link.to] != source {
          let isEnd = targets.contains(link.to)
          guard isEnd || between.contains(link.to) else { continue }
          visitor[link.to] = source
          step[link.to] = link.id
          if isEnd { found.insert(link.to) } else { queue.append(link.to) }
        }
        next += 1
      }
      for end in found { body(chain(from: source, to: end, step)) }
    }
  }

  private func chain(
    from source: ModuleID, to end: ModuleID, _ step: ModuleMap<LinkID>
  ) -> [Link] {
    var chain: [Link] = []
    var module = end
    while module != source {
      let link = graph[step[module]]
      chain.append(link)
      module = link.from
    }
    return chain.reversed()
  }
}
