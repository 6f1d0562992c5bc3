import Architecture
import Graph

extension PlatformLinkage {
  /// Returns a view for each set of platforms and each set of configurations with the same links,
  /// in order.
  ///
  /// Usually, there is one for iOS and one for each other platform that targets support.
  ///
  /// - Complexity: O(*n* + *m*) for each.
  static func views(of layered: LayeredGraph) -> [Self] {
    let table = LinkEffectTable(layered)
    return table.platforms.flatMap { platform in
      table.configurations.map { configurations in
        var view = table.view(on: platform, in: configurations)
        view.decideAutomaticProducts()
        view.dropAutolinks(among: table.withoutPhase)
        return view
      }
    }
  }
}

extension PlatformLinkage.Kind {
  fileprivate init(_ module: Module, _ linkage: Linkage, isIgnored: Bool) {
    self = isIgnored ? .isIgnored : []
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

/// The use of each link and the platforms for which it holds.
///
/// Platform sets are stored as raw bits: this is the only loop over all links, and option sets of
/// other modules are not inlined.
private struct LinkEffectTable {
  let graph: ModuleGraph
  /// The first platform of each group with the same modules and links.
  private(set) var platforms: [PlatformSet] = []
  private(set) var configurations: [ConfigurationSet] = []

  private var kinds: ModuleMap<PlatformLinkage.Kind>
  /// The modules whose linkage depends on the platform or configuration.
  private let mixed: [ModuleID]
  private var uses: [LinkEffects] = []
  /// The platforms for which each link links.
  private var linked: [UInt8] = []
  /// The platforms for which each link embeds.
  private var embedded: [UInt8] = []
  /// The links whose use also depends on configurations or linkage.
  private var special: [LinkID] = []
  private(set) var withoutPhase: [LinkID] = []
  /// Those of them whose target is imported by sources.
  private var imported: Set<LinkID> = []

  init(_ layered: LayeredGraph) {
    graph = layered.graph
    let graph = layered.graph
    kinds = ModuleMap(for: graph) {
      PlatformLinkage.Kind(
        graph[$0], graph[$0].linkage, isIgnored: layered.isIgnored($0))
    }
    mixed = graph.modules.filter { module in
      !graph[module].configuredLinkages.isEmpty
        || graph[module].facts.contains { $0.linkage != graph[module].linkage }
    }
    readLinks(layered)
    configurations = configurationGroups()
  }

  private mutating func readLinks(_ layered: LayeredGraph) {
    // Avoids a retain of the field for each link.
    let graph = graph
    let sets = graph.modules.map { module in
      graph.builtModules.contains(module) ? graph[module].platforms.rawValue : .max
    }
    var seen = sets.prefix(graph.builtCount).reduce(into: UInt64(0)) { $0 |= 1 << UInt64($1) }
    for fact in mixed.flatMap({ graph[$0].facts }) { seen |= 1 << UInt64(fact.platforms.rawValue) }
    let isSpecial = ModuleSet(mixed + graph.modules.filter { !graph[$0].missingSymbols.isEmpty })
    let testSupport =
      layered.configuration.testSupport.isEmpty
      ? [] : Set(graph.links.lazy.filter { layered.isReportedAsTestSupport($0) }.map(\.id))
    let imports = layered.reading.imports
    uses.reserveCapacity(graph.links.count)
    linked.reserveCapacity(graph.links.count)
    embedded.reserveCapacity(graph.links.count)
    for link in graph.links {
      let here = link.platforms.rawValue & sets[link.from.number]
      linked.append(here & sets[link.to.number])
      // An app may embed targets of another platform, as an iOS app embeds its watch app.
      embedded.append(link.flags.contains(.embedded) ? here : 0)
      seen |= 1 << UInt64(linked[linked.count - 1]) | 1 << UInt64(embedded[embedded.count - 1])
      if link.isImport || !link.flags.isDisjoint(with: [.declaredUnlinked, .withoutPhase]) {
        withoutPhase.append(link.id)
        if imports?.showsImport(link) ?? graph.isXcodeArchive(link.from) {
          imported.insert(link.id)
        }
      }
      uses.append(
        LinkEffects(
          of: link, in: graph, kinds[link.from], kinds[link.to], isMissingSymbols: false,
          isImported: imported.contains(link.id)))
      // Findings that follow from such a link disappear with it.
      if testSupport.contains(link.id) {
        uses[uses.count - 1].formIntersection(.embeds)
        continue
      }
      let isUsual = !isSpecial.contains(link.from) && !isSpecial.contains(link.to)
      if !isUsual || link.configurations != .all { special.append(link.id) }
    }
    platforms = Self.representatives(of: seen)
  }

  func view(on platform: PlatformSet, in configurations: ConfigurationSet) -> PlatformLinkage {
    var (kinds, uses) = (kinds, uses)
    for module in mixed {
      kinds[module] = PlatformLinkage.Kind(
        graph[module], graph[module].linkage(on: platform, in: configurations),
        isIgnored: kinds[module].contains(.isIgnored))
    }
    for link in special.map({ graph[$0] }) {
      uses[link.id.number] =
        link.configurations.isSuperset(of: configurations)
        ? LinkEffects(
          of: link, in: graph, kinds[link.from], kinds[link.to],
          isMissingSymbols: graph[link.from].missingSymbols.isSuperset(of: configurations),
          isImported: imported.contains(link.id))
        : []
    }
    for row in uses.indices {
      if linked[row] & platform.rawValue == 0 { uses[row].formIntersection(.embeds) }
      if embedded[row] & platform.rawValue == 0 { uses[row].remove(.embeds) }
    }
    return PlatformLinkage(
      graph: graph, platform: platform, configurations: configurations, kinds: kinds,
      uses: LinkMap(values: uses))
  }

  /// Returns the groups of configurations that are in the same sets; all if none differ.
  private func configurationGroups() -> [ConfigurationSet] {
    guard !graph.configurations.isEmpty else { return [.all] }
    var sets = Set(graph.links.lazy.map(\.configurations))
    for module in graph.builtModules {
      sets.formUnion(graph[module].configuredLinkages.map(\.configurations))
      sets.formUnion(graph[module].configuredHosts.map(\.configurations))
      sets.formUnion([graph[module].missingSymbols, graph[module].acceptsPackageCopies])
      sets.formUnion([graph[module].wholeArchives, graph[module].mergingConfigurations])
    }
    let ordered = sets.sorted { $0.rawValue < $1.rawValue }
    return graph.configurations.indices.map { ConfigurationSet(number: $0) }.map { one in
      (signature: ordered.map { $0.contains(one) }, set: one)
    }.merged {
      $0.signature
    } merging: {
      $0.set.formUnion($1.set)
    }.map(\.set)
  }

  /// Returns the first platform of each group that is in the same sets.
  ///
  /// Bit *i* of `seen` represents the set with raw value *i*.
  private static func representatives(of seen: UInt64) -> [PlatformSet] {
    var signatures: [UInt64] = []
    var platforms: [PlatformSet] = []
    for bit in 0..<UInt8(PlatformSet.all.rawValue.nonzeroBitCount) {
      let platform = PlatformSet(rawValue: 1 << bit)
      let signature = (0..<UInt64(64)).reduce(into: UInt64(0)) { signature, set in
        guard seen >> set & 1 != 0, PlatformSet(rawValue: UInt8(set)).contains(platform) else {
          return
        }
        signature |= 1 << set
      }
      guard signature != 0, !signatures.contains(signature) else { continue }
      signatures.append(signature)
      platforms.append(platform)
    }
    return platforms
  }
}

extension LinkEffects {
  /// Creates the use of a link between modules of these kinds, where it holds.
  fileprivate init(
    of link: Link, in graph: ModuleGraph, _ from: PlatformLinkage.Kind,
    _ to: PlatformLinkage.Kind, isMissingSymbols: Bool, isImported: Bool
  ) {
    self = link.flags.contains(.embedded) ? .embeds : []
    let isAutolinked = Self.isAutolinked(link, in: graph, from, to, isImported: isImported)
    guard to.contains(.isLinkable), from.union(to).isDisjoint(with: .isIgnored),
      link.flags.contains(.linked) || isAutolinked,
      // Linker flags have no effect on archives.
      link.kind != .linkerFlag || from.contains(.isImage)
    else { return }
    guard !link.flags.contains(.linkedByHand), !(isMissingSymbols && to.contains(.isStatic)) else {
      insert(.uncertain)
      return
    }
    formUnion(link.flags.contains(.weak) ? [.loads, .weakly] : .loads)
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
      || !from.contains(.isExecutable) && !from.isDisjoint(with: [.isDynamic, .isStatic])
  }
}

extension ModuleGraph {
  fileprivate func isXcodeArchive(_ module: ModuleID) -> Bool {
    self[module].type == .staticLibrary && isInXcodeProject(module)
  }
}

extension ImportNotes {
  /// Whether sources import the target of a link that is not linked.
  fileprivate func showsImport(_ link: Link) -> Bool {
    link.isImport
      ? !excused.contains(link.id)
      : unlinkedImports[UnlinkedImport(from: link.from, to: link.to)] != nil
  }
}
