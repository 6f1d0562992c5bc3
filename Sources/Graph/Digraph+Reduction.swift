extension Digraph {
  /// Returns the edges that longer paths imply, sorted: what a transitive reduction leaves out.
  ///
  /// An edge is implied if a path leads from its tail to its head through a third component. Edges
  /// within a cycle never are, nor are parallel edges that only imply each other, since
  /// which of them to keep would be arbitrary. Without cycles this is the one transitive reduction
  /// (Aho, Garey and Ullman, "The transitive reduction of a directed graph", 1972), and with them
  /// the graph without these edges reaches the same nodes.
  ///
  /// Components are in reverse topological order, so one pass knows for a component what its
  /// successors reach; as in `reachCounts()`, a word at a time.
  ///
  /// - Complexity: O(*c* · (*n* + *m*) / 64) for *c* components, in O(*n*) memory.
  public func impliedEdges() -> [Int] {
    let components = rows.stronglyConnectedComponents()
    let componentOf = components.componentOf
    var implied: [Int] = []
    for start in stride(from: 0, to: components.count, by: UInt64.bitWidth) {
      let end = min(start + UInt64.bitWidth, components.count)
      // The components of this batch that each component reaches, as bits, with itself.
      var reached = [UInt64](repeating: 0, count: components.count)
      func bit(_ component: Int) -> UInt64 {
        start..<end ~= component ? 1 << UInt64(component - start) : 0
      }
      for component in start..<components.count {
        let outward = components.members(of: Int32(component)).flatMap { node in
          edges(from: Int(node)).filter { componentOf[head(of: $0)] != component }
        }
        var through: UInt64 = 0
        reached[component] = bit(component)
        for edge in outward {
          let next = Int(componentOf[head(of: edge)])
          through |= reached[next] & ~bit(next)
          reached[component] |= reached[next]
        }
        implied += outward.filter { through & bit(Int(componentOf[head(of: $0)])) != 0 }
      }
    }
    return implied.sorted()
  }
}
