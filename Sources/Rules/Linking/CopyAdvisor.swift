import Diagnostics
import Graph

/// Advice on copies of a static library that resolves the finding and causes no other.
enum CopyAdvice {
  /// Keep the library in one image, drop these links and link that image in these images.
  case keep(in: ModuleID, dropping: [Link], linkedBy: [ModuleID])
  /// Wrap the variants of the library in a dynamic framework and link that instead. `link`, the last
  /// of the first owner's chain, is replaced first.
  case wrap([ModuleID], insteadOf: Link)

  var keeper: ModuleID? {
    if case .keep(let keeper, _, _) = self { keeper } else { nil }
  }
}

struct CopyAdvisor {
  let views: [PlatformLinkage]

  /// Returns the advice for copies with `chain` from the first owner to the library, if any.
  ///
  /// An owner that all others link already is the best keeper.
  func advice(for copies: DuplicatedLibrary, chain: [Link]) -> CopyAdvice? {
    var first: CopyAdvice?
    for (number, kept) in copies.places[0].owners.enumerated() {
      guard let drops = drops(keeping: number, of: copies),
        isRepair(drops, keeping: number, of: copies)
      else { continue }
      let advice = CopyAdvice.keep(in: kept, dropping: drops.links, linkedBy: drops.images)
      if drops.images.isEmpty { return advice }
      first = first ?? advice
    }
    if let first { return first }
    let libraries = Set(copies.places.map(\.library)).sorted()
    guard copies.kind != .tests, let last = chain.last,
      views[0].graph.builtModules.contains(last.from), libraries.allSatisfy({ canWrap($0) })
    else { return nil }
    return .wrap(libraries, insteadOf: last)
  }
}

// Keeping the library in one of its owners.
extension CopyAdvisor {
  /// Changes after which other images than the keeper no longer absorb a library.
  private struct Drops {
    var links: [Link] = []
    /// The images that need the library and do not link its keeper: the linker takes only
    /// re-exported symbols from the dependencies of a dependency.
    var images: [ModuleID] = []
  }

  /// Returns the changes after which only the owner with that number has the library.
  private func drops(keeping number: Int, of copies: DuplicatedLibrary) -> Drops? {
    var drops = Drops()
    var seen: Set<LinkID> = []
    for place in copies.places {
      let others = copies.losers(in: place, keeping: number)
      guard !others.isEmpty else { continue }
      let (kept, view) = (place.owners[number], views[place.view])
      guard !others.contains(kept),
        copies.kind == .tests || !view.kinds[kept].contains(.isExecutable),
        !view.reachable(from: [place.library], along: .loads).contains(kept)
      else { return nil }
      let bringing = view.reaching([place.library], along: .absorbs)
      let inKept = view.reachable(from: [kept], along: .absorbs)
      for owner in others {
        let links = view.links(of: owner, among: bringing, to: inKept)
        guard links.allSatisfy(canDrop) else { return nil }
        // Configurations and platforms may share a link.
        drops.links += links.filter { seen.insert($0.id).inserted }
      }
      let losing = others + drops.links.flatMap { view.owners(of: $0.from) }
      for image in losing where image != kept && !drops.images.contains(image) {
        if view.links(image, to: kept) || view.host(of: image) == kept { continue }
        guard canLink(image, to: kept) else { return nil }
        drops.images.append(image)
      }
    }
    return drops
  }

  /// Whether a spec declares the link and nothing but code comes with it.
  private func canDrop(_ link: Link) -> Bool {
    let graph = views[0].graph
    guard graph.builtModules.contains(link.from), !link.isImport, isAlwaysStatic(link.to) else {
      return false
    }
    if link.kind == .linkerFlag {
      // Targets share the settings of the project, of groups and of configuration files.
      guard
        graph.links(to: link.to).allSatisfy({ $0.location != link.location || $0.from == link.from }
        )
      else { return false }
    } else if link.flags.contains(.derived)
      || link.kind == .carthage && graph[link.from].roles.contains(.linksTransitively)
    {
      return false
    }
    return bringsOnlyCode(link.to)
  }

  /// Whether no other dependency of a module is a Carthage framework, which XcodeGen would embed, and
  /// none has a resource bundle.
  private func bringsOnlyCode(_ module: ModuleID) -> Bool {
    let graph = views[0].graph
    return graph.reachable(from: [module]).allSatisfy {
      ($0 == module || graph[$0].external != .carthage) && !findsBundle($0)
    }
  }

  /// Whether linking `kept` affects only symbol resolution: it is dynamic, is loaded at launch with
  /// the image wherever both are built, and does not load the image itself, which would be a cycle.
  private func canLink(_ image: ModuleID, to kept: ModuleID) -> Bool {
    let graph = views[0].graph
    guard graph.builtModules.contains(image), graph.builtModules.contains(kept),
      graph[image].mergingConfigurations.isEmpty, !graph.isLinkedByMergingApp(kept)
    else { return false }
    // For links of the executable itself, the loader does not search inside frameworks.
    let isNested = graph.links(to: kept).contains { link in
      link.flags.contains(.embedded) && graph[link.from].type.isFramework
    }
    if isNested, graph[image].roles.contains(.executable) { return false }
    return views.allSatisfy { view in
      guard graph[image].platforms.contains(view.platform),
        graph[kept].platforms.contains(view.platform)
      else { return true }
      let starts = [image] + (view.host(of: image).map { [$0] } ?? [])
      return view.kinds[kept].contains(.isDynamic)
        && !view.reachable(from: [kept], along: .loads).contains(image)
        && graph.reachable(from: starts) { view.uses[$0.id].isLoadedAtLaunch }.contains(kept)
    }
  }

