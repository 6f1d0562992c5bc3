import Graph

// Static frameworks that are declared not to be linked, and that imports link all the same.
extension PlatformLinkage {
  /// Removes the links among `links` by which an image would only take in what another image has that it links.
  ///
  /// The linker searches what imports name after everything else, and takes each symbol from the first
  /// library that has it. So an image that links an owner of the framework itself gets no copy, unless `-ObjC`
  /// or `-all_load` makes the linker take whole archives.
  ///
  /// - Complexity: O(*n* + *m*) for each framework that is linked in this way.
  mutating func dropAutolinks(among links: [LinkID]) {
    let open = links.map { graph[$0] }.filter { link in
      does(.autolinks, link) && kinds[link.from].contains(.isImage)
        && graph[link.from].wholeArchives.isDisjoint(with: configurations)
    }
    for (library, links) in Dictionary(grouping: open, by: \.to).sorted(by: { $0.key < $1.key }) {
      for link in links { setLinked(false, link.id) }
      var owners = ModuleSet(owners(of: library))
      let images = ModuleSet(links.map(\.from))
      // What an image links is decided before the image; one of a circle has to keep the copy.
      let components = subgraph(of: images, along: .loads).stronglyConnectedComponents()
      for component in 0..<components.count {
        for image in components.members(of: component) where !owners.contains(image) {
          let linksOwner = graph.links(from: image).contains {
            does(.loads, $0) && $0.to != image && owners.contains($0.to)
          }
          if linksOwner { continue }
          owners.insert(image)
          for link in links where link.from == image { setLinked(true, link.id) }
        }
      }
    }
  }
}
