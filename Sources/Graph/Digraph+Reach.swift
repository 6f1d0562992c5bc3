extension Digraph {
  /// Returns for each node the sum of the weights of the nodes it reaches, itself included; without
  /// `weights`, their number.
  ///
  /// - Complexity: O(*c* · (*n* + *m*) / 64) for *c* components, in O(*n*) memory: a quarter of a
  ///   second for 20,000 nodes with 100,000 edges, seconds for 100,000.
  public func reachCounts(weights: [Int]? = nil) -> [Int] {
    let components = stronglyConnectedComponents()
    var counts = [Int](repeating: 0, count: components.count)
    forEachBatch(of: components) { batch, reached in
      let sizes = batch.map { component in
        components.members(of: component).reduce(0) { $0 + (weights?[$1] ?? 1) }
      }
      for component in batch.lowerBound..<components.count {
        var word = reached[component]
        while word != 0 {
          counts[component] += sizes[word.trailingZeroBitCount]
          word &= word - 1
        }
      }
    }
    return components.componentOf.map { counts[$0] }
  }

  /// Returns the edges that longer paths imply, sorted: what a transitive reduction leaves out.
  ///
  /// An edge is implied if a path leads from its tail to its head through a third component. Edges
  /// within a cycle never are, nor are parallel edges that only imply each other, since
  /// which of them to keep would be arbitrary. Without cycles this is the one transitive reduction
  /// (Aho, Garey and Ullman, "The transitive reduction of a directed graph", 1972), and with them
  /// the graph without these edges reaches the same nodes.
  ///
  /// - Complexity: The same as `reachCounts()`.
  public func impliedEdges() -> [Int] {
    let components = stronglyConnectedComponents()
    var implied: [Int] = []
    forEachBatch(of: components) { batch, reached in
      func bit(_ component: Int) -> UInt64 {
        batch.contains(component) ? 1 << UInt64(component - batch.lowerBound) : 0
      }
      for component in batch.lowerBound..<components.count {
        let next = outward(from: component, of: components)
        let through = next.reduce(into: UInt64(0)) { $0 |= reached[$1.head] & ~bit($1.head) }
        implied += next.lazy.filter { through & bit($0.head) != 0 }.map(\.edge)
      }
    }
    return implied.sorted()
  }

  /// Calls `body` for each batch of components with the ones of it that each component reaches, as
  /// bits, itself included; a component reaches only those with smaller numbers.
  ///
  /// Never stores the whole closure: components are handled a word at a time. All members of a
  /// component reach the same nodes, so one represents them.
  private func forEachBatch(
    of components: Components, _ body: (_ batch: Range<Int>, _ reached: [UInt64]) -> Void
  ) {
    for start in stride(from: 0, to: components.count, by: UInt64.bitWidth) {
      let batch = start..<min(start + UInt64.bitWidth, components.count)
      var reached = [UInt64](repeating: 0, count: components.count)
      for component in start..<components.count {
        var word: UInt64 = batch.contains(component) ? 1 << UInt64(component - start) : 0
        for node in components.members(of: component) {
          for head in heads(from: node) { word |= reached[components.componentOf[head]] }
        }
        reached[component] = word
      }
      body(batch, reached)
    }
  }

  /// Returns the edges from a component to others, with the components that they lead to.
  private func outward(
    from component: Int, of components: Components
  ) -> [(edge: Int, head: Int)] {
    components.members(of: component).flatMap { node in
      edges(from: node).lazy.map { (edge: $0, head: components.componentOf[head(of: $0)]) }
        .filter { $0.head != component }
    }
  }
}
