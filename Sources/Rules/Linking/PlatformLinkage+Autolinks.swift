import Graph

// Static frameworks that are declared unlinked and that imports autolink.
extension PlatformLinkage {
  /// Removes the autolinks by which an image would copy only code of another image that it links.
  ///
  /// The linker searches autolinked libraries after all others and takes each symbol from the first
  /// library that defines it. So an image that links an owner of the framework directly gets no
  /// copy, unless `-ObjC` or `-all_load` makes the linker load whole archives.
  ///
  /// - Complexity: O(*n* + *m*) for each framework that is autolinked.
  mutating func dropAutolinks(among links: [LinkID]) {
    let open = links.map { graph[$0] }.filter { link in
      does(.autolinks, link) && kinds[link.to].contains(.isStatic)
        && kinds[link.from].contains(.isImage)
        && graph[link.from].wholeArchives.isDisjoint(with: configurations)
    }
    guard !open.isEmpty else { return }
    let groups = Dictionary(grouping: open, by: \.to)
    for library in dependentsFirst(groups.keys.sorted()) {
      for link in groups[library] ?? [] { setLinked(false, link.id) }
      decide(groups[library] ?? [], to: library)
    }
  }

  /// Returns static modules in an order in which each precedes the modules that it absorbs.
  private func dependentsFirst(_ libraries: [ModuleID]) -> [ModuleID] {
    guard libraries.count > 1 else { return libraries }
    let components = subgraph(
      of: reachable(from: libraries, along: .absorbs), along: .absorbs
    ).stronglyConnectedComponents()
    return libraries.sorted {
      let (a, b) = (components.component(of: $0), components.component(of: $1))
      return a == b ? $0 < $1 : a > b
    }
  }

  /// Restores the links of the images that link no owner of the library.
  private mutating func decide(_ links: [Link], to library: ModuleID) {
    var owners = ModuleSet(owners(of: library))
    let images = ModuleSet(links.map(\.from).filter { !owners.contains($0) })
    let components = subgraph(of: images, along: .loads).stronglyConnectedComponents()
    // The dependencies of an image are decided before the image.
    for component in 0..<components.count {
      var open = components.members(of: component).sorted()
      while !open.isEmpty {
        // One image of a cycle must keep the copy.
        let place =
          open.firstIndex { image in
            linksAny(of: owners, image) || !linksAny(of: ModuleSet(open), image)
          } ?? 0
        let image = open.remove(at: place)
        guard !linksAny(of: owners, image) else { continue }
        owners.insert(image)
        for link in links where link.from == image { setLinked(true, link.id) }
      }
    }
    for link in links where owners.contains(link.from) { setLinked(true, link.id) }
  }

  private func linksAny(of modules: ModuleSet, _ image: ModuleID) -> Bool {
    graph.links(from: image).contains {
      does(.loads, $0) && $0.to != image && modules.contains($0.to)
    }
  }
}
