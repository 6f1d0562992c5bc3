internal import Architecture
import Diagnostics
import Graph

/// What is linked into what and loaded by what, on platforms that see the same links.
///
/// An image absorbs the static modules it reaches through static modules alone. The process of an
/// executable is the executable and all that it reaches through links; a link to another executable
/// joins no processes. Links from and to ignored modules are left out.
///
/// Everything is kept by the number of the module or the link. Each rule makes its own: that is one
/// loop over the links, and a rule stays a function of the graph.
struct PlatformLinkage: Sendable {
  let graph: ModuleGraph
  /// One of the platforms.
  let platform: PlatformSet
  let kinds: [Kind]
  /// What each link does on these platforms.
  let uses: [Use]

  /// What a module is to a linker.
  struct Kind: OptionSet, Sendable {
    var rawValue: UInt8

    static let isStatic = Self(rawValue: 1)
    /// A dynamic framework or library, built or not.
    static let isDynamic = Self(rawValue: 2)
    /// Has a link step of its own, where statics end up.
    static let isImage = Self(rawValue: 4)
    static let isExecutable = Self(rawValue: 8)
    static let isIgnored = Self(rawValue: 16)
    static let isApp = Self(rawValue: 32)
    static let isExtension = Self(rawValue: 64)
    /// Can be linked at all, so that a process goes on behind it.
    static let isLinkable = Self(rawValue: 128)
  }

  /// What a link does.
  struct Use: OptionSet, Sendable {
    var rawValue: UInt8

    /// Copies a static module into what links it.
    static let absorbs = Self(rawValue: 1)
    /// Brings a module into every process that its tail is in.
    static let loads = Self(rawValue: 2)
    /// Loads only if it is there.
    static let weakly = Self(rawValue: 4)
    /// Copies a product into a bundle.
    static let embeds = Self(rawValue: 8)
  }

  /// A view for each set of platforms that see the same links, in the order of platforms.
  ///
  /// Mostly that is one for the phone and one for each other platform that targets are built for.
  ///
  /// - Complexity: O(*n* + *m*) for each.
  static func onEachPlatform(_ layered: LayeredGraph) -> [Self] {
    let graph = layered.graph
    var kinds = graph.rows.indices.map { number in
      Kind(
        graph.rows[number].roles, graph.rows[number].linkage,
        isIgnored: layered.isIgnored(ModuleID(number)))
    }
    // Only what is vendored can be static on one platform and dynamic on another.
    let mixed = (graph.builtCount..<graph.rows.count).filter { number in
      graph.rows[number].facts.contains { $0.linkage != graph.rows[number].linkage }
    }
    for number in mixed { kinds[number].formUnion([.isLinkable, .isStatic, .isDynamic]) }
    let table = LinkTable(graph, kinds, mixed: mixed)
    return table.platforms.map { platform in
      Self(graph: graph, platform: platform, kinds: kinds, uses: table.uses(on: platform))
        .deciding(mixed)
    }
  }

  /// The view with the kinds that modules with several have on its platform.
  private func deciding(_ mixed: [Int]) -> Self {
    if mixed.isEmpty { return self }
    var (kinds, uses) = (kinds, uses)
    for number in mixed {
      let module = graph.rows[number]
      kinds[number] = Kind(
        module.roles, module.linkage(on: platform),
        isIgnored: kinds[number].contains(.isIgnored))
    }
    for link in uses.indices where !kinds[Int(graph.links[link].to.index)].contains(.isStatic) {
      uses[link].remove(.absorbs)
    }
    return Self(graph: graph, platform: platform, kinds: kinds, uses: uses)
  }
}

extension PlatformLinkage.Kind {
  fileprivate init(_ roles: Module.Roles, _ linkage: Linkage, isIgnored: Bool) {
    self = isIgnored ? .isIgnored : []
    if roles.contains(.image) { insert(.isImage) }
    if roles.contains(.app) { insert(.isApp) }
    if roles.contains(.appExtension) { insert(.isExtension) }
    if roles.contains(.executable) {
      insert(.isExecutable)
    } else if linkage != .none {
      insert(.isLinkable)
      if linkage == .static { insert(.isStatic) }
      if linkage == .dynamic { insert(.isDynamic) }
    }
  }
}

extension PlatformLinkage.Use {
  /// Whether a launch fails without the head of the link.
  var isLoadedAtLaunch: Bool { contains(.loads) && !contains(.weakly) }
}

/// What each link does, and on which platforms.
///
/// Sets are kept as their bits: this is the one loop over all links, and the sets of other modules
/// are not taken apart inline.
private struct LinkTable {
  var uses: [PlatformLinkage.Use] = []
  /// The platforms on which each link is linked.
  var linked: [UInt8] = []
  /// The platforms on which each link embeds.
  var embedded: [UInt8] = []
  /// One platform of each group that sees the same modules and links.
  var platforms: [PlatformSet] = []

  /// `mixed` are the numbers of the modules that are linked differently by platform.
  init(_ graph: ModuleGraph, _ kinds: [PlatformLinkage.Kind], mixed: [Int]) {
    let sets = graph.rows.indices.map { number in
      number < graph.builtCount ? graph.rows[number].platforms.rawValue : .max
    }
    var seen = sets.prefix(graph.builtCount).reduce(into: UInt64(0)) { $0 |= 1 << UInt64($1) }
    uses.reserveCapacity(graph.links.count)
    linked.reserveCapacity(graph.links.count)
    embedded.reserveCapacity(graph.links.count)
    let flags = (
      linked: Link.Flags.linked.rawValue, embedded: Link.Flags.embedded.rawValue,
      weak: Link.Flags.weak.rawValue
    )
    for link in graph.links {
      let (from, to) = (Int(link.from.index), Int(link.to.index))
      let here = link.platforms.rawValue & sets[from]
      var use: PlatformLinkage.Use = []
      if link.flags.rawValue & flags.linked != 0, kinds[to].contains(.isLinkable),
        kinds[from].union(kinds[to]).isDisjoint(with: .isIgnored)
      {
        use = link.flags.rawValue & flags.weak != 0 ? [.loads, .weakly] : .loads
        let copies = !kinds[from].isDisjoint(with: [.isStatic, .isImage])
        if copies, kinds[to].contains(.isStatic) { use.insert(.absorbs) }
      }
      linked.append(use.isEmpty ? 0 : here & sets[to])
      // What an app embeds may be built for another platform: a phone app brings its watch app.
      let embeds = link.flags.rawValue & flags.embedded != 0
      embedded.append(embeds ? here : 0)
      if embeds { use.insert(.embeds) }
      uses.append(use)
      seen |= 1 << UInt64(linked[linked.count - 1]) | 1 << UInt64(embedded[embedded.count - 1])
    }
    for fact in mixed.flatMap({ graph.rows[$0].facts }) {
      seen |= 1 << UInt64(fact.platforms.rawValue)
    }
    platforms = Self.representatives(of: seen)
  }

  /// What each link does on one platform.
  func uses(on platform: PlatformSet) -> [PlatformLinkage.Use] {
    uses.indices.map { link in
      var use = uses[link]
      if linked[link] & platform.rawValue == 0 { use.formIntersection(.embeds) }
      if embedded[link] & platform.rawValue == 0 { use.remove(.embeds) }
      return use
    }
  }

  /// The first platform of each group that is in the same sets; bit *i* of `seen` stands for the set
  /// with raw value *i*.
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