  /// Whether only the keeper has the library after the changes, and the linker still resolves all
  /// symbols of all images, on all platforms and in all configurations.
  private func isRepair(
    _ drops: Drops, keeping number: Int, of copies: DuplicatedLibrary
  ) -> Bool {
    let graph = views[0].graph
    guard !drops.links.isEmpty || !drops.images.isEmpty else { return false }
    // Variants of a target share its entries.
    let tails = Set(drops.links.map(\.from)).flatMap { graph.variants(of: $0) }
    let gone = tails.flatMap { graph.links(from: $0) }.filter { link in
      drops.links.contains {
        graph.areVariants($0.to, link.to) && graph.areVariants($0.from, link.from)
      }
    }
    let linking = ModuleSet(drops.images.flatMap { graph.variants(of: $0) })
    let keepers = graph.variants(of: copies.places[0].owners[number])
    for (index, view) in views.enumerated() {
      var cut = CutLinkage(
        view, without: Set(gone.map(\.id)), linking: linking,
        to: keepers.filter { graph[$0].platforms.contains(view.platform) })
      for place in copies.places where place.view == index {
        let isLeft = copies.losers(in: place, keeping: number).contains {
          cut.absorbed(by: $0).contains(place.library)
        }
        if isLeft { return false }
      }
      var lost: ModuleSet = []
      for image in view.reaching(tails + linking, along: .absorbs)
      where view.kinds[image].contains(.isImage) {
        let needed = view.reachable(from: [image], along: .absorbs)
        guard cut.finds(needed, image) else { return false }
        lost.formUnion(needed.subtracting(cut.absorbed(by: image)))
      }
      for (image, skipped) in view.skippedModules(of: lost) {
        guard cut.finds(skipped, image, isSkipped: true) else { return false }
      }
    }
    return true
  }
}

// The library in a dynamic framework.
extension CopyAdvisor {
  /// Whether a dynamic framework around a library leaves no copies and changes nothing else.
  ///
  /// In a cycle, the framework would load its dependents, and the owners of copies would change. An
  /// application that links the library on some platforms only would embed the framework on all.
  private func canWrap(_ library: ModuleID) -> Bool {
    let graph = views[0].graph
    guard !graph.isLinkedByMergingApp(library) else { return false }
    return views.allSatisfy { view in
      let inside = view.reachable(from: [library], along: .absorbs)
      return !view.loadsItself(library)
        && inside.allSatisfy { module in
          isAlwaysStatic(module) && !findsBundle(module)
            && graph.links(to: module).allSatisfy { link in
              inside.contains(link.from)
                || (view.does(.absorbs, link)
                  ? module == library
                    && (!graph[link.from].roles.contains(.app)
                      || link.platforms.isSuperset(of: graph[link.from].platforms))
                  : !view.isSkipped(link))
            }
        }
    }
  }

  private func isAlwaysStatic(_ module: ModuleID) -> Bool {
    views.allSatisfy { view in
      view.kinds[module].contains(.isStatic)
        || !view.graph.links(to: module).contains { view.does(.loads, $0) }
    }
  }

  /// Whether a framework copies a resource bundle that the code of a module may look for there.
  private func findsBundle(_ module: ModuleID) -> Bool {
    let graph = views[0].graph
    return graph.links(from: module).contains { link in
      graph[link.to].roles.contains(.resourceBundle)
        && graph.links(to: link.to).contains { $0.isCopying && graph[$0.from].type.isFramework }
    }
  }
}

extension DuplicatedLibrary {
  /// Returns the owners at a place that lose the library if the one with that number keeps it; of a
  /// hosted test bundle only those that its host does not load.
  fileprivate func losers(in place: Place, keeping number: Int) -> [ModuleID] {
    kind == .tests
      ? place.ownersLoadedByTests
      : place.owners.indices.filter { $0 != number }.map { place.owners[$0] }
  }
}

extension PlatformLinkage {
  /// Returns the links of `owner`, and of static modules in it that are among `bringing`, to modules
  /// that the keeper contains as well.
  fileprivate func links(
    of owner: ModuleID, among bringing: ModuleSet, to inKept: ModuleSet
  ) -> [Link] {
    let parts = graph.reachable(from: [owner]) { link in
      does(.absorbs, link) && bringing.contains(link.to) && !inKept.contains(link.to)
    }
    return parts.flatMap { graph.links(from: $0) }.filter { link in
      // The linker copies nothing that is only imported if the image links the keeper.
      does(.absorbs, link) && bringing.contains(link.to) && inKept.contains(link.to)
        && !does(.autolinks, link)
    }
  }

  fileprivate func loadsItself(_ module: ModuleID) -> Bool {
    let loaded = reachable(from: [module], along: .loads)
    return graph.links(to: module).contains { does(.loads, $0) && loaded.contains($0.from) }
  }

  fileprivate func links(_ image: ModuleID, to other: ModuleID) -> Bool {
    graph.links(from: image).contains { $0.to == other && does(.loads, $0) }
  }
}
