import Graph

extension GraphView {
  /// A subset of the nodes and edges of a graph, by number.
  ///
  /// The answer to several queries is the intersection of their parts.
  public struct Part: Hashable, Sendable {
    /// Nodes to draw even without a drawn edge; an edge includes its ends.
    public var nodes: Set<Int>
    public var edges: Set<Int>

    public func intersection(_ other: Part) -> Part {
      Part(nodes: nodes.intersection(other.nodes), edges: edges.intersection(other.edges))
    }
  }

  /// Returns the graph of `part`.
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

// Queries. Chains follow links. A library that an application only copies into its bundle is no
// step of a chain, but an embedded program is: there is no other way to depend on a program.
extension GraphView {
  /// Returns whether a chain may lead along `edge`.
  func isStep(_ edge: Edge) -> Bool {
    !isOnlyCopied(edge) || NodeStyle(nodes[edge.to]).kind == .program
  }

  private func isOnlyCopied(_ edge: Edge) -> Bool { edge.isOnlyEmbedded && edge.rules.isEmpty }

  /// Returns the nodes that satisfy `isShown`, and the edges between them.
  public func part(where isShown: (_ node: Int) -> Bool) -> Part {
    let shown = Set(nodes.indices.filter(isShown))
    return Part(
      nodes: shown, edges: edges(where: { shown.contains($0.from) && shown.contains($0.to) }))
  }

  private func edges(where isDrawn: (Edge) -> Bool) -> Set<Int> {
    Set(edges.indices.filter { isDrawn(edges[$0]) })
  }

  /// Returns all but test bundles, test support and externals, unless these are requested.
  ///
  /// Includes `named` nodes and the ends of links with findings in any case: no picture hides a
  /// violation.
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

  /// Returns the nodes `inside`, all their edges, and the other ends of these.
  public func part(touching inside: Set<Int>) -> Part {
    Part(
      nodes: inside, edges: edges(where: { inside.contains($0.from) || inside.contains($0.to) }))
  }

  /// Returns the chains of edges from one of `starts` to one of `ends`; `nil` matches any node.
  ///
  /// If both are given, omits edges that lead back to a start or leave an end.
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

  /// Returns the simple chains of edges from one of `starts` to one of `ends`, shortest first, at
  /// most `limit`.
  ///
  /// If there are none, returns chains that include libraries only copied into a bundle.
  ///
  /// - Complexity: O(`limit` · *l* · (*n* + *m*)) for chains of *l* edges.
  public func chains(from starts: Set<Int>, to ends: Set<Int>, limit: Int) -> [[Int]] {
    let all = digraph
    let links = all.subgraph { !isOnlyCopied(edges[all.origin(of: $0)]) }
    let chains = links.simplePaths(from: starts, to: ends, limit: limit)
    if !chains.isEmpty { return chains.map { $0.map(links.origin(of:)) } }
    return all.simplePaths(from: starts, to: ends, limit: limit).map { $0.map(all.origin(of:)) }
  }

  /// Returns the chains of at most `depth` edges from or to one of `centres`.
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

  /// Returns the edges with findings, and their ends.
  public func violations() -> Part { Part(nodes: [], edges: edges(where: { !$0.rules.isEmpty })) }

  /// Returns the edges of cycles, and their ends.
  ///
  /// - Complexity: O(*n* + *m*).
  public func cycles() -> Part {
    let componentOf = digraph.stronglyConnectedComponents().componentOf
    return Part(nodes: [], edges: edges { componentOf[$0.from] == componentOf[$0.to] })
  }

  private func distances(from starts: Set<Int>) -> [Int?] {
    let all = digraph
    return all.distances(from: starts) { isStep(edges[all.origin(of: $0)]) }
  }

  private func distances(to ends: Set<Int>) -> [Int?] {
    let backward = digraph.reversed()
    return backward.distances(from: ends) { isStep(edges[backward.origin(of: $0)]) }
  }

  /// The graph for searches, whose origins are indices into `edges`.
  var digraph: Digraph {
    Digraph(nodeCount: nodes.count, edges: edges.map { ($0.from, $0.to) })
  }

  /// Returns the graph without the links that chains of other links imply.
  ///
  /// Keeps links with findings, changed links, and links that only embed, which no chain implies.
  ///
  /// - Complexity: That of `Digraph.impliedEdges()`.
  public func reduced() -> GraphView {
    let all = digraph
    let followed = all.subgraph {
      isStep(edges[all.origin(of: $0)]) && edges[all.origin(of: $0)].change != .removed
    }
    let implied = followed.impliedEdges().map(followed.origin(of:))
      .filter { edges[$0].rules.isEmpty && edges[$0].change == nil }
    var result = keeping(
      Part(nodes: Set(nodes.indices), edges: Set(edges.indices).subtracting(implied)))
    result.impliedCount = implied.reduce(0) { $0 + (edges[$1].linkCount ?? 1) }
    return result
  }

  /// Says how many links a reduction left out; empty without one.
  public var reduction: String {
    switch impliedCount {
    case nil: ""
    case 0: "no link is implied by others"
    case let count?:
      "\(counted(count, "link")) that others imply \(count == 1 ? "is" : "are") left out"
    }
  }

  var extent: String {
    let (modules, links, externals) = counts
    let extent =
      "\(counted(modules, "module")), \(counted(links, "link"))"
      + (externals == 0 ? "" : ", \(counted(externals, "external"))")
    return reduction.isEmpty ? extent : "\(extent); \(reduction)"
  }
}
