import Graph

// Static frameworks that are in no link phase and that imports autolink.
extension PlatformLinkage {
  /// Spares images the autolinks by which they would copy only code of another image that they
  /// link.
  ///
  /// The linker searches autolinked libraries after all others and takes each symbol from the first
  /// library that defines it. So an image that links an owner of the framework directly gets no
  /// copy, unless `-ObjC` or `-all_load` makes the linker load whole archives.
  ///
  /// - Complexity: O(*n* + *m*) for each framework that is autolinked and that several images may
  ///   copy.
  mutating func dropAutolinks(among links: [LinkID]) {
    let open = links.map { graph[$0] }.filter { does([.autolinks, .absorbs], $0) }
    guard !open.isEmpty else { return }
    let groups = Dictionary(grouping: open, by: \.to)
    for library in dependentsFirst(clashingStatics().filter { groups[$0] != nil }) {
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

  /// Spares the images that link an owner of the library and have it only by `links`.
  private mutating func decide(_ links: [Link], to library: ModuleID) {
    let all = self.owners(of: library)
    for link in links { setLinked(false, link.id) }
    var owners = ModuleSet(self.owners(of: library))
    for link in links { setLinked(true, link.id) }
    owners.formUnion(
      ModuleSet(all.filter { !graph[$0].wholeArchives.isDisjoint(with: configurations) }))
    let images = ModuleSet(all.filter { !owners.contains($0) })
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
        if linksAny(of: owners, image) {
          spare(image, library, links)
        } else {
          owners.insert(image)
        }
      }
    }
  }

  /// Removes the links of an image to a library, and notes what archives would still bring.
  private mutating func spare(_ image: ModuleID, _ library: ModuleID, _ links: [Link]) {
    for link in links where link.from == image { setLinked(false, link.id) }
    let left = reachable(from: [image], along: .absorbs)
    guard left.contains(library) else { return }
    let others = graph.reachable(from: [image]) { does(.absorbs, $0) && $0.to != library }
    spared[image, default: []].formUnion(left.subtracting(others))
  }

  /// Returns the images that an executable loads at launch, which need nothing of what they are
  /// spared.
  ///
  /// - Complexity: O(*n* + *m*) for each of them.
  func loadedAtLaunch(by executable: ModuleID) -> ModuleSet {
    var loaded: ModuleSet = [executable]
    var open = [executable]
    while let image = open.popLast() {
      let parts = graph.reachable(from: [image]) { link in
        does(.absorbs, link) && !does(.weakly, link) && !spares(image, link.to)
      }
      for link in parts.flatMap({ graph.links(from: $0) })
      where use(of: link).isLoadedAtLaunch && !does(.absorbs, link) {
        if loaded.insert(link.to).inserted { open.append(link.to) }
      }
    }
    return loaded
  }

  private func linksAny(of modules: ModuleSet, _ image: ModuleID) -> Bool {
    graph.links(from: image).contains {
      does(.loads, $0) && $0.to != image && modules.contains($0.to)
    }
  }
}
