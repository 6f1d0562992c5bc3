import Graph

// Static frameworks that are declared not to be linked, and that imports link all the same.
extension PlatformLinkage {
  /// Removes the links among `links` by which an image would only take in what another image has
  /// that it links.
  ///
  /// The linker searches what imports name after everything else, and takes each symbol from the
  /// first library that has it. So an image that links an owner of the framework itself gets no
  /// copy, unless `-ObjC` or `-all_load` makes the linker take whole archives.
  ///
  /// - Complexity: O(*n* + *m*) for each framework that is linked in this way.
  mutating func dropAutolinks(among links: [LinkID]) {
    let open = links.map { graph[$0] }.filter { link in
      does(.autolinks, link) && kinds[link.to].contains(.isStatic)
        && kinds[link.from].contains(.isImage)
        && graph[link.from].wholeArchives.isDisjoint(with: configurations)
    }
    guard !open.isEmpty else { return }
    let groups = Dictionary(grouping: open, by: \.to)
    for library in usersFirst(groups.keys.sorted()) {
      for link in groups[library] ?? [] { setLinked(false, link.id) }
      decide(groups[library] ?? [], to: library)
    }
  }

  /// Static modules in an order in which each comes before what it takes in.
  private func usersFirst(_ libraries: [ModuleID]) -> [ModuleID] {
    guard libraries.count > 1 else { return libraries }
    let components = subgraph(
      of: reachable(from: libraries, along: .absorbs), along: .absorbs
    ).stronglyConnectedComponents()
    return libraries.sorted {
      let (a, b) = (components.component(of: $0), components.component(of: $1))
      return a == b ? $0 < $1 : a > b
    }
  }

  /// Gives the library back to the images that link no owner of it.
  private mutating func decide(_ links: [Link], to library: ModuleID) {
    var owners = ModuleSet(owners(of: library))
    let images = ModuleSet(links.map(\.from).filter { !owners.contains($0) })
    let components = subgraph(of: images, along: .loads).stronglyConnectedComponents()
    // The dependencies of an image are decided before the image.
    for component in 0..<components.count {
      var open = components.members(of: component).sorted()
      while !open.isEmpty {
        // One of a circle has to keep the copy.
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
