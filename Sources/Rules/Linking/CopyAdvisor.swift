import Graph

/// Advice on copies of a static library that resolves the finding and causes no other.
enum CopyAdvice {
  /// Keep the library in one image, drop these links and link that image in these images.
  case keep(in: ModuleID, dropping: [Link], linkedBy: [ModuleID])
  /// Drop these links of tests, whose host has the library in that image, and link that image in
  /// these images.
  case dropFromTests([Link], keptIn: ModuleID, linkedBy: [ModuleID])
  /// Build the library dynamically in all configurations, as in some already. `link`, the last of
  /// the first owner's chain, no longer copies it.
  case buildDynamically(insteadOf: Link)
  /// Use a dynamic build of the library, which a package manager links and no spec can link
  /// otherwise. `link` is the last link of the first owner's chain that a spec declares.
  case useDynamicBuild(insteadOf: Link)
  /// Wrap these libraries in one dynamic framework and link that instead. `link`, the last of the
  /// first owner's chain, is replaced first.
  case wrap([ModuleID], insteadOf: Link)

  /// The image that keeps the library.
  var keeper: ModuleID? {
    switch self {
    case .keep(let keeper, _, _), .dropFromTests(_, let keeper, _): keeper
    case .buildDynamically, .useDynamicBuild, .wrap: nil
    }
  }
}

/// Determines the advice that can be followed.
struct CopyAdvisor {
  let views: [PlatformLinkage]
  private var known: [Key: ModuleSet] = [:]
  var knownWraps: [ModuleID: [ModuleID]?] = [:]
  /// The modules that load themselves, usually indirectly, by view.
  var cyclic: [Int: ModuleSet] = [:]

  private struct Key: Hashable {
    var view: Int
    var module: ModuleID
    var walk: Walk
  }

  enum Walk {
    /// The modules that load the module, including itself.
    case loading
    /// The modules that the module absorbs, including itself.
    case absorbed
    /// The modules through which images absorb the module, including itself.
    case bringing
  }

  /// The number of cached walks at which the cache is cleared.
  private static let mostWalks = 2000

  /// Whether there are any resource bundles.
  let hasBundles: Bool

  /// The links by which XcodeGen embeds Carthage frameworks that other targets declare.
  private let passedOnCarthage: [Link]

  init(_ views: [PlatformLinkage]) {
    self.views = views
    passedOnCarthage =
      views.first?.graph.links.filter {
        $0.kind == .carthage && $0.flags.isSuperset(of: [.derived, .embedded])
      } ?? []
    hasBundles =
      views.first.map { view in
        view.graph.builtModules.contains { view.graph[$0].roles.contains(.resourceBundle) }
      } ?? false
  }

  /// Returns the advice for copies with `chain` from the first owner to the library, if any.
  mutating func advice(for copies: DuplicatedLibrary, chain: [Link]) -> CopyAdvice? {
    guard let last = chain.last else { return nil }
    let libraries = Set(copies.places.map(\.library)).sorted()
    let linkages = views[0].graph[copies.places[0].library].configuredLinkages
    if linkages.contains(where: { $0.linkage == .dynamic }) {
      // Where it is dynamic, the links to it are needed.
      let areAlone = libraries.allSatisfy { absorbsForItself($0) }
      return areAlone ? .buildDynamically(insteadOf: last) : nil
    }
    if let advice = copies.kind == .tests ? droppingFromTests(copies) : keeping(copies) {
      return advice
    }
    let built = views[0].graph.builtModules
    guard built.contains(last.from) else {
      return .useDynamicBuild(insteadOf: chain.last { built.contains($0.from) } ?? last)
    }
    var wrapped: Set<ModuleID> = []
    for library in libraries {
      guard let found = self.wrapped(library) else {
        return isVendoredDynamically(library) ? .useDynamicBuild(insteadOf: last) : nil
      }
      wrapped.formUnion(found)
    }
    return .wrap(wrapped.sorted(), insteadOf: last)
  }
}

