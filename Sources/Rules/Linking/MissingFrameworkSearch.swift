internal import Architecture
import Diagnostics
import Graph

struct MissingFramework {
  var app: ModuleID
  var framework: ModuleID
  /// The links by which the application needs it; the first is declared by the application.
  var chain: [Link]
  var platforms: PlatformSet
  var configurations = ConfigurationSet.all
  /// Other variants of the application that lack it.
  var otherApps: [ModuleID] = []
  /// The refused links of the chain, if it is needed only because of such links.
  var causes: [Diagnostic.Place] = []

  mutating func merge(_ other: Self) {
    configurations.formUnion(other.configurations)
    if app == other.app, framework == other.framework { platforms.formUnion(other.platforms) }
    otherApps.append(other.app)
    if other.causes.isEmpty { causes = [] }
  }
}

struct MissingFrameworkSearch {
  private let linkage: PlatformLinkage
  private let bundles: EmbeddedFrameworks
  private let needed: ModuleSet
  private let leads: ModuleSet

  private let hasImports: Bool
  private let refused: LinkSet

  init(of linkage: PlatformLinkage, needed: ModuleSet, without refused: LinkSet = []) {
    self.linkage = linkage
    self.needed = needed
    self.refused = refused
    leads = linkage.graph.reaching(needed) { linkage.uses[$0.id].isLoadedAtLaunch }
    bundles = EmbeddedFrameworks(of: linkage)
    hasImports = linkage.graph.links.contains(where: \.isImport)
  }

  private var graph: ModuleGraph { linkage.graph }

  private func loads(_ link: Link) -> Bool {
    linkage.uses[link.id].isLoadedAtLaunch && !refused.contains(link.id)
  }

  /// Returns the frameworks that `app` and the targets inside it need and do not find, in order.
  ///
  /// A helper application is judged separately.
  func missing(in app: ModuleID) -> [MissingFramework] {
    var chains = missingChains(of: app, in: app)
    for link in bundles.parts(of: app) where !refused.contains(link.id) {
      chains += missingChains(of: link.to, in: app).map { [link] + $0 }
    }
    return chains.isEmpty ? [] : shortest(of: chains, from: app)
  }

  private func missingChains(of root: ModuleID, in app: ModuleID) -> [[Link]] {
    guard leads.contains(root) else { return [] }
    let loaded = linkage.skipped.isEmpty ? nil : linkage.loadedAtLaunch(by: root)
    let roots = root == app ? [app] : [app, root]
    let held =
      roots.flatMap(bundles.frameworks(embeddedBy:))
      + roots.flatMap(bundles.binaries(ofPackagesLinkedBy:))
    let chains = candidates(from: root, beside: Set(held))
      .filter { chain in
        guard let framework = chain.last?.to, loaded?.contains(framework) ?? true else {
          return false
        }
        return !bundles.enclosingApps(of: app, hold: bundles.slot(of: framework))
      }
    guard !chains.isEmpty else { return [] }
    let umbrellas = bundles.umbrellas(in: roots)
    guard !umbrellas.isEmpty else { return chains }
    return chains.compactMap { chain in
      guard let framework = chain.last?.to else { return nil }
      let slot = bundles.slot(of: framework)
      let holders = umbrellas.filter { $0.value.contains(slot) }.map(\.key)
      guard !holders.isEmpty else { return chain }
      let served = linkage.reachable(from: holders, along: .loads)
      return unservedChain(from: root, to: framework, served: served)
    }
  }

  /// Returns the first shortest chain to each module that `root` needs and that is not `embedded`.
  ///
  /// Prefers a chain of declared dependencies to one with an undeclared import.
  private func candidates(
    from root: ModuleID, beside embedded: Set<ModuleID>
  ) -> [[Link]] {
    let declared = chains(from: root, beside: embedded) { !$0.isImport }
    guard hasImports else { return declared }
    let known = Set(declared.compactMap(\.last?.to))
    return declared + chains(from: root, beside: embedded, besides: known) { _ in true }
  }

