internal import Diagnostics

extension Difference {
  /// A graph of the added and removed modules and links, with the ends of those links, without
  /// tests.
  public var picture: GraphView {
    var nodes: [String: GraphView.Node] = [:]
    for node in addedModules where !node.isForTests { nodes[node.id] = node.changed(.added) }
    for node in removedModules where !node.isForTests { nodes[node.id] = node.changed(.removed) }
    for link in addedLinks + removedLinks where !link.from.isForTests && !link.to.isForTests {
      for node in [link.from, link.to] where nodes[node.id] == nil {
        nodes[node.id] = present[node.id] ?? node
      }
    }
    let drawn = Array(nodes.values)
    let numbers = Dictionary(uniqueKeysWithValues: drawn.enumerated().map { ($1.id, $0) })
    return GraphView(
      nodes: drawn, edges: (addedLinks + removedLinks).compactMap { $0.edge(among: numbers) },
      layers: layers.filter { layer in drawn.contains { $0.layer == layer } }
    ).inOrder
  }
}

extension Difference {
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
  fileprivate func changed(_ change: GraphView.Change) -> Self {
    var copy = self
    copy.change = change
    return copy
  }

  /// The node marked as removed.
  ///
  /// Its modules are not in the newer graph.
  fileprivate var gone: Self {
    var copy = changed(.removed)
    copy.modules = []
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
