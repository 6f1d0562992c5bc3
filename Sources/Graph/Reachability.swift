/// Reachability for up to 64 nodes at a time, one bit each.
///
/// A node reaches itself. All members of a component reach the same nodes, so one word is computed
/// for each component. Components are in reverse topological order, so one pass suffices. This is
/// the closure of the condensed graph (Purdom 1970), 64 columns at once. To exclude edges, use the
/// reachability of a `subgraph(where:)`.
struct Reachability: Sendable {
  /// The greatest number of nodes per call.
  static let width = UInt64.bitWidth

  let graph: Adjacency

  let components: Components

  /// Creates the reachability of `graph` from its components.
  init(_ graph: Adjacency, components: Components) {
    precondition(components.componentOf.count == graph.nodeCount, "components of another graph")
    self.graph = graph
    self.components = components
  }

  /// Creates the reachability of `graph`.
  ///
  /// - Complexity: O(*n* + *m*).
  init(_ graph: Adjacency) {
    self.init(graph, components: graph.stronglyConnectedComponents())
  }

  /// Returns for each node the set of `sources` that reach it: bit *i* for `sources[i]`.
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

  /// Returns for each node the set of `targets` that it reaches: bit *i* for `targets[i]`.
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

  /// Returns a word for each component, with the bits of its `nodes` set.
  private func seeded(by nodes: [Int32]) -> [UInt64] {
    precondition(nodes.count <= Self.width, "more than \(Self.width) nodes at a time")
    var words = [UInt64](repeating: 0, count: components.count)
    for (bit, node) in nodes.enumerated() {
      words[Int(components.componentOf[Int(node)])] |= 1 << UInt64(bit)
    }
    return words
  }
}
