internal import Graph

extension GraphView {
  /// Some of the nodes and edges of a graph, by number: what a question is about.
  ///
  /// What several questions ask for together is the intersection of their parts.
  public struct Part: Hashable, Sendable {
    /// The nodes to draw even where they have no edge that is drawn; an edge brings its ends.
    public var nodes: Set<Int>
    public var edges: Set<Int>

    public init(nodes: Set<Int>, edges: Set<Int>) {
      self.nodes = nodes
      self.edges = edges
    }

    public func intersection(_ other: Part) -> Part {
      Part(nodes: nodes.intersection(other.nodes), edges: edges.intersection(other.edges))
    }
  }

  /// The nodes and edges of `part`.
  public func keeping(_ part: Part) -> GraphView {
    var drawn = edges.indices.filter(part.edges.contains).map { edges[$0] }
    let shown = part.nodes.union(drawn.flatMap { [$0.from, $0.to] })
    var numbers: [Int: Int] = [:]
    var kept: [Node] = []
    for (number, node) in nodes.enumerated() where shown.contains(number) {
      numbers[number] = kept.count
      kept.append(node)
    }
    for place in drawn.indices {
      drawn[place].from = numbers[drawn[place].from] ?? 0
      drawn[place].to = numbers[drawn[place].to] ?? 0
    }
    return GraphView(nodes: kept, edges: drawn, layers: layers)
  }
}

// Questions. Chains are of links: a library that an application only copies into its bundle is no step of
// one. A program in another's bundle is, since there is no other way to depend on a program.
extension GraphView {
  /// Whether a chain may lead along `edge`.
  private func isStep(_ edge: Edge) -> Bool {
    !isOnlyCopied(edge) || NodeStyle(nodes[edge.to]).kind == .program
  }

  private func isOnlyCopied(_ edge: Edge) -> Bool { edge.isOnlyEmbedded && edge.rules.isEmpty }

  /// The nodes of which `isShown` holds, and the edges among them.
  public func part(where isShown: (_ node: Int) -> Bool) -> Part {
    let shown = Set(nodes.indices.filter(isShown))
    return Part(
      nodes: shown, edges: edges(where: { shown.contains($0.from) && shown.contains($0.to) }))
  }

  private func edges(where isDrawn: (Edge) -> Bool) -> Set<Int> {
    Set(edges.indices.filter { isDrawn(edges[$0]) })
  }

  /// All but test bundles, test support and externals, of which packages, unless they are asked for.
  ///
  /// The `named` nodes are shown all the same, and so is what a link with a finding leads from or to: no
  /// picture hides a violation.
  public func part(
    tests: Bool, externals: Bool, packages: Bool = false, named: Set<Int> = []
  ) -> Part {
    let shown = named.union(edges.filter { !$0.rules.isEmpty }.flatMap { [$0.from, $0.to] })
    return part { number in
      let node = nodes[number]
      return shown.contains(number)
        || (tests || !node.isForTests)
          && (externals || !node.isExternal || packages && node.isPackage)
    }
  }

  /// The nodes `inside`, all their edges, and the far ends of these.
  public func part(touching inside: Set<Int>) -> Part {
    Part(
      nodes: inside, edges: edges(where: { inside.contains($0.from) || inside.contains($0.to) }))
  }

  /// What lies on a chain of edges from one of `starts` to one of `ends`; `nil` is anything.
  ///
  /// With both, edges that lead back to a start or on from an end are left out.
  ///
  /// - Complexity: O(*n* + *m*).
  public func part(from starts: Set<Int>?, to ends: Set<Int>?) -> Part {
    let below = starts.map { distances(from: $0) }
    let above = ends.map { distances(to: $0) }
    let onChain = part { node in
      (below.map { $0[node] != nil } ?? true) && (above.map { $0[node] != nil } ?? true)
    }
    let followed = onChain.edges.filter { number in
      let edge = edges[number]
      guard isStep(edge), let starts, let ends else { return isStep(edge) }
      let leadsBack = starts.contains(edge.to) && !ends.contains(edge.to)
      let leadsOn = ends.contains(edge.from) && !starts.contains(edge.from)
      return !leadsBack && !leadsOn
    }
    return Part(nodes: onChain.nodes, edges: followed)
  }

  /// The simple chains of edges from one of `starts` to one of `ends`, shortest first, at most `limit`.
  ///
  /// Where there are none, those with what is only copied into a bundle.
  ///
  /// - Complexity: O(`limit` · *l* · (*n* + *m*)) for chains of *l* edges.
  public func chains(from starts: Set<Int>, to ends: Set<Int>, limit: Int) -> [[Int]] {
    let all = digraph
    let links = all.subgraph { !isOnlyCopied(edges[all.origin(of: $0)]) }
    let chains = links.simplePaths(from: starts, to: ends, limit: limit)
    guard chains.isEmpty else {
      return chains.map { $0.map { all.origin(of: links.origin(of: $0)) } }
    }
    return all.simplePaths(from: starts, to: ends, limit: limit).map { $0.map(all.origin(of:)) }
  }

  /// What chains of at most `depth` edges from or to one of `centres` consist of.
  ///
  /// - Complexity: O(*n* + *m*).
  public func part(around centres: Set<Int>, depth: Int) -> Part {
    let below = distances(from: centres)
    let above = distances(to: centres)
    let followed = edges { edge in
      isStep(edge) && (below[edge.from] ?? .max < depth || above[edge.to] ?? .max < depth)
    }
    let shown = centres.union(followed.flatMap { [edges[$0].from, edges[$0].to] })
    let copies = edges {
      !isStep($0) && shown.contains($0.from) && shown.contains($0.to)
        && (centres.contains($0.from) || centres.contains($0.to))
    }
    return Part(nodes: centres, edges: followed.union(copies))
  }

  /// The edges with findings and their ends.
  public func violations() -> Part { Part(nodes: [], edges: edges(where: { !$0.rules.isEmpty })) }

  /// The edges of cycles and their ends.
  ///
  /// - Complexity: O(*n* + *m*).
  public func cycles() -> Part {
    let all = digraph
    return Part(nodes: [], edges: Set(all.cyclicEdges().map(all.origin(of:))))
  }

  /// The least number of links from one of `starts` to each node, `nil` where none lead.
  private func distances(from starts: Set<Int>) -> [Int?] {
    let all = digraph
    return all.distances(from: starts) { isStep(edges[all.origin(of: $0)]) }
  }

  /// The least number of links from each node to one of `ends`, `nil` where none lead.
  private func distances(to ends: Set<Int>) -> [Int?] {
    let all = digraph
    let backward = all.reversed()
    return backward.distances(from: ends) {
      isStep(edges[all.origin(of: backward.origin(of: $0))])
    }
  }

  /// The nodes and edges as a graph to search; its origins are places in `edges`.
  private var digraph: Digraph {
    Digraph(nodeCount: nodes.count, edges: edges.map { ($0.from, $0.to) })
  }
}
