internal import Architecture
import Diagnostics
import Graph

/// Which modules images contain and load, on platforms and in build configurations that see the
/// same links.
///
/// An image absorbs the static modules it reaches through static modules alone. The process of an
/// executable is the executable and all that it reaches through links; a link to another executable
/// joins no processes. Links from and to ignored modules are left out.
struct PlatformLinkage: Sendable {
  let graph: ModuleGraph
  /// One of the platforms.
  let platform: PlatformSet
  /// All of the configurations.
  let configurations: ConfigurationSet
  private(set) var kinds: ModuleMap<Kind>
  /// The use of each link.
  private(set) var uses: LinkMap<Use>

  /// How the linker treats a module.
  struct Kind: OptionSet, Sendable {
    var rawValue: UInt16

    static let isStatic = Self(rawValue: 1)
    /// A dynamic framework or library, built or not.
    static let isDynamic = Self(rawValue: 2)
    /// Has a link step of its own, where statics end up.
    static let isImage = Self(rawValue: 4)
    static let isExecutable = Self(rawValue: 8)
    static let isIgnored = Self(rawValue: 16)
    static let isApp = Self(rawValue: 32)
    static let isExtension = Self(rawValue: 64)
    /// Can be linked at all, so that a process continues through it.
    static let isLinkable = Self(rawValue: 128)
    /// Of a package that leaves it to Xcode whether it is static or dynamic.
    static let isAutomatic = Self(rawValue: 256)
  }

  /// The effects of a link.
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
    /// May or may not link: no finding rests on it.
    static let uncertain = Self(rawValue: 16)
    /// Links because of an import alone: the linker searches what is named there last.
    static let autolinks = Self(rawValue: 32)
  }

  init(
    _ graph: ModuleGraph, on platform: PlatformSet, in configurations: ConfigurationSet,
    kinds: ModuleMap<Kind>, uses: LinkMap<Use>
  ) {
    self.graph = graph
    self.platform = platform
    self.configurations = configurations
    self.kinds = kinds
    self.uses = uses
  }

  /// Makes a product that Xcode decides about a dynamic framework.
  mutating func makeDynamic(_ product: ModuleID) {
    kinds[product].remove(.isStatic)
    kinds[product].formUnion([.isDynamic, .isImage])
    for link in graph.links(to: product) { uses[link.id].remove(.absorbs) }
  }

  /// Makes a link take its head in and load it, or not.
  mutating func setLinked(_ isLinked: Bool, _ link: LinkID) {
    if isLinked {
      uses[link].formUnion([.absorbs, .loads])
    } else {
      uses[link].subtract([.absorbs, .loads])
    }
  }
}

extension PlatformLinkage.Use {
  /// Whether a launch fails without the head of the link.
  var isLoadedAtLaunch: Bool { contains(.loads) && !contains(.weakly) }
}

// Walks.
extension PlatformLinkage {
  func does(_ use: Use, _ link: Link) -> Bool { uses[link.id].contains(use) }

  /// Returns `starts`, and all modules that they reach through links with `use`.
  ///
  /// - Complexity: O(*n* / 64), and the links of what they reach.
  func reachable(from starts: some Sequence<ModuleID>, along use: Use) -> ModuleSet {
    graph.reachable(from: starts) { uses[$0.id].contains(use) }
  }

  /// Returns `ends`, and all modules that reach them through links with `use`.
  ///
  /// - Complexity: O(*n* / 64), and the links to what reaches them.
  func reaching(_ ends: some Sequence<ModuleID>, along use: Use) -> ModuleSet {
    graph.reaching(ends) { uses[$0.id].contains(use) }
  }

  /// Returns the links with `use` among modules.
  func subgraph(of modules: ModuleSet, along use: Use) -> Subgraph {
    graph.subgraph(of: modules) { uses[$0.id].contains(use) }
  }

  /// The application whose process loads the test bundle `module`.
  func host(of module: ModuleID) -> ModuleID? {
    guard let host = graph[module].host(in: configurations),
      kinds[module].union(kinds[host]).isDisjoint(with: .isIgnored),
      graph[module].platforms.intersection(graph[host].platforms).contains(platform)
    else { return nil }
    return host
  }

  /// The executable, its host if it is a hosted test bundle, and all that they load.
  ///
  /// - Complexity: O(*n* / 64), and the links of what they load.
  func process(of executable: ModuleID) -> ModuleSet {
    reachable(from: [executable] + (host(of: executable).map { [$0] } ?? []), along: .loads)
  }

  /// The modules of some kind that specifications build.
  func built(_ kind: Kind) -> some Sequence<ModuleID> {
    graph.builtModules.lazy.filter { kinds[$0].contains(kind) }
  }
}
