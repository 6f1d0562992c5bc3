import Architecture
import Diagnostics
import Graph

extension PlatformLinkage {
  /// Returns a view for each set of platforms and each set of configurations with the same links,
  /// in order.
  ///
  /// Usually, there is one for iOS and one for each other platform that targets support.
  ///
  /// - Complexity: O(*n* + *m*) for each.
  static func views(of layered: LayeredGraph) -> [Self] {
    let table = LinkTable(layered)
    let configurations = layered.graph.configurationGroups()
    return layered.graph.platformGroups().flatMap { platform in
      configurations.map { configurations in
        var view = Self(table, on: platform, in: configurations)
        view.decideAutomaticProducts()
        view.dropAutolinks(among: table.withoutPhase)
        return view
      }
    }
  }

  private init(
    _ table: LinkTable, on platform: BuildPlatform, in configurations: ConfigurationSet
  ) {
    let (layered, graph) = (table.layered, table.layered.graph)
    let kinds = ModuleMap(for: graph) { module in
      Kind(
        graph[module], graph[module].linkage(on: platform, in: configurations),
        isIgnored: layered.isIgnored(module))
    }
    let built = graph.builtModules
    let elsewhere = ModuleSet(built.filter { !graph[$0].platforms.contains(platform) })
    let missingSymbols = ModuleSet(
      built.filter { graph[$0].missingSymbols.isSuperset(of: configurations) })
    let uses = graph.links.map { link -> LinkEffects in
      guard link.platforms.contains(platform), !elsewhere.contains(link.from),
        link.configurations.isSuperset(of: configurations)
      else { return [] }
      let effects = LinkEffects(
        of: link, in: graph, kinds[link.from], kinds[link.to],
        isMissingSymbols: missingSymbols.contains(link.from),
        isImported: table.imported.contains(link.id))
      // An app may embed targets of another platform, as an iOS app embeds its watch app. Findings
      // that follow from a link to test support disappear with it.
      let isEmbeddedOnly = elsewhere.contains(link.to) || table.testSupport.contains(link.id)
      return isEmbeddedOnly ? effects.intersection([.embeds]) : effects
    }
    self.init(
      graph: graph, platform: platform, configurations: configurations, kinds: kinds,
      uses: LinkMap(values: uses))
  }
}

extension PlatformLinkage.Kind {
  fileprivate init(_ module: Module, _ linkage: Linkage, isIgnored: Bool) {
    self = isIgnored ? [.isIgnored] : []
    if module.roles.contains(.app) { insert(.isApp) }
    if module.roles.contains(.appExtension) { insert(.isExtension) }
    if module.roles.contains(.executable) {
      formUnion([.isExecutable, .isImage])
      return
    }
    switch linkage {
    // A plug-in: nothing links it.
    case .none: if module.roles.contains(.image) { insert(.isImage) }
    case .unknown: insert(.isLinkable)
    case .static: formUnion([.isLinkable, .isStatic])
    case .automatic:
      insert(.isLinkable)
      // Among built modules, only package targets leave their linkage open.
      if module.external == nil || module.isOfPackage { formUnion([.isStatic, .isAutomatic]) }
    case .dynamic:
      formUnion([.isLinkable, .isDynamic])
      if module.external == nil || module.isOfPackage { insert(.isImage) }
    }
  }
}

extension Module {
  fileprivate var isOfPackage: Bool {
    if case .package = external { return true }
    return false
  }
}

private struct LinkTable {
  let layered: LayeredGraph
  private(set) var withoutPhase: [LinkID] = []
  /// Those of them whose target is imported by sources.
  private(set) var imported: LinkSet = []
  private(set) var testSupport: LinkSet = []

  init(_ layered: LayeredGraph) {
    self.layered = layered
    let (graph, imports) = (layered.graph, layered.reading.imports)
    for link in graph.links
    where link.isImport || !link.flags.isDisjoint(with: [.declaredUnlinked, .withoutPhase]) {
      withoutPhase.append(link.id)
      if imports?.showsImport(link) ?? graph.isXcodeArchive(link.from) { imported.insert(link.id) }
    }
    guard !layered.configuration.testSupport.isEmpty else { return }
    testSupport = LinkSet(
      graph.links.lazy.filter { layered.isReportedAsTestSupport($0) }.map(\.id))
  }
}

