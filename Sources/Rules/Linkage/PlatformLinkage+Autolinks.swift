import Graph

// Static frameworks that are in no link phase and that imports autolink.
extension PlatformLinkage {
  /// Lets images skip the autolinks by which they would copy only code of another image that they
  /// link.
  ///
  /// The linker searches autolinked libraries after all others and takes each symbol from the first
  /// library that defines it. So an image that links an owner of the framework directly gets no
  /// copy, unless `-ObjC` or `-all_load` makes the linker load whole archives.
  ///
  /// - Complexity: O(*n* + *m*), and the modules that each image absorbs.
  mutating func dropAutolinks(among links: [LinkID]) {
    guard links.contains(where: { does([.autolinks, .absorbs], graph[$0]) }) else { return }
    let clashing = ModuleSet(clashingStatics())
    guard !clashing.isEmpty else { return }
    let images = ModuleSet(graph.modules.filter { kinds[$0].contains(.isImage) })
    let components = subgraph(of: images, along: .loads).stronglyConnectedComponents()
    var taken: [ModuleID: ModuleSet] = [:]
    // What an image links is decided before the image.
    for component in 0..<components.count {
      let members = components.members(of: component)
      // No build can order images of a cycle: none of them is said to have a copy.
      let all = members.count > 1 ? clashing : []
      for image in members {
        let found = linked(by: image).reduce(into: all) { $0.formUnion(taken[$1] ?? []) }
        taken[image] = skip(image, found.intersection(clashing))
      }
    }
  }

  /// Returns the static modules that an image absorbs if it finds some elsewhere that it autolinks.
  private func parts(of image: ModuleID, finding found: ModuleSet) -> ModuleSet {
    let takesAll = !graph[image].wholeArchives.isDisjoint(with: configurations)
    return graph.reachable(from: [image]) { link in
      does(.absorbs, link) && (takesAll || !(does(.autolinks, link) && found.contains(link.to)))
    }
  }

  /// Removes the links of an image to what it finds elsewhere, and notes what archives in it
  /// autolink; returns what it absorbs.
  private mutating func skip(_ image: ModuleID, _ found: ModuleSet) -> ModuleSet {
    // Nothing links an executable.
    if found.isEmpty, kinds[image].contains(.isExecutable) { return [] }
    let parts = parts(of: image, finding: found)
    guard !found.isEmpty else { return parts }
    for link in graph.links(from: image) where does([.autolinks, .absorbs], link) {
      if !parts.contains(link.to) { unlink(link.id) }
    }
    let left = reachable(from: [image], along: .absorbs).subtracting(parts)
    if !left.isEmpty { skipped[image] = left }
    return parts
  }

  /// Returns the images that an executable loads at launch, which need nothing of what they are
  /// skipped.
  ///
  /// - Complexity: O(*n* + *m*) for each of them.
  func loadedAtLaunch(by executable: ModuleID) -> ModuleSet {
    var loaded: ModuleSet = [executable]
    var open = [executable]
    while let image = open.popLast() {
      let parts = graph.reachable(from: [image]) { link in
        does(.absorbs, link) && !does(.weakly, link) && !skips(image, link.to)
      }
      for link in parts.flatMap({ graph.links(from: $0) })
      where uses[link.id].isLoadedAtLaunch && !does(.absorbs, link) {
        if loaded.insert(link.to).inserted { open.append(link.to) }
      }
    }
    return loaded
  }

  private func linked(by image: ModuleID) -> [ModuleID] {
    graph.links(from: image).filter { does(.loads, $0) && $0.to != image }.map(\.to)
  }
}