  private func chains(
    from root: ModuleID, beside embedded: Set<ModuleID>, besides known: Set<ModuleID> = [],
    where isIncluded: (Link) -> Bool
  ) -> [[Link]] {
    func isFollowed(_ link: Link) -> Bool {
      loads(link) && leads.contains(link.to) && isIncluded(link)
    }
    return graph.reachable(from: [root], along: isFollowed).intersection(needed)
      .filter { $0 != root && !known.contains($0) && !embedded.contains(bundles.slot(of: $0)) }
      .compactMap { graph.shortestPath(from: root, to: $0, along: isFollowed) }
  }

  /// Returns the first shortest chain by which an image loads `framework` that is not `served` by
  /// an umbrella framework; `nil` if all are.
  ///
  /// A static module is part of the image that the walk came from, so it is visited for served and
  /// for unserved images.
  private func unservedChain(
    from root: ModuleID, to framework: ModuleID, served: ModuleSet
  ) -> [Link]? {
    struct State: Hashable {
      var module: ModuleID
      var isServed: Bool
    }
    let start = State(module: root, isServed: false)
    var arrivals: [State: (link: Link, from: State)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let state = queue[next]
      next += 1
      for link in graph.links(from: state.module) where loads(link) {
        if link.to == framework, !state.isServed {
          return sequence(first: (link, state)) { arrivals[$0.1] }.map(\.0).reversed()
        }
        let isPart = linkage.kinds[link.to].contains(.isStatic)
        let new = State(
          module: link.to, isServed: isPart ? state.isServed : served.contains(link.to))
        guard leads.contains(link.to), link.to != framework, new != start, arrivals[new] == nil
        else { continue }
        arrivals[new] = (link, state)
        queue.append(new)
      }
    }
    return nil
  }

  private func shortest(of chains: [[Link]], from app: ModuleID) -> [MissingFramework] {
    var found = chains.compactMap { chain in
      chain.last.map {
        MissingFramework(
          app: app, framework: $0.to, chain: chain, platforms: linkage.platform,
          configurations: linkage.configurations)
      }
    }
    found.sort { a, b in
      guard a.framework == b.framework else { return a.framework < b.framework }
      guard a.chain.count == b.chain.count else { return a.chain.count < b.chain.count }
      return a.chain.lazy.map(\.to).lexicographicallyPrecedes(b.chain.lazy.map(\.to))
    }
    return found.merged(by: \.framework) { _, _ in }
  }
}

extension PlatformLinkage {
  /// Returns the dynamic ones of `modules` that each application lacks, by application.
  ///
  /// - Complexity: O(*n* + *m*), and for each application the modules that it loads. An application
  ///   without findings declares all frameworks that it loads, so that is little.
  func missing(
    of modules: ModuleSet, without refused: LinkSet = []
  ) -> [MissingFramework] {
    let needed = ModuleSet(modules.filter { kinds[$0].contains(.isDynamic) })
    let search = MissingFrameworkSearch(of: self, needed: needed, without: refused)
    return graph.builtModules.flatMap { app in
      kinds[app].intersection([.isApp, .isIgnored]) == .isApp ? search.missing(in: app) : []
    }
  }
}

extension [MissingFramework] {
  /// Names the refused links of the chains to frameworks that would not be missing without such
  /// links.
  mutating func nameCauses(_ views: [PlatformLinkage], _ layered: LayeredGraph) {
    let refused = layered.refusedLinks()
    guard contains(where: { $0.chain.contains { refused.contains($0.id) } }) else { return }
    let frameworks = ModuleSet(map(\.framework))
    let needed = Set(
      views.flatMap { $0.missing(of: frameworks, without: refused) }.map { [$0.app, $0.framework] })
    for index in indices where !needed.contains([self[index].app, self[index].framework]) {
      self[index].causes = self[index].chain.filter { refused.contains($0.id) }
        .map(layered.place(of:))
    }
  }
}