extension ModuleGraph {
  /// Returns the first platform of each group with the same modules and links.
  fileprivate func platformGroups() -> [BuildPlatform] {
    let own = modules.map { builtModules.contains($0) ? self[$0].platforms : .all }
    // By raw value, since sets of sets are slow to build for each link.
    var isSeen = [Bool](repeating: false, count: Int(PlatformSet.all.rawValue) + 1)
    for set in own.prefix(builtCount) { isSeen[Int(set.rawValue)] = true }
    for module in modules
    where self[module].facts.contains(where: { $0.linkage != self[module].linkage }) {
      for fact in self[module].facts { isSeen[Int(fact.platforms.rawValue)] = true }
    }
    for link in links {
      let here = link.platforms.intersection(own[link.from.number])
      isSeen[Int(here.intersection(own[link.to.number]).rawValue)] = true
      if link.flags.contains(.embedded) { isSeen[Int(here.rawValue)] = true }
    }
    let seen = isSeen.indices.filter { isSeen[$0] }.map { PlatformSet(rawValue: UInt8($0)) }
    var groups: [BuildPlatform] = []
    for platform in BuildPlatform.allCases where seen.contains(where: { $0.contains(platform) }) {
      let isSeenAs = { first in seen.allSatisfy { $0.contains(first) == $0.contains(platform) } }
      if !groups.contains(where: isSeenAs) { groups.append(platform) }
    }
    return groups
  }

  /// Returns the groups of configurations that are in the same sets; all if none differ.
  fileprivate func configurationGroups() -> [ConfigurationSet] {
    guard !configurations.isEmpty else { return [.all] }
    var sets = Set(links.lazy.map(\.configurations))
    for module in builtModules {
      sets.formUnion(self[module].configuredLinkages.map(\.configurations))
      sets.formUnion(self[module].configuredHosts.map(\.configurations))
      sets.formUnion([self[module].missingSymbols, self[module].acceptsPackageCopies])
      sets.formUnion([self[module].wholeArchives, self[module].mergingConfigurations])
    }
    return configurations.indices.map { ConfigurationSet(number: $0) }.map { one in
      (signature: sets.map { $0.contains(one) }, set: one)
    }.merged {
      $0.signature
    } merging: {
      $0.set.formUnion($1.set)
    }.map(\.set)
  }
}

extension LinkEffects {
  fileprivate init(
    of link: Link, in graph: ModuleGraph, _ from: PlatformLinkage.Kind,
    _ to: PlatformLinkage.Kind, isMissingSymbols: Bool, isImported: Bool
  ) {
    self = link.flags.contains(.embedded) ? [.embeds] : []
    let isAutolinked = Self.isAutolinked(link, in: graph, from, to, isImported: isImported)
    guard to.contains(.isLinkable), !from.union(to).contains(.isIgnored),
      link.flags.contains(.linked) || isAutolinked,
      // Linker flags have no effect on archives.
      link.kind != .linkerFlag || from.contains(.isImage)
    else { return }
    guard !link.flags.contains(.linkedByHand), !(isMissingSymbols && to.contains(.isStatic)) else {
      insert(.uncertain)
      return
    }
    formUnion(link.flags.contains(.weak) ? [.loads, .weakly] : [.loads])
    if isAutolinked { insert(.autolinks) }
    let copies = !from.isDisjoint(with: [.isStatic, .isImage])
    if copies, to.contains(.isStatic) { insert(.absorbs) }
  }

  /// Whether the compiler autolinks a framework that is in no link phase, as for every Swift file
  /// that imports it.
  ///
  /// If sources are not read, archives and frameworks are assumed to import their dependencies.
  private static func isAutolinked(
    _ link: Link, in graph: ModuleGraph, _ from: PlatformLinkage.Kind, _ to: PlatformLinkage.Kind,
    isImported: Bool
  ) -> Bool {
    guard graph[link.to].type.isFramework else { return false }
    if link.isImport { return isImported && from.contains(.isImage) }
    // A static library of an Xcode project has no link phase: its objects name what they import.
    if to.contains(.isDynamic) {
      return link.flags.contains(.declaredUnlinked) && isImported && from.contains(.isStatic)
        && graph.isXcodeArchive(link.from)
    }
    guard to.contains(.isStatic) else { return false }
    if link.flags.contains(.linked) { return link.flags.contains(.withoutPhase) }
    guard link.flags.contains(.declaredUnlinked) else { return false }
    if isImported { return !from.isDisjoint(with: [.isImage, .isStatic]) }
    guard link.kind == .target || link.kind == .framework else { return false }
    // XcodeGen does not link static targets into a service either.
    return graph[link.from].type == .xpcService
      || !from.contains(.isExecutable) && !from.isDisjoint(with: [.isImage, .isStatic])
  }
}

extension ModuleGraph {
  fileprivate func isXcodeArchive(_ module: ModuleID) -> Bool {
    self[module].type == .staticLibrary && isInXcodeProject(module)
  }
}

extension ImportNotes {
  fileprivate func showsImport(_ link: Link) -> Bool {
    link.isImport
      ? !excused.contains(link.id)
      : unlinkedImports[UnlinkedImport(from: link.from, to: link.to)] != nil
  }
}
