internal import Graph

/// Counts and measures of a graph.
///
/// Fan-in, fan-out and instability count the whole graph. Other measures cover the selected modules
/// and the links between them.
public struct GraphStatistics: Sendable {
  /// The modules, in the order of the graph.
  public var modules: [ModuleRow] = []
  public var linkCount: Int
  /// The layers from top to bottom, then modules without a layer, if there are any.
  public var layers: [LayerRow] = []
  /// The links between layers, sorted by the linking layer, then by the linked one.
  public var layerLinks: [LayerLinks] = []
  /// The edge numbers of a longest chain.
  public var criticalPath: [Int] = []
  /// The number of modules in cycles; those of one cycle count as one step of a chain.
  public var cyclicCount: Int
  /// The use of links by sources; `nil` if sources were not read.
  public var sources: SourceMeasure?

  /// The use of links by sources.
  public struct SourceMeasure: Hashable, Sendable {
    /// The number of links that were checked, and of those that sources need.
    public var judged = 0
    public var used = 0
    /// The number of imports, by target and module, that `undeclared-import` reports; `nil` if it is
    /// off.
    public var undeclared: Int?
    /// The number of other imports that no target declares: those that other rules report, those that
    /// links of dependencies cover while that is allowed, and those of tests, which are not counted.
    public var againstLayers = 0
    public var transitive = 0
    public var ofTests = 0

    public init() {}
  }

  /// The couplings of a module or layer.
  public struct Coupling: Hashable, Sendable {
    /// Afferent couplings: the number of modules outside that link it.
    public var fanIn: Int
    /// Efferent couplings: the number of modules outside that it links; for a layer, the number of
    /// its modules that link others.
    public var fanOut: Int

    /// The share of efferent couplings: 0 if others only link it, 1 if it only links others, `nil`
    /// without couplings (Martin, "OO Design Quality Metrics", 1994).
    public var instability: Double? {
      fanIn + fanOut == 0 ? nil : Double(fanOut) / Double(fanIn + fanOut)
    }
  }

  public struct ModuleRow: Hashable, Sendable {
    public var node: Int
    public var coupling: Coupling
    /// The length of the longest chain of links from it; links within a cycle do not count.
    public var depth: Int
    /// The number of modules it needs, directly or not, including itself.
    public var needs: Int
    /// The share of source lines that a change to it rebuilds: its lines and those of all modules
    /// that depend on it; `nil` without sources.
    public var rebuilds: Double?
  }

  public struct LayerRow: Hashable, Sendable {
    /// The name; `nil` for modules without a layer.
    public var name: String?
    public var moduleCount: Int
    public var coupling: Coupling
  }

  /// The links from one layer to another, or to itself.
  public struct LayerLinks: Hashable, Sendable {
    public var from: String?
    public var to: String?
    public var count: Int
    /// The number of links with findings that are more than warnings.
    public var violations: Int
  }

  /// Measures `graph`, or the selected nodes of it.
  ///
  /// - Complexity: O(*n* · (*n* + *m*) / 64), for what each module needs; all else is linear.
  public init(of graph: GraphView, among selection: Set<Int>? = nil) {
    let selection = selection ?? Set(graph.nodes.indices)
    let selected = selection.sorted()
    let inner = graph.edges.indices.filter { edge in
      selection.contains(graph.edges[edge].from) && selection.contains(graph.edges[edge].to)
    }
    let links = Digraph(
      nodeCount: graph.nodes.count,
      edges: inner.map { (graph.edges[$0].from, graph.edges[$0].to) })
    cyclicCount = links.stronglyConnectedComponents().cyclic.reduce(0) { $0 + $1.count }
    let needs = links.reachCounts()
    linkCount = inner.count
    let chains = LongestChains(links)
    let couplings = Self.couplings(of: graph)
    modules = selected.map { node in
      ModuleRow(
        node: node, coupling: couplings[node], depth: chains.depth(of: node), needs: needs[node])
    }
    if let top = modules.max(by: { $0.depth < $1.depth }) {
      criticalPath = chains.longestChain(from: top.node).map { inner[links.origin(of: $0)] }
    }
    measureLayers(of: graph, selected, inner)
  }