// Keeping the library in one of its owners.
extension CopyAdvisor {
  /// Returns the first owner that can keep the library alone, preferably one that all others link.
  private mutating func keeping(_ copies: DuplicatedLibrary) -> CopyAdvice? {
    var first: CopyAdvice?
    for (number, kept) in copies.places[0].owners.enumerated() {
      guard let drops = drops(keeping: number, of: copies),
        findsSymbols(without: drops.links, linking: kept, in: drops.images)
      else { continue }
      let advice = CopyAdvice.keep(in: kept, dropping: drops.links, linkedBy: drops.images)
      if drops.images.isEmpty { return advice }
      first = first ?? advice
    }
    return first
  }

  /// Changes after which an image no longer absorbs a library.
  private struct Drops {
    var links: [Link] = []
    /// The images that need the library and do not link its keeper: the linker takes only
    /// re-exported symbols from the dependencies of a dependency.
    var images: [ModuleID] = []
    /// Whether an import still copies the library until the image links the keeper.
    var leavesImports = false
  }

  /// Returns the links to drop so that only the owner with that number remains, if all others load
  /// it.
  private mutating func drops(keeping number: Int, of copies: DuplicatedLibrary) -> Drops? {
    var drops = Drops()
    for place in copies.places {
      let kept = place.owners[number]
      guard !views[place.view].kinds[kept].contains(.isExecutable) else { return nil }
      let loading = walk(.loading, kept, place.view)
      // The library loads its owner: in a cycle, no image can keep it.
      guard !loading.contains(place.library) else { return nil }
      for owner in place.owners where owner != kept {
        guard loading.contains(owner),
          let own = self.drops(
            from: owner, keeping: kept, in: place, where: { loading.contains($0) }),
          add(own, to: &drops, keeping: kept, in: place.view)
        else { return nil }
      }
    }
    return drops
  }

  /// Adds changes together with the links to the keeper; returns whether these links are possible.
  private mutating func add(
    _ new: Drops, to drops: inout Drops, keeping kept: ModuleID, in view: Int
  ) -> Bool {
    drops.links += new.links
    for image in new.images where image != kept && !drops.images.contains(image) {
      if views[view].links(image, to: kept) || views[view].host(of: image) == kept { continue }
      guard canLink(image, to: kept) else { return false }
      drops.images.append(image)
    }
    return true
  }

