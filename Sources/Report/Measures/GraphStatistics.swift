internal import Graph

/// What can be counted and measured of a graph.
///
/// Fan-in, fan-out and instability of a module or layer count the whole graph. All else is about the
/// selected modules and the links among them.
public struct GraphStatistics: Sendable {
  /// In the order of the graph.
  public var modules: [ModuleRow] = []
  public var linkCount: Int
  /// From the top down; then what is in none, if there is any.
  public var layers: [LayerRow] = []
  /// From the top down, by the layer that links and then by the linked one.
  public var layerLinks: [LayerLinks] = []
  /// The links of a longest chain, by number in the graph's edges.
  public var criticalPath: [Int] = []
  /// How many modules are in a cycle; those of one cycle count as one step of a chain.
  public var cyclicCount: Int
  public var cumulative: CumulativeMeasure
  /// What the sources tell of links; `nil` where nobody has read them.
  public var sources: SourceMeasure?
  /// How many modules and links there are with those of tests, where these are not counted.
  public var withTests: (modules: Int, links: Int)?

  /// What the sources tell of links.
  public struct SourceMeasure: Hashable, Sendable {
    /// The links that were judged, and those of them that sources need.
    public var judged: Int
    public var used: Int
    /// The imports that no target declares, by target and module.
    public var undeclared: Int

    public init(judged: Int, used: Int, undeclared: Int) {
      self.judged = judged
      self.used = used
      self.undeclared = undeclared
    }
  }

  /// How a module or layer hangs together with others.
  public struct Coupling: Hashable, Sendable {
    /// How many modules outside link into it: afferent couplings.
    public var fanIn: Int
    /// How many modules outside it links; of a layer, how many of its modules link out: efferent
    /// couplings.
    public var fanOut: Int

    /// What part of all couplings are its own doing: 0 where only others link it, 1 where only it
    /// links others, `nil` where there is neither (Martin, "OO Design Quality Metrics", 1994).
    public var instability: Double? {
      fanIn + fanOut == 0 ? nil : Double(fanOut) / Double(fanIn + fanOut)
    }
  }

  public struct ModuleRow: Hashable, Sendable {
    /// Its number in the graph.
    public var node: Int
    public var coupling: Coupling
    /// How many links follow each other from it on; those within a cycle do not count.
    public var depth: Int
    /// How many modules it needs, directly or not, itself counted.
    public var needs: Int
    /// The share of all source lines that are built again after a change of it.
    ///
    /// These are its own and those of all modules that depend on it, directly or not; `nil` where there are
    /// no sources.
    public var rebuilds: Double?
  }

  public struct LayerRow: Hashable, Sendable {
    /// `nil` for the modules that are in none.
    public var name: String?
    public var moduleCount: Int
    public var coupling: Coupling
  }

  /// The links from one layer to another, or to itself.
  public struct LayerLinks: Hashable, Sendable {
    public var from: String?
    public var to: String?
    public var count: Int
    /// How many of them have findings.
    public var violations: Int
  }

  /// CCD, ACD and NCCD; see `CumulativeDependency`.
  public struct CumulativeMeasure: Hashable, Sendable {
    public var total: Int
    public var average: Double?
    public var normalized: Double?
  }

  /// Measures `graph`, or the selected nodes of it.
  ///
  /// - Complexity: O(*n* · (*n* + *m*) / 64), for the cumulative measures; all else is linear.
  public init(of graph: GraphView, among selection: Set<Int>? = nil) {
    let selection = selection ?? Set(graph.nodes.indices)
    let selected = selection.sorted()
    let inner = graph.edges.indices.filter { edge in
      selection.contains(graph.edges[edge].from) && selection.contains(graph.edges[edge].to)
    }
    let links = Digraph(
      nodeCount: graph.nodes.count,
      edges: inner.map { (graph.edges[$0].from, graph.edges[$0].to) })
    cyclicCount = links.cyclicComponents().reduce(0) { $0 + $1.count }
    let needs = links.reachCounts()
    let cumulative = CumulativeDependency(
      count: selected.count, total: selected.reduce(0) { $0 + needs[$1] })
    self.cumulative = CumulativeMeasure(
      total: cumulative.total, average: cumulative.average, normalized: cumulative.normalized)
    linkCount = inner.count
    let depths = links.depths()
    let couplings = Self.couplings(of: graph)
    modules = selected.map { node in
      ModuleRow(
        node: node, coupling: couplings[node], depth: depths[node], needs: needs[node])
    }
    if let top = modules.max(by: { $0.depth < $1.depth }) {
      criticalPath = links.longestChain(from: top.node).map { inner[links.origin(of: $0)] }
    }
    measureLayers(of: graph, selected, inner)
  }
}

extension GraphStatistics {
  /// Measures what a change of each module makes the build look at again, of the whole graph.
  ///
  /// - Parameters:
  ///   - lines: How many lines the sources of each node have.
  ///   - graph: The graph that was measured.
  /// - Complexity: O(*n* · (*n* + *m*) / 64).
  public mutating func measureRebuilds(of lines: [Int], in graph: GraphView) {
    let total = lines.reduce(0, +)
    guard total > 0 else { return }
    let links = Digraph(
      nodeCount: graph.nodes.count, edges: graph.edges.map { ($0.from, $0.to) })
    let rebuilt = links.reachingWeights(lines)
    for row in modules.indices {
      modules[row].rebuilds = Double(rebuilt[modules[row].node]) / Double(total)
    }
  }

  /// How many links follow each other in the longest chain; those within a cycle do not count.
  public var depth: Int { modules.map(\.depth).max() ?? 0 }

  /// How many modules can be built at the same time on average if each takes as long: all of them over
  /// those of the longest chain, which must wait for each other (work over span: Blumofe and
  /// Leiserson, "Scheduling multithreaded computations by work stealing", 1999).
  public var parallelism: Double? {
    modules.isEmpty ? nil : Double(modules.count) / Double(depth + 1)
  }

  /// The couplings of each module; one that links itself does not count.
  private static func couplings(of graph: GraphView) -> [Coupling] {
    var couplings = [Coupling](repeating: Coupling(fanIn: 0, fanOut: 0), count: graph.nodes.count)
    for edge in graph.edges where edge.from != edge.to {
      couplings[edge.from].fanOut += 1
      couplings[edge.to].fanIn += 1
    }
    return couplings
  }

  /// The couplings of each of `count` layers, which `layers` names for every node.
  private static func couplings(
    of layers: [Int], count: Int, in graph: GraphView
  ) -> [Coupling] {
    var couplings = [Coupling](repeating: Coupling(fanIn: 0, fanOut: 0), count: count)
    var linked: [Set<Int>] = Array(repeating: [], count: graph.nodes.count)
    for edge in graph.edges where layers[edge.from] != layers[edge.to] {
      // A module counts once, however many modules of a layer it links.
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
      if !graph.edges[edge].rules.isEmpty {
        links[from * names.count + to, default: empty].violations += 1
      }
    }
    layerLinks = links.sorted { $0.key < $1.key }.map(\.value)
  }
}