  /// Measures for each module the share of the whole graph that a change rebuilds; `lines` are
  /// those of the sources of each node.
  ///
  /// - Complexity: O(*n* · (*n* + *m*) / 64).
  public mutating func measureRebuilds(of lines: [Int], in graph: GraphView) {
    let total = lines.reduce(0, +)
    guard total > 0 else { return }
    let links = Digraph(
      nodeCount: graph.nodes.count, edges: graph.edges.map { ($0.from, $0.to) })
    let rebuilt = links.reversed().reachCounts(weights: lines)
    for row in modules.indices {
      modules[row].rebuilds = Double(rebuilt[modules[row].node]) / Double(total)
    }
  }

  /// The length of the longest chain of links; links within a cycle do not count.
  public var depth: Int { modules.map(\.depth).max() ?? 0 }

  /// The number of modules that can be built in parallel on average if all take the same time: all
  /// modules divided by those of the longest chain (work over span: Blumofe and Leiserson,
  /// "Scheduling multithreaded computations by work stealing", 1999).
  public var parallelism: Double? {
    modules.isEmpty ? nil : Double(modules.count) / Double(depth + 1)
  }

  /// Returns the couplings of each module; a link of a module to itself does not count.
  private static func couplings(of graph: GraphView) -> [Coupling] {
    var couplings = [Coupling](repeating: Coupling(fanIn: 0, fanOut: 0), count: graph.nodes.count)
    for edge in graph.edges where edge.from != edge.to {
      couplings[edge.from].fanOut += 1
      couplings[edge.to].fanIn += 1
    }
    return couplings
  }

  private static func couplings(
    of layers: [Int], count: Int, in graph: GraphView
  ) -> [Coupling] {
    var couplings = [Coupling](repeating: Coupling(fanIn: 0, fanOut: 0), count: count)
    var linked: [Set<Int>] = Array(repeating: [], count: graph.nodes.count)
    for edge in graph.edges where layers[edge.from] != layers[edge.to] {
      // A module counts once, regardless of how many modules of a layer it links.
      if linked[edge.from].isEmpty { couplings[layers[edge.from]].fanOut += 1 }
      if linked[edge.from].insert(layers[edge.to]).inserted {
        couplings[layers[edge.to]].fanIn += 1
      }
    }
    return couplings
  }

  private mutating func measureLayers(of graph: GraphView, _ selected: [Int], _ inner: [Int]) {
    guard !graph.layers.isEmpty else { return }
    let numbers = Dictionary(zip(graph.layers, graph.layers.indices)) { first, _ in first }
    let names = graph.layers.map { Optional($0) } + [nil]
    let layerOf = graph.nodes.map { $0.layer.flatMap { numbers[$0] } ?? graph.layers.count }
    var counts = [Int](repeating: 0, count: names.count)
    for node in selected { counts[layerOf[node]] += 1 }
    let couplings = Self.couplings(of: layerOf, count: names.count, in: graph)
    layers = names.indices.filter { counts[$0] > 0 }.map {
      LayerRow(name: names[$0], moduleCount: counts[$0], coupling: couplings[$0])
    }
    var links: [Int: LayerLinks] = [:]
    for edge in inner {
      let (from, to) = (layerOf[graph.edges[edge].from], layerOf[graph.edges[edge].to])
      let empty = LayerLinks(from: names[from], to: names[to], count: 0, violations: 0)
      links[from * names.count + to, default: empty].count += 1
      if !graph.edges[edge].rules.isEmpty, !graph.edges[edge].isWarning {
        links[from * names.count + to, default: empty].violations += 1
      }
    }
    layerLinks = links.sorted { $0.key < $1.key }.map(\.value)
  }
}
