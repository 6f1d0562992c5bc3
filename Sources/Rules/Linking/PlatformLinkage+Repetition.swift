import Graph

// Static modules that are linked into an image by more than one path.
extension PlatformLinkage {
  /// Returns the static modules that an image reaches through static modules by two or more paths.
  ///
  /// Counts paths up to two, for 64 images at a time, in topological order of the components. Paths
  /// that differ only within a cycle of static modules count as one.
  ///
  /// - Complexity: O(*n* + *m*) for every 64 images.
  func repeatedStatics() -> [(image: ModuleID, library: ModuleID)] {
    let absorbing = graph.modules.filter { module in
      graph.links(from: module).contains { does(.absorbs, $0) }
    }
    let images = absorbing.filter { kinds[$0].contains(.isImage) }
    let statics = graph.modules.filter { kinds[$0].contains(.isStatic) }
    let nodes = subgraph(of: ModuleSet(absorbing).union(ModuleSet(statics)), along: .absorbs)
    let components = nodes.stronglyConnectedComponents()
    var repeated: [(image: ModuleID, library: ModuleID)] = []
    for start in stride(from: 0, to: images.count, by: UInt64.bitWidth) {
      let batch = Array(images[start...].prefix(UInt64.bitWidth))
      let twice = Self.reachedTwice(from: batch, in: nodes, components)
      for library in nodes.modules {
        for bit in Bits(twice[components.component(of: library)]) {
          repeated.append((batch[bit], library))
        }
      }
    }
    return repeated
  }

  /// Returns the `sources` that have two paths to each component, as bits.
  private static func reachedTwice(
    from sources: [ModuleID], in nodes: Subgraph, _ components: ModuleComponents
  ) -> [UInt64] {
    var once = [UInt64](repeating: 0, count: components.count)
    var twice = once
    for (bit, source) in sources.enumerated() {
      once[components.component(of: source)] |= 1 << UInt64(bit)
    }
    for component in (0..<components.count).reversed() where once[component] != 0 {
      for module in components.members(of: component) {
        var last: ModuleID?
        // The linker sees two dependencies on one module as one link.
        for link in nodes.links(from: module) where link.to != last {
          last = link.to
          let head = components.component(of: link.to)
          guard head != component else { continue }
          twice[head] |= twice[component] | once[head] & once[component]
          once[head] |= once[component]
        }
      }
    }
    return twice
  }
}
