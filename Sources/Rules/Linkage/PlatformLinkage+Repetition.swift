import Graph

// Static modules that are linked into an image by more than one path.
extension PlatformLinkage {
  /// Returns the static modules that an image reaches through static modules by two or more paths.
  ///
  /// Paths that differ only within a cycle of static modules count as one.
  ///
  /// - Complexity: O(*n* + *m*) for each image.
  func repeatedStatics() -> [(image: ModuleID, library: ModuleID)] {
    let components = subgraph(of: ModuleSet(graph.modules), along: .absorbs)
      .stronglyConnectedComponents()
    return built(.isImage).flatMap { image in
      var entered: Set<Int> = []
      var twice: ModuleSet = []
      for module in reachable(from: [image], along: .absorbs) {
        var last: ModuleID?
        // The linker sees two dependencies on one module as one link.
        for link in graph.links(from: module) where does(.absorbs, link) && link.to != last {
          last = link.to
          let head = components.component(of: link.to)
          guard head != components.component(of: module) else { continue }
          if !entered.insert(head).inserted { twice.insert(link.to) }
        }
      }
      return reachable(from: twice, along: .absorbs).map { (image, $0) }
    }
  }
}
