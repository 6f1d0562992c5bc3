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
struct Processes: Sendable {
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
    let kinds = layered.graph.ids.map { Kind(of: $0, in: layered) }
    let table = LinkTable(layered.graph, kinds)
    return table.platforms.map { platform in
      Self(
        graph: layered.graph, platform: platform, kinds: kinds,
        uses: table.links.map { link in
          var uses = link.uses
          if !link.linked.contains(platform) { uses.formIntersection(.embeds) }
          if !link.embedded.contains(platform) { uses.remove(.embeds) }
          return uses
        })
    }
  }
}

extension Processes.Kind {
  fileprivate init(of id: ModuleID, in layered: LayeredGraph) {
    let roles = layered.graph.modules[Int(id.index)].roles
    let linkage = layered.graph.modules[Int(id.index)].linkage
    self = []
    if roles.contains(.executable) { insert(.isExecutable) }
    if roles.contains(.image) { insert(.isImage) }
    if roles.contains(.app) { insert(.isApp) }
    if roles.contains(.appExtension) { insert(.isExtension) }
    if layered.isIgnored(id) { insert(.isIgnored) }
    guard !roles.contains(.executable), linkage != .none else { return }
    insert(.isLinkable)
    if linkage == .static { insert(.isStatic) }
    if linkage == .dynamic { insert(.isDynamic) }
  }
}

extension Processes.Use {
  fileprivate init(of flags: Link.Flags, from: Processes.Kind, to: Processes.Kind) {
    self = flags.contains(.embedded) ? .embeds : []
    guard flags.contains(.linked), to.contains(.isLinkable),
      from.union(to).isDisjoint(with: .isIgnored)
    else { return }
    insert(.loads)
    if flags.contains(.weak) { insert(.weakly) }
    if to.contains(.isStatic), !from.isDisjoint(with: [.isStatic, .isImage]) { insert(.absorbs) }
  }

  /// Whether a launch fails without the head of the link.
  var isLoadedAtLaunch: Bool { contains(.loads) && !contains(.weakly) }
}

/// What each link does, and on which platforms.
private struct LinkTable {
  var links: [(uses: Processes.Use, linked: PlatformSet, embedded: PlatformSet)] = []
  /// One platform of each group that sees the same modules and links.
  var platforms: [PlatformSet] = []

  init(_ graph: ModuleGraph, _ kinds: [Processes.Kind]) {
    let sets = graph.modules.indices.map {
      $0 < graph.builtCount ? graph.modules[$0].platforms : .all
    }
    var seen = sets.prefix(graph.builtCount).reduce(into: UInt64(0)) {
      $0 |= 1 << UInt64($1.rawValue)
    }
    links.reserveCapacity(graph.links.count)
    for link in graph.links {
      let (from, to) = (Int(link.from.index), Int(link.to.index))
      let uses = Processes.Use(of: link.flags, from: kinds[from], to: kinds[to])
      // What an app embeds may be built for another platform: a phone app brings its watch app.
      let embedded = uses.contains(.embeds) ? link.platforms.intersection(sets[from]) : []
      let linked =
        uses.contains(.loads) ? link.platforms.intersection(sets[from]).intersection(sets[to]) : []
      links.append((uses, linked, embedded))
      if !uses.isEmpty { seen |= 1 << UInt64(linked.rawValue) | 1 << UInt64(embedded.rawValue) }
    }
    platforms = Self.representatives(of: seen)
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
