/// Reachability for up to 64 nodes at a time, a bit for each.
///
/// A node reaches itself. All members of a component reach the same, so a word is worked out for
/// each component; and because components are numbered against the edges, one sweep in their
/// order suffices. This is the closure of the condensed graph (Purdom 1970), 64 columns at once.
/// To leave edges out, take the reachability of a `subgraph(where:)`.
struct Reachability: Sendable {
  /// The most nodes that one call takes.
  static let width = UInt64.bitWidth

  /// The graph in question.
  let graph: Adjacency

  /// The components of `graph`.
  let components: Components

  /// The reachability in `graph`, whose components the caller may already have.
  init(_ graph: Adjacency, components: Components) {
    precondition(components.componentOf.count == graph.nodeCount, "components of another graph")
    self.graph = graph
    self.components = components
  }

  /// The reachability in `graph`.
  ///
  /// - Complexity: O(*n* + *m*).
  init(_ graph: Adjacency) {
    self.init(graph, components: graph.stronglyConnectedComponents())
  }

  /// For each node, the set of `sources` that reach it: bit *i* for `sources[i]`.
  ///
  /// - Complexity: O(*n* + *m*).
  func reached(from sources: [Int32]) -> [UInt64] {
    var words = seeded(by: sources)
    for node in components.nodes.reversed() {
      let word = words[Int(components.componentOf[Int(node)])]
      guard word != 0 else { continue }
      for edge in graph.edges(from: node) {
        words[Int(components.componentOf[Int(graph.heads[edge])])] |= word
      }
    }
    return components.componentOf.map { words[Int($0)] }
  }

  /// For each node, the set of `targets` that it reaches: bit *i* for `targets[i]`.
  ///
  /// - Complexity: O(*n* + *m*).
  func reaching(_ targets: [Int32]) -> [UInt64] {
    var words = seeded(by: targets)
    for node in components.nodes {
      let component = Int(components.componentOf[Int(node)])
      for edge in graph.edges(from: node) {
        words[component] |= words[Int(components.componentOf[Int(graph.heads[edge])])]
      }
    }
    return components.componentOf.map { words[Int($0)] }
  }

  /// A word for each component, with the bits of the `nodes` in it.
  private func seeded(by nodes: [Int32]) -> [UInt64] {
    precondition(nodes.count <= Self.width, "more than \(Self.width) nodes at a time")
    var words = [UInt64](repeating: 0, count: components.count)
    for (bit, node) in nodes.enumerated() {
      words[Int(components.componentOf[Int(node)])] |= 1 << UInt64(bit)
    }
    return words
  }
}
