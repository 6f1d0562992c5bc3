/// Some modules of a graph and some of the links among them, for repeated searches.
///
/// A single walk needs no subgraph: `ModuleGraph.reachable(from:along:)` filters links as it meets
/// them. A subgraph filters each link once.
public struct Subgraph: Sendable {
  public let graph: ModuleGraph

  /// The modules; the others have no links here.
  let modules: ModuleSet

  /// The links by the number of the module; origins are numbers of links.
  let digraph: Digraph
}

extension ModuleGraph {
  public func subgraph() -> Subgraph {
    Subgraph(graph: self, modules: ModuleSet(modules), digraph: forward)
  }

  /// Returns the subgraph of all modules and the links for which `isFollowed` is true.
  ///
  /// - Complexity: O(*n* + *m*).
  public func subgraph(along isFollowed: (Link) -> Bool) -> Subgraph {
    subgraph().filter(isFollowed)
  }

  /// Returns the subgraph of these modules and the links among them for which `isFollowed` is true.
  ///
  /// - Complexity: O(*n* + *m*).
  public func subgraph(of modules: ModuleSet, along isFollowed: (Link) -> Bool) -> Subgraph {
    let digraph = forward.subgraph { number in
      let link = links[number]
      return modules.contains(link.from) && modules.contains(link.to) && isFollowed(link)
    }
    return Subgraph(graph: self, modules: modules, digraph: digraph)
  }
}

extension Subgraph {
  /// Returns the outgoing links of `module`, by the linked module, then by location.
  public func links(from module: ModuleID) -> some RandomAccessCollection<Link> {
    digraph.edges(from: module.number).lazy.map { link($0) }
  }

  public func filter(_ isIncluded: (Link) -> Bool) -> Subgraph {
    let part = digraph.subgraph { isIncluded(link($0)) }
    let origins = part.origins.map { digraph.origins[Int($0)] }
    return Subgraph(
      graph: graph, modules: modules,
      digraph: Digraph(firstEdge: part.firstEdge, heads: part.heads, origins: origins))
  }

  public func stronglyConnectedComponents() -> ModuleComponents {
    ModuleComponents(digraph.components(), of: modules)
  }

  public func chainSearch() -> ChainSearch { ChainSearch(self) }

  /// Returns the longest chains of links; links within a cycle do not count.
  public func longestChains() -> LongestModuleChains { LongestModuleChains(of: self) }

  func link(_ edge: Int) -> Link { graph.links[digraph.origin(of: edge)] }
}

/// The strongly connected components of a subgraph, in reverse topological order; see `Components`.
public struct ModuleComponents: Sendable {
  private let components: Components
  private let modules: ModuleSet

  fileprivate init(_ components: Components, of modules: ModuleSet) {
    self.components = components
    self.modules = modules
  }

  /// The number of components, those without a module of the subgraph included.
  public var count: Int { components.count }

  /// The components that contain a cycle, each in order, sorted by their first modules.
  public var cyclic: [[ModuleID]] { components.cyclic.map(members) }

  public func component(of module: ModuleID) -> Int { components.componentOf[module.number] }

  /// Returns the modules of a component, in order.
  public func members(of component: Int) -> [ModuleID] {
    components.members(of: component).lazy.map { ModuleID($0) }.filter(modules.contains)
  }

  /// Returns whether two modules of the subgraph reach each other.
  public func areTogether(_ a: ModuleID, _ b: ModuleID) -> Bool {
    component(of: a) == component(of: b)
  }
}

/// Finds shortest chains of links in one subgraph; see `PathSearch`.
public struct ChainSearch: Sendable {
  private let subgraph: Subgraph
  private var search: PathSearch

  fileprivate init(_ subgraph: Subgraph) {
    self.subgraph = subgraph
    search = PathSearch(subgraph.digraph)
  }

  /// Returns the first shortest chain; no links if `start` is `end`, `nil` for none.
  public mutating func shortestPath(from start: ModuleID, to end: ModuleID) -> [Link]? {
    search.shortestPath(from: start.number, to: end.number).map { $0.map(subgraph.link) }
  }

  /// Returns the first shortest cycle, from `link` on; `nil` for none.
  public mutating func shortestCycle(through link: Link) -> [Link]? {
    let edges = subgraph.digraph.edges(from: link.from.number)
    guard let edge = edges.first(where: { subgraph.digraph.origin(of: $0) == link.id.number })
    else { preconditionFailure("a link that the subgraph does not have") }
    return search.shortestCycle(through: edge).map { $0.map(subgraph.link) }
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
