import Graph

// What is linked into an image by more than one path.
extension PlatformLinkage {
  /// The statics that an image reaches through static modules by two paths or more.
  ///
  /// Counts paths up to two, for 64 images at a time, over the components in their order. Paths that
  /// differ only within a cycle of statics count as one.
  ///
  /// - Complexity: O(*n* + *m*) for every 64 images.
  func repeatedStatics() -> [(image: Int32, library: Int32)] {
    var nodes = NodeSubset(count: kinds.count)
    var images: [Int32] = []
    for node in 0..<Int32(kinds.count) {
      let absorbs = graph.forward.edges(from: node).contains { uses[$0].contains(.absorbs) }
      guard absorbs || kinds[Int(node)].contains(.isStatic) else { continue }
      nodes.insert(node)
      if absorbs, kinds[Int(node)].contains(.isImage) { images.append(node) }
    }
    let adjacency = nodes.adjacency(of: self, by: .absorbs)
    let components = adjacency.stronglyConnectedComponents()
    var repeated: [(image: Int32, library: Int32)] = []
    for start in stride(from: 0, to: images.count, by: UInt64.bitWidth) {
      let batch = Array(images[start..<min(start + UInt64.bitWidth, images.count)])
      let twice = Self.reachedTwice(
        from: batch.map { nodes.number(of: $0) }, in: adjacency, components)
      for (number, library) in nodes.nodes.enumerated() {
        var word = twice[Int(components.componentOf[number])]
        while word != 0 {
          repeated.append((batch[word.trailingZeroBitCount], library))
          word &= word - 1
        }
      }
    }
    return repeated
  }

  /// For each component, the `sources` that have two paths to it.
  private static func reachedTwice(
    from sources: [Int32], in adjacency: Adjacency, _ components: Components
  ) -> [UInt64] {
    var once = [UInt64](repeating: 0, count: components.count)
    var twice = once
    for (bit, source) in sources.enumerated() {
      once[Int(components.componentOf[Int(source)])] |= 1 << UInt64(bit)
    }
    for component in (0..<components.count).reversed() where once[component] != 0 {
      for node in components.members(of: Int32(component)) {
        var last: Int32 = -1
        // Two dependencies on one module are one link to the linker.
        for edge in adjacency.edges(from: node) where adjacency.heads[edge] != last {
          last = adjacency.heads[edge]
          let head = Int(components.componentOf[Int(last)])
          guard head != component else { continue }
          twice[head] |= twice[component] | once[head] & once[component]
          once[head] |= once[component]
        }
      }
    }
    return twice
  }
}
