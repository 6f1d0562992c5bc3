import Graph

// Symbol resolution after links are dropped.
extension CopyAdvisor {
  /// Whether the linker still resolves all symbols of all images, on all platforms and in all
  /// configurations, if links are dropped and `images` link `kept`.
  mutating func findsSymbols(
    without dropped: [Link], linking kept: ModuleID, in images: [ModuleID]
  ) -> Bool {
    let graph = views[0].graph
    // Variants of a target share its entries.
    let tails = Set(dropped.map(\.from)).flatMap { graph.variants(of: $0) }
    let gone = tails.flatMap { graph.links(from: $0) }.filter { link in
      dropped.contains {
        graph.areVariants($0.to, link.to) && graph.areVariants($0.from, link.from)
      }
    }
    let linking = ModuleSet(images.flatMap { graph.variants(of: $0) })
    let keepers = graph.variants(of: kept)
    for number in views.indices {
      let view = views[number]
      let cut = CutLinkage(
        view: view, gone: Set(gone.map(\.id)), linking: linking,
        keepers: keepers.filter { graph[$0].platforms.contains(view.platform) })
      let heads = view.reachable(from: gone.map(\.to), along: .absorbs)
      let sparing =
        heads.flatMap { graph.links(to: $0) }.filter { view.isSpared($0) }.map(\.from)
        + view.spared.filter { !$0.value.isDisjoint(with: heads) }.map(\.key)
      let losing = view.reaching(tails, along: .absorbs).filter {
        view.kinds[$0].contains(.isImage)
      }
      for image in Set(losing + sparing) {
        let spared = graph.links(from: image).filter { view.isSpared($0) }.map(\.to)
        let needed = walk(.absorbed, image, number).union(ModuleSet(spared))
        guard cut.finds(needed, image) else { return false }
      }
    }
    return true
  }
}

/// A view without some links, and with links to the image that keeps a library.
private struct CutLinkage {
  let view: PlatformLinkage
  let gone: Set<LinkID>
  /// The images that link the keepers.
  let linking: ModuleSet
  let keepers: [ModuleID]

  /// Whether the linker finds modules in an image, in the dynamic images that it links directly, or
  /// in its host.
  func finds(_ needed: ModuleSet, _ image: ModuleID) -> Bool {
    let own = absorbed(by: image)
    var missing = needed.subtracting(own)
    if missing.isEmpty { return true }
    var linked = Set(
      own.flatMap { view.graph.links(from: $0) }.filter { link in
        view.does(.loads, link) && view.kinds[link.to].contains(.isDynamic)
          && !gone.contains(link.id)
      }.map(\.to))
    if let host = view.host(of: image) { linked.insert(host) }
    if linking.contains(image) { linked.formUnion(keepers) }
    // Usually, a keeper contains everything.
    for other in keepers.filter({ linked.contains($0) }) + linked {
      missing.subtract(absorbed(by: other))
      if missing.isEmpty { return true }
    }
    return false
  }

  private func absorbed(by module: ModuleID) -> ModuleSet {
    view.graph.reachable(from: [module]) { view.does(.absorbs, $0) && !gone.contains($0.id) }
      .subtracting(view.spared[module] ?? [])
  }
}

extension PlatformLinkage {
  /// Whether an image imports the target of a link but copies no code from it, since it links
  /// another image with that code.
  func isSpared(_ link: Link) -> Bool {
    does(.autolinks, link) && !does(.absorbs, link) && kinds[link.to].contains(.isStatic)
      && kinds[link.from].contains(.isImage)
  }
}

extension ModuleGraph {
  /// Returns the module and its variants for other platforms.
  fileprivate func variants(of module: ModuleID) -> [ModuleID] {
    self[module].unsuffixedName == nil
      ? [module] : builtModules.filter { areVariants($0, module) }
  }
}
