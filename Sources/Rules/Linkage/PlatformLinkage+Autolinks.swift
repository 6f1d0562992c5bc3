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
      let members = components.members(of: component).sorted()
      var found = members.reduce(into: [ModuleID: ModuleSet]()) { found, image in
        found[image] = linked(by: image).reduce(into: ModuleSet()) {
          $0.formUnion(taken[$1] ?? [])
        }.intersection(clashing)
      }
      if members.count > 1 { decide(members, &found) }
      for image in members { taken[image] = skip(image, found[image] ?? []) }
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

  /// Adds to `found` what the images of a cycle find in each other: one must keep each copy.
  private func decide(_ members: [ModuleID], _ found: inout [ModuleID: ModuleSet]) {
    let all = reachable(from: members, along: .absorbs)
    let libraries = all.filter { library in
      graph.links(to: library).contains {
        does([.autolinks, .absorbs], $0) && all.contains($0.from)
      }
    }
    let order = dependentsFirst(Array(libraries))
    let elsewhere = found
    // Archives that import each other are decided again, until nothing changes.
    for _ in order.indices {
      let before = found
      for library in order {
        for image in members where !(elsewhere[image]?.contains(library) ?? false) {
          found[image]?.remove(library)
        }
        decide(library, members, &found)
      }
      if found == before { return }
    }
  }

  private func decide(
    _ library: ModuleID, _ members: [ModuleID], _ found: inout [ModuleID: ModuleSet]
  ) {
    let importing = members.filter { image in
      let own = found[image] ?? []
      return parts(of: image, finding: own).contains(library)
        && !parts(of: image, finding: own.union([library])).contains(library)
    }
    let owners = members.filter { image in
      !importing.contains(image) && parts(of: image, finding: found[image] ?? []).contains(library)
    }
    for image in skippable(importing, beside: owners) {
      found[image, default: []].insert(library)
    }
  }

  /// Returns the images that link an owner of a library, or another one that has to keep it.
  private func skippable(_ images: [ModuleID], beside owners: [ModuleID]) -> [ModuleID] {
    var owners = ModuleSet(owners)
    var skipped: [ModuleID] = []
    let components = subgraph(of: ModuleSet(images), along: .loads).stronglyConnectedComponents()
    for component in 0..<components.count {
      var open = components.members(of: component).sorted()
      while !open.isEmpty {
        let place =
          open.firstIndex { image in
            linksAny(of: owners, image) || !linksAny(of: ModuleSet(open), image)
          } ?? 0
        let image = open.remove(at: place)
        if linksAny(of: owners, image) { skipped.append(image) } else { owners.insert(image) }
      }
    }
    return skipped
  }

  /// Returns static modules in an order in which each precedes the modules that it absorbs.
  private func dependentsFirst(_ libraries: [ModuleID]) -> [ModuleID] {
    let components = subgraph(
      of: reachable(from: libraries, along: .absorbs), along: .absorbs
    ).stronglyConnectedComponents()
    return libraries.sorted {
      let (a, b) = (components.component(of: $0), components.component(of: $1))
      return a == b ? $0 < $1 : a > b
    }
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

  private func linksAny(of modules: ModuleSet, _ image: ModuleID) -> Bool {
    linked(by: image).contains { modules.contains($0) }
  }
}
