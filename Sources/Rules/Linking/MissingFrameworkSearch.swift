internal import Architecture
import Diagnostics
import Graph

/// A framework or resource bundle that an application needs and its bundle lacks.
struct MissingContent {
  /// The application, or the extension that needs a bundle.
  var app: ModuleID
  var item: ModuleID
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
    // Another variant has separate dependencies.
    if app == other.app, item == other.item { platforms.formUnion(other.platforms) }
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
  func missing(in app: ModuleID) -> [MissingContent] {
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
  /// A static module is part of the image that the chain comes from.
  private func unservedChain(
    from root: ModuleID, to framework: ModuleID, served: ModuleSet
  ) -> [Link]? {
    graph.shortestPath(from: root, to: framework) { link in
      loads(link) && leads.contains(link.to)
        && (!served.contains(link.from) || linkage.kinds[link.from].contains(.isStatic))
    }
  }

  private func shortest(of chains: [[Link]], from app: ModuleID) -> [MissingContent] {
    var found = chains.compactMap { chain in
      chain.last.map {
        MissingContent(
          app: app, item: $0.to, chain: chain, platforms: [linkage.platform],
          configurations: linkage.configurations)
      }
    }
    found.sort { a, b in
      guard a.item == b.item else { return a.item < b.item }
      guard a.chain.count == b.chain.count else { return a.chain.count < b.chain.count }
      return a.chain.lazy.map(\.to).lexicographicallyPrecedes(b.chain.lazy.map(\.to))
    }
    return found.merged(by: \.item) { _, _ in }
  }
}

extension PlatformLinkage {
  /// Returns the dynamic ones of `modules` that each application lacks, by application.
  ///
  /// - Complexity: O(*n* + *m*), and for each application the modules that it loads. An application
  ///   without findings declares all frameworks that it loads, so that is little.
  func missing(
    of modules: ModuleSet, without refused: LinkSet = []
  ) -> [MissingContent] {
    let needed = ModuleSet(modules.filter { kinds[$0].contains(.isDynamic) })
    let search = MissingFrameworkSearch(of: self, needed: needed, without: refused)
    return graph.builtModules.flatMap { app in
      kinds[app].intersection([.isApp, .isIgnored]) == [.isApp] ? search.missing(in: app) : []
    }
  }
}

extension [MissingContent] {
  /// Merges what views and platform variants of a target lack alike, in order.
  func merged(in graph: ModuleGraph) -> Self {
    sorted { ($0.app, $0.item) < ($1.app, $1.item) }.merged {
      [graph.shownName($0.app), graph.shownName($0.item)]
    } merging: {
      $0.merge($1)
    }
  }

  /// Names the refused links of the chains to frameworks that would not be missing without such
  /// links.
  mutating func nameCauses(_ views: [PlatformLinkage], _ layered: LayeredGraph) {
    let refused = layered.refusedLinks()
    guard contains(where: { $0.chain.contains { refused.contains($0.id) } }) else { return }
    let frameworks = ModuleSet(map(\.item))
    let needed = Set(
      views.flatMap { $0.missing(of: frameworks, without: refused) }.map { [$0.app, $0.item] })
    for index in indices where !needed.contains([self[index].app, self[index].item]) {
      self[index].causes = self[index].chain.filter { refused.contains($0.id) }
        .map(layered.place(of:))
    }
  }
}