  /// Whether linking `kept` affects only symbol resolution: it is dynamic and is loaded at launch
  /// with the image wherever both are built.
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
        && graph.reachable(from: starts) { view.use(of: $0).isLoadedAtLaunch }.contains(kept)
    }
  }

  /// Whether an application or a test embeds a Carthage framework only because of a dependency.
  ///
  /// XcodeGen searches the targets of the project on which an application depends.
  private func losesCarthage(without dropped: Link) -> Bool {
    guard !passedOnCarthage.isEmpty else { return false }
    return passedOnCarthage.contains { passedOn in
      let reached = views[0].graph.reachable(from: [passedOn.from]) { link in
        [.target, .carthage].contains(link.kind) && !link.flags.contains(.derived)
          && (link.from != dropped.from || link.to != dropped.to)
      }
      return !reached.contains(passedOn.to)
    }
  }

  private mutating func droppingFromTests(_ copies: DuplicatedLibrary) -> CopyAdvice? {
    var drops = Drops()
    var keeper: ModuleID?
    for place in copies.places where !place.ownersLoadedByTests.isEmpty {
      guard let kept = place.owners.first(where: { !place.ownersLoadedByTests.contains($0) }),
        keeper.map({ views[0].graph.areVariants($0, kept) }) ?? true
      else { return nil }
      keeper = kept
      for owner in place.ownersLoadedByTests {
        let own = self.drops(from: owner, keeping: kept, in: place) { [views] image in
          place.ownersLoadedByTests.contains(image)
            || views[place.view].graph[image].roles.contains(.test)
        }
        guard let own, !own.leavesImports,
          add(own, to: &drops, keeping: kept, in: place.view)
        else { return nil }
      }
    }
    // Configurations and platforms may share a link.
    var seen: Set<LinkID> = []
    drops.links.removeAll { !seen.insert($0.id).inserted }
    guard let keeper, !drops.links.isEmpty,
      findsSymbols(without: drops.links, linking: keeper, in: drops.images)
    else { return nil }
    return .dropFromTests(drops.links, keptIn: keeper, linkedBy: drops.images)
  }

  /// Returns the links to drop so that `owner` no longer absorbs the library.
  ///
  /// These are its links to the library and to static modules that `kept` contains as well, else
  /// those of other static modules, if all images that contain these can do without the library.
  private mutating func drops(
    from owner: ModuleID, keeping kept: ModuleID, in place: DuplicatedLibrary.Place,
    where canDoWithout: (ModuleID) -> Bool
  ) -> Drops? {
    let view = views[place.view]
    let bringing = walk(.bringing, place.library, place.view)
    let inKept = walk(.absorbed, kept, place.view)
    var drops = Drops(images: [owner])
    let canSpare =
      view.graph[owner].wholeArchives.isDisjoint(with: view.configurations)
      && !view.kinds[kept].contains(.isExecutable)
    var seen: ModuleSet = [owner]
    var open = [owner]
    while let module = open.popLast() {
      for link in view.graph.links(from: module)
      where view.does(.absorbs, link) && bringing.contains(link.to) {
        let isKept = link.to == place.library || inKept.contains(link.to)
        if isKept, view.does(.autolinks, link), module == owner || canSpare {
          // The linker copies nothing from it if the image links another owner.
          guard canSpare else { return nil }
          drops.leavesImports = true
        } else if isKept {
          guard canDrop(link, from: owner, keeping: kept, place.view) else { return nil }
          drops.links.append(link)
        } else if seen.insert(link.to).inserted {
          let images = view.owners(of: link.to)
          guard images.allSatisfy(canDoWithout) else { return nil }
          drops.images += images
          open.append(link.to)
        }
      }
    }
    if drops.leavesImports, drops.links.isEmpty, view.links(owner, to: kept) { return nil }
    return drops
  }

  /// Whether `owner` needs nothing else that a link to a static module brings.
  private mutating func canDrop(
    _ link: Link, from owner: ModuleID, keeping kept: ModuleID, _ number: Int
  ) -> Bool {
    let view = views[number]
    // If the target is dynamic, the link loads it and may embed it.
    return !walk(.loading, kept, number).contains(link.to) && view.canDrop(link)
      && isAlwaysStatic(link.to) && !losesCarthage(without: link)
      && !bringsBundles(for: walk(.absorbed, link.to, number), in: [owner], besides: kept, view)
  }

  mutating func walk(_ walk: Walk, _ module: ModuleID, _ number: Int) -> ModuleSet {
    let key = Key(view: number, module: module, walk: walk)
    if let found = known[key] { return found }
    if known.count > Self.mostWalks { known.removeAll() }
    let view = views[number]
    var found: ModuleSet
    switch walk {
    case .absorbed: found = view.reachable(from: [module], along: .absorbs)
    case .bringing: found = view.reaching([module], along: .absorbs)
    case .loading:
      found = view.reaching([module], along: .loads)
      for tests in view.graph.builtModules {
        if let host = view.host(of: tests), found.contains(host) { found.insert(tests) }
      }
    }
    known[key] = found
    return found
  }
}

extension PlatformLinkage {
  /// Whether an image links another one directly.
  fileprivate func links(_ image: ModuleID, to other: ModuleID) -> Bool {
    graph.links(from: image).contains { $0.to == other && does(.loads, $0) }
  }

  /// Whether the link can be removed from a spec.
  fileprivate func canDrop(_ link: Link) -> Bool {
    guard graph.builtModules.contains(link.from), !link.isImport else { return false }
    guard link.flags.contains(.derived), link.kind != .linkerFlag else { return true }
    // A link that another target passes on can only be declared unlinked.
    let isAutolinked =
      graph[link.to].type.isFramework && !kinds[link.from].contains(.isExecutable)
    return !isAutolinked && link.kind != .sdk
  }
}
