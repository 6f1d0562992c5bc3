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
  /// Returns the whole graph.
  ///
  /// - Complexity: O(*n*).
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

  /// Returns the subgraph of the links for which `isIncluded` is true.
  ///
  /// - Complexity: O(*n* + *m*).
  public func filter(_ isIncluded: (Link) -> Bool) -> Subgraph {
    let part = digraph.subgraph { isIncluded(link($0)) }
    let origins = part.origins.map { digraph.origins[Int($0)] }
    return Subgraph(
      graph: graph, modules: modules,
      digraph: Digraph(firstEdge: part.firstEdge, heads: part.heads, origins: origins))
  }

  /// Returns the strongly connected components.
  ///
  /// - Complexity: O(*n* + *m*).
  public func stronglyConnectedComponents() -> ModuleComponents {
    ModuleComponents(digraph.components(), of: modules)
  }

  /// Returns a reusable search for shortest chains and cycles.
  ///
  /// - Complexity: O(*n*).
  public func chainSearch() -> ChainSearch { ChainSearch(self) }

  /// Returns the longest chains of links; links within a cycle do not count.
  ///
  /// - Complexity: O(*n* + *m*).
  public func longestChains() -> LongestModuleChains { LongestModuleChains(of: self) }

  func link(_ edge: Int) -> Link { graph.links[digraph.origin(of: edge)] }
}

/// The strongly connected components of a subgraph: the largest groups of modules that all reach
/// each other.
///
/// Components are in reverse topological order: the number of a component is greater than that of
/// every other one it reaches.
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

/// Finds shortest chains of links in one subgraph without allocating for each search.
///
/// Of all chains with the fewest links it finds the one whose modules come first; see `PathSearch`.
public struct ChainSearch: Sendable {
  private let subgraph: Subgraph
  private var search: PathSearch

  fileprivate init(_ subgraph: Subgraph) {
    self.subgraph = subgraph
    search = PathSearch(subgraph.digraph)
  }

  /// Returns the links of the first shortest chain from `start` to `end`, or `nil` for none.
  ///
  /// - Complexity: O(*n* + *m*), in the part of the subgraph nearer than `end`.
  /// - Returns: No links if `start` is `end`.
  public mutating func shortestPath(from start: ModuleID, to end: ModuleID) -> [Link]? {
    search.shortestPath(from: start.number, to: end.number).map { $0.map(subgraph.link) }
  }

  /// Returns the links of the first shortest cycle through `link`, which comes first, or `nil` for
  /// none.
  ///
  /// - Complexity: O(*n* + *m*).
  public mutating func shortestCycle(through link: Link) -> [Link]? {
    let edges = subgraph.digraph.edges(from: link.from.number)
    guard let edge = edges.first(where: { subgraph.digraph.origin(of: $0) == link.id.number })
    else { preconditionFailure("a link that the subgraph does not have") }
    return search.shortestCycle(through: edge).map { $0.map(subgraph.link) }
  }
}
