internal import Graph

extension GraphView {
  /// Some of the nodes and edges of a graph, by number: what a question is about.
  ///
  /// What several questions ask for together is the intersection of their parts.
  public struct Part: Hashable, Sendable {
    /// The nodes to draw even where they have no edge that is drawn; an edge brings its ends.
    public var nodes: [Bool]
    public var edges: [Bool]

    public init(nodes: [Bool], edges: [Bool]) {
      self.nodes = nodes
      self.edges = edges
    }

    public func intersection(_ other: Part) -> Part {
      Part(
        nodes: zip(nodes, other.nodes).map { $0 && $1 },
        edges: zip(edges, other.edges).map { $0 && $1 })
    }
  }

  /// The nodes and edges of `part`.
  public func keeping(_ part: Part) -> GraphView {
    var isKept = part.nodes
    for (edge, isDrawn) in zip(edges, part.edges) where isDrawn {
      isKept[edge.from] = true
      isKept[edge.to] = true
    }
    var numbers = [Int](repeating: -1, count: nodes.count)
    var kept: [Node] = []
    for (number, node) in nodes.enumerated() where isKept[number] {
      numbers[number] = kept.count
      kept.append(node)
    }
    var drawn = zip(edges, part.edges).filter(\.1).map(\.0)
    for place in drawn.indices {
      drawn[place].from = numbers[drawn[place].from]
      drawn[place].to = numbers[drawn[place].to]
    }
    return GraphView(nodes: kept, edges: drawn, layers: layers)
  }
}

// Questions. Chains are of links: what an application only copies into its bundle is no step of one.
extension GraphView {
  /// The nodes of which `isShown` holds, and the edges among them.
  public func part(where isShown: (_ node: Int) -> Bool) -> Part {
    let shown = nodes.indices.map(isShown)
    return Part(nodes: shown, edges: edges.map { shown[$0.from] && shown[$0.to] })
  }

  /// All but test bundles, test support and externals, unless they are asked for.
  ///
  /// What `named` marks is shown all the same, and so is what a link with a finding leads from or to:
  /// no picture hides a violation.
  public func part(tests: Bool, externals: Bool, named: [Bool]) -> Part {
    var isShown = named
    for edge in edges where !edge.rules.isEmpty {
      isShown[edge.from] = true
      isShown[edge.to] = true
    }
    return part { number in
      let node = nodes[number]
      return isShown[number] || (tests || !node.isForTests) && (externals || !node.isExternal)
    }
  }

  /// The nodes that `isInside` marks, all their edges, and the far ends of these.
  public func part(touching isInside: [Bool]) -> Part {
    Part(nodes: isInside, edges: edges.map { isInside[$0.from] || isInside[$0.to] })
  }

  /// What lies on a chain of edges from one of `starts` to one of `ends`; `nil` is anything.
  ///
  /// With both, edges that lead back to a start or on from an end are left out.
  ///
  /// - Complexity: O(*n* + *m*).
  public func part(from starts: [Bool]?, to ends: [Bool]?) -> Part {
    let below = starts.map { distances(from: $0, backward: false) }
    let above = ends.map { distances(from: $0, backward: true) }
    let isOnChain = nodes.indices.map { number in
      (below.map { $0[number] < .max } ?? true) && (above.map { $0[number] < .max } ?? true)
    }
    var part = part { isOnChain[$0] }
    for (number, edge) in edges.enumerated() where edge.isOnlyCopied { part.edges[number] = false }
    guard let starts, let ends else { return part }
    for (number, edge) in edges.enumerated() {
      let leadsBack = starts[edge.to] && !ends[edge.to]
      let leadsOn = ends[edge.from] && !starts[edge.from]
      if leadsBack || leadsOn { part.edges[number] = false }
    }
    return part
  }

  /// The simple chains of edges from one of `starts` to one of `ends`, shortest first, at most `limit`.
  ///
  /// Where there are none, those with what is only copied into a bundle.
  ///
  /// - Complexity: O(`limit` · *l* · (*n* + *m*)) for chains of *l* edges.
  public func chains(from starts: [Bool], to ends: [Bool], limit: Int) -> [[Int]] {
    let all = adjacency(backward: false)
    let links = all.subgraph { !edges[Int(all.origins[$0])].isOnlyCopied }
    let chains = links.simplePaths(from: starts, to: ends, limit: limit)
    if !chains.isEmpty { return chains.map { $0.map { Int(all.origins[Int(links.origins[$0])]) } } }
    return all.simplePaths(from: starts, to: ends, limit: limit)
      .map { $0.map { Int(all.origins[$0]) } }
  }

  /// What chains of at most `depth` edges from or to one of `centres` consist of.
  ///
  /// - Complexity: O(*n* + *m*).
  public func part(around centres: [Bool], depth: Int) -> Part {
    let below = distances(from: centres, backward: false)
    let above = distances(from: centres, backward: true)
    return Part(
      nodes: centres,
      edges: edges.map { edge in
        !edge.isOnlyCopied && (below[edge.from] < depth || above[edge.to] < depth)
      })
  }

  /// The edges with findings and their ends.
  public func violations() -> Part {
    Part(nodes: nodes.map { _ in false }, edges: edges.map { !$0.rules.isEmpty })
  }

  /// The edges of cycles and their ends.
  ///
  /// - Complexity: O(*n* + *m*).
  public func cycles() -> Part {
    let components = adjacency(backward: false).stronglyConnectedComponents()
    return Part(
      nodes: nodes.map { _ in false },
      edges: edges.map { components.componentOf[$0.from] == components.componentOf[$0.to] })
  }

  /// The least number of edges from one of `starts` to each node, `Int.max` where none lead.
  private func distances(from starts: [Bool], backward: Bool) -> [Int] {
    let adjacency = adjacency(backward: backward)
    var distances = starts.map { $0 ? 0 : Int.max }
    var queue = starts.indices.filter { starts[$0] }
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for edge in adjacency.edges(from: Int32(node)) {
        let head = Int(adjacency.heads[edge])
        let isFollowed = !edges[Int(adjacency.origins[edge])].isOnlyCopied
        guard isFollowed, distances[head] == .max else { continue }
        distances[head] = distances[node] + 1
        queue.append(head)
      }
    }
    return distances
  }

  /// The edges as rows; with `backward` each leads the other way.
  func adjacency(backward: Bool) -> Adjacency {
    Adjacency(
      nodeCount: nodes.count,
      edges: edges.map { edge in
        let (from, to) = (Int32(edge.from), Int32(edge.to))
        return backward ? (to, from) : (from, to)
      })
  }
}
