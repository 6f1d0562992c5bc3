/// Some modules of a graph and some of the links among them, for repeated searches.
///
/// A single walk needs no subgraph: `ModuleGraph.reachable(from:along:)` filters links as it meets
/// them. A subgraph filters each link once.
public struct Subgraph: Sendable {
  public let graph: ModuleGraph

  /// The modules, in order.
  public let modules: [ModuleID]

  /// The links by index in `modules`; origins are numbers of links.
  let adjacency: Adjacency

  /// The index of each module of the graph in `modules`, or -1.
  private let indices: [Int32]

  fileprivate init(
    _ graph: ModuleGraph, _ modules: [ModuleID], _ indices: [Int32], _ adjacency: Adjacency
  ) {
    self.graph = graph
    self.modules = modules
    self.indices = indices
    self.adjacency = adjacency
  }

  fileprivate init(_ graph: ModuleGraph, _ modules: [ModuleID], along isFollowed: (Link) -> Bool) {
    var indices = [Int32](repeating: -1, count: graph.modules.count)
    for (index, module) in modules.enumerated() { indices[module.number] = Int32(index) }
    var firstEdge: [Int32] = [0]
    firstEdge.reserveCapacity(modules.count + 1)
    var heads: [Int32] = []
    var origins: [Int32] = []
    for module in modules {
      for link in graph.links(from: module) where indices[link.to.number] >= 0 && isFollowed(link) {
        heads.append(indices[link.to.number])
        origins.append(Int32(link.id.number))
      }
      firstEdge.append(Int32(heads.count))
    }
    self.init(
      graph, modules, indices, Adjacency(firstEdge: firstEdge, heads: heads, origins: origins))
  }
}

extension ModuleGraph {
  /// Returns the whole graph.
  ///
  /// - Complexity: O(*n*).
  public func subgraph() -> Subgraph {
    Subgraph(self, Array(modules), Array(0..<Int32(modules.count)), forward)
  }

  /// Returns the subgraph of all modules and the links for which `isFollowed` is true.
  ///
  /// - Complexity: O(*n* + *m*).
  public func subgraph(along isFollowed: (Link) -> Bool) -> Subgraph {
    Subgraph(self, Array(modules), along: isFollowed)
  }

  /// Returns the subgraph of these modules and the links among them for which `isFollowed` is true.
  ///
  /// - Complexity: O(*n*) for all modules, and the links of `modules`.
  public func subgraph(
    of modules: ModuleSet, along isFollowed: (Link) -> Bool = { _ in true }
  ) -> Subgraph {
    Subgraph(self, Array(modules), along: isFollowed)
  }
}

extension Subgraph {
  /// Returns the outgoing links of `module`, by the linked module, then by location.
  public func links(from module: ModuleID) -> some RandomAccessCollection<Link> {
    adjacency.edges(from: row(of: module)).lazy.map { link($0) }
  }

  /// Returns the subgraph of the links for which `isIncluded` is true.
  ///
  /// - Complexity: O(*n* + *m*).
  public func filter(_ isIncluded: (Link) -> Bool) -> Subgraph {
    let part = adjacency.subgraph { isIncluded(link($0)) }
    let origins = part.origins.map { adjacency.origins[Int($0)] }
    return Subgraph(
      graph, modules, indices,
      Adjacency(firstEdge: part.firstEdge, heads: part.heads, origins: origins))
  }

  /// Returns the strongly connected components.
  ///
  /// Uses the algorithm of Tarjan, "Depth-first search and linear graph algorithms" (1972).
  ///
  /// - Complexity: O(*n* + *m*).
  public func stronglyConnectedComponents() -> ModuleComponents {
    ModuleComponents(adjacency.stronglyConnectedComponents(), of: self)
  }

  /// Returns the links of a shortest chain; keep a `chainSearch` for more than a few.
  ///
  /// - Complexity: O(*n* + *m*).
  public func shortestPath(from start: ModuleID, to end: ModuleID) -> [Link]? {
    var search = chainSearch()
    return search.shortestPath(from: start, to: end)
  }

  /// Returns a reusable search for shortest chains and cycles.
  ///
  /// - Complexity: O(*n*).
  public func chainSearch() -> ChainSearch { ChainSearch(self) }
}

// Rows.
extension Subgraph {
  func row(of module: ModuleID) -> Int32 {
    let index = indices[module.number]
    precondition(index >= 0, "a module that the subgraph does not have")
    return index
  }

  func link(_ edge: Int) -> Link { graph.links[Int(adjacency.origins[edge])] }

  func edge(of link: Link) -> Int {
    let edges = adjacency.edges(from: row(of: link.from))
    guard let edge = edges.first(where: { Int(adjacency.origins[$0]) == link.id.number }) else {
      preconditionFailure("a link that the subgraph does not have")
    }
    return edge
  }
}

/// The strongly connected components of a subgraph: the largest groups of modules that all reach
/// each other.
public struct ModuleComponents: Sendable {
  private let components: Components
  private let subgraph: Subgraph

  fileprivate init(_ components: Components, of subgraph: Subgraph) {
    self.components = components
    self.subgraph = subgraph
  }

  /// The number of components.
  ///
  /// Components are in reverse topological order: the number of a component is greater than that of
  /// every other one it reaches.
  public var count: Int { components.count }

  /// The components that contain a cycle, each in order, sorted by their first modules.
  public var cyclic: [[ModuleID]] { components.cyclic.map { members(of: Int($0)) } }

  public func component(of module: ModuleID) -> Int {
    Int(components.componentOf[Int(subgraph.row(of: module))])
  }

  /// Returns the modules of a component, in order.
  public func members(of component: Int) -> [ModuleID] {
    components.members(of: Int32(component)).map { subgraph.modules[Int($0)] }
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
  public let subgraph: Subgraph
  private var search: PathSearch

  fileprivate init(_ subgraph: Subgraph) {
    self.subgraph = subgraph
    search = PathSearch(subgraph.adjacency)
  }

  /// Returns the links of the first shortest chain from `start` to `end`, or `nil` for none.
  ///
  /// - Complexity: O(*n* + *m*), in the part of the subgraph nearer than `end`.
  /// - Returns: No links if `start` is `end`.
  public mutating func shortestPath(from start: ModuleID, to end: ModuleID) -> [Link]? {
    search.shortestPath(from: subgraph.row(of: start), to: subgraph.row(of: end))
      .map { $0.map { subgraph.link($0) } }
  }

  /// Returns the links of the first shortest cycle through `link`, which comes first, or `nil` for
  /// none.
  ///
  /// - Complexity: O(*n* + *m*).
  public mutating func shortestCycle(through link: Link) -> [Link]? {
    search.shortestCycle(through: subgraph.edge(of: link)).map { $0.map { subgraph.link($0) } }
  }
}
