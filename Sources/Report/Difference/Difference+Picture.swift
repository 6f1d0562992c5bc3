internal import Diagnostics

extension Difference {
  /// A graph of the added and removed modules and links, with the ends of those links, without
  /// tests.
  public var picture: GraphView {
    let all = marked(newer)
    let part = all.part { !all.nodes[$0].isForTests }
    var picture = all.keeping(
      .init(
        nodes: part.nodes.filter { all.nodes[$0].change != nil },
        edges: part.edges.filter { all.edges[$0].change != nil }))
    picture.layers = layers.filter { layer in picture.nodes.contains { $0.layer == layer } }
    return picture
  }

  /// Returns `view`, the graph of the newer state, with additions marked and removals added.
  ///
  /// - Complexity: O(*n* log *n* + *m* log *m*).
  public func marked(_ view: GraphView) -> GraphView {
    var nodes = view.nodes
    var numbers = Dictionary(identities.enumerated().map { ($1, $0) }) { first, _ in first }
    let added = Set(addedModules.map(\.id))
    for (number, name) in identities.enumerated() where added.contains(name) {
      nodes[number].change = .added
    }
    for node in removedModules + removedLinks.flatMap({ [$0.from, $0.to] })
    where numbers[node.id] == nil {
      numbers[node.id] = nodes.count
      nodes.append(node.gone)
    }
    let new = Set(addedLinks.map { [$0.from.id, $0.to.id] })
    var edges = view.edges
    for (number, edge) in edges.enumerated()
    where new.contains([identities[edge.from], identities[edge.to]]) {
      edges[number].change = .added
    }
    edges += removedLinks.compactMap { $0.edge(among: numbers) }
    return GraphView(nodes: nodes, edges: edges, layers: view.layers).inOrder
  }
}

extension GraphView {
  /// The graph with nodes sorted by name, externals last, and edges sorted by their ends.
  var inOrder: GraphView {
    let order = nodes.indices.sorted { a, b in
      let (x, y) = (nodes[a], nodes[b])
      if x.isExternal != y.isExternal { return y.isExternal }
      return x.name == y.name ? x.id.precedes(y.id) : x.name.precedes(y.name)
    }
    var numbers = [Int](repeating: 0, count: nodes.count)
    for (number, old) in order.enumerated() { numbers[old] = number }
    let renumbered = edges.map { edge in
      var edge = edge
      (edge.from, edge.to) = (numbers[edge.from], numbers[edge.to])
      return edge
    }
    return GraphView(
      nodes: order.map { nodes[$0] },
      edges: renumbered.sorted { ($0.from, $0.to) < ($1.from, $1.to) }, layers: layers)
  }
}

extension GraphView.Node {
  /// The node marked as removed, without modules, which the newer graph lacks.
  fileprivate var gone: Self {
    var copy = self
    (copy.change, copy.modules) = (.removed, [])
    return copy
  }
}

extension Difference.Link {
  fileprivate func edge(among numbers: [String: Int]) -> GraphView.Edge? {
    guard let from = numbers[from.id], let to = numbers[to.id] else { return nil }
    var copy = edge
    (copy.from, copy.to) = (from, to)
    return copy
  }
}
