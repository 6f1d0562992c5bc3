/// The modules of a graph and some of the links among them, for repeated searches.
///
/// A single walk needs no subgraph: `ModuleGraph.reachable(from:along:)` filters links as it meets
/// them. A subgraph filters each link once.
public struct Subgraph: Sendable {
  public let graph: ModuleGraph

  /// The links by the number of the module; origins are numbers of links.
  let digraph: Digraph
}

extension ModuleGraph {
  /// Returns the subgraph of the links for which `isFollowed` is true.
  ///
  /// - Complexity: O(*n* + *m*).
  public func subgraph(along isFollowed: (Link) -> Bool) -> Subgraph {
    Subgraph(graph: self, digraph: forward).filter(isFollowed)
  }
}

extension Subgraph {
  /// Returns the outgoing links of `module`, by the linked module, then by location.
  public func links(from module: ModuleID) -> some RandomAccessCollection<Link> {
    digraph.edges(from: module.number).lazy.map { link($0) }
  }

  public func filter(_ isIncluded: (Link) -> Bool) -> Subgraph {
    Subgraph(graph: graph, digraph: digraph.subgraph { isIncluded(link($0)) })
  }

  public func stronglyConnectedComponents() -> Components { digraph.stronglyConnectedComponents() }

  /// Returns the first shortest cycle, from `link` on; `nil` for none.
  public func shortestCycle(through link: Link) -> [Link]? {
    var search = PathSearch(digraph)
    return search.shortestPath(from: link.to.number, to: link.from.number)
      .map { [link] + $0.map(self.link) }
  }

  /// The longest chains of links, as edges of `link(_:)`.
  public func longestChains() -> LongestChains { LongestChains(digraph) }

  public func link(_ edge: Int) -> Link { graph.links[digraph.origin(of: edge)] }
}

extension Components {
  public func component(of module: ModuleID) -> Int { componentOf[module.number] }

  /// The modules of each cycle, in order.
  public var cyclicModules: [[ModuleID]] { cyclic.map { $0.map { ModuleID($0) } } }

  /// Returns whether two modules reach each other.
  public func areTogether(_ a: ModuleID, _ b: ModuleID) -> Bool {
    component(of: a) == component(of: b)
  }
}

extension Subgraph {
  /// Returns cheap links whose removal leaves no cycle among `members`, in order; see `Digraph`.
  ///
  /// Modules with equal `key` are merged, and all links from one merged module to another count as
  /// the first of them, with its weight, which is not negative. Links between merged modules close
  /// no cycle, unless all members are merged.
  ///
  /// - Complexity: O(*m* log *m*) to build the parts, then bounded work.
  public func minimumFeedbackArcSet(
    of members: some Sequence<ModuleID>, merging key: (ModuleID) -> some Hashable,
    weight: (Link) -> Int
  ) -> [Link] {
    let members = members.sorted()
    let groups = Dictionary(grouping: members, by: key).values.sorted { $0[0] < $1[0] }
    var nodeOf: [ModuleID: Int] = [:]
    for (node, group) in groups.enumerated() { for module in group { nodeOf[module] = node } }
    var edges: [(tail: Int, head: Int)] = []
    var firstLinks: [Link] = []
    var seen: Set<[Int]> = []
    for link in members.flatMap({ links(from: $0) }) {
      guard let tail = nodeOf[link.from], let head = nodeOf[link.to] else { continue }
      guard tail != head || link.from == link.to || groups.count == 1 else { continue }
      guard seen.insert([tail, head]).inserted else { continue }
      edges.append((tail, head))
      firstLinks.append(link)
    }
    let merged = Digraph(nodeCount: groups.count, edges: edges)
    let cut = merged.minimumFeedbackArcSet(of: groups.indices) { edge in
      weight(firstLinks[merged.origin(of: edge)])
    }
    return cut.map { firstLinks[merged.origin(of: $0)] }
  }
}
