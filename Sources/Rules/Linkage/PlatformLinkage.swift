internal import Architecture
import Diagnostics
import Graph

/// The modules that images contain and load, for platforms and configurations with the same links.
///
/// An image absorbs the static modules that it reaches through static modules alone. The process of
/// an executable is the executable and all modules that it reaches through links; a link to another
/// executable does not join processes. Links from and to ignored modules are omitted.
struct PlatformLinkage: Sendable {
  let graph: ModuleGraph
  let platform: PlatformSet
  let configurations: ConfigurationSet
  private(set) var kinds: ModuleMap<Kind>
  private(set) var uses: LinkMap<LinkEffects>
  /// The static modules that archives autolink and of which an image copies nothing, by image.
  var skipped: [ModuleID: ModuleSet] = [:]

  /// The properties of a module that matter to the linker.
  struct Kind: OptionSet, Sendable {
    var rawValue: UInt16

    static let isStatic = Self(rawValue: 1)
    /// A dynamic framework or library, built or vendored.
    static let isDynamic = Self(rawValue: 2)
    /// Has its own link step, which absorbs static modules.
    static let isImage = Self(rawValue: 4)
    static let isExecutable = Self(rawValue: 8)
    static let isIgnored = Self(rawValue: 16)
    static let isApp = Self(rawValue: 32)
    static let isExtension = Self(rawValue: 64)
    /// Can be linked, so that a process continues through it.
    static let isLinkable = Self(rawValue: 128)
    /// Belongs to a package that leaves its linkage to Xcode.
    static let isAutomatic = Self(rawValue: 256)
  }

  mutating func makeDynamic(_ product: ModuleID) {
    kinds[product].remove(.isStatic)
    kinds[product].formUnion([.isDynamic, .isImage])
    for link in graph.links(to: product) { uses[link.id].remove(.absorbs) }
  }

  mutating func unlink(_ link: LinkID) { uses[link].subtract([.absorbs, .loads]) }
}

// Reachability.
extension PlatformLinkage {
  func does(_ use: LinkEffects, _ link: Link) -> Bool { uses[link.id].contains(use) }

  /// Returns `starts` and all modules that they reach through links with `use`.
  ///
  /// - Complexity: O(*n* / 64), and the links of the reached modules.
  func reachable(from starts: some Sequence<ModuleID>, along use: LinkEffects) -> ModuleSet {
    graph.reachable(from: starts) { uses[$0.id].contains(use) }
  }

  /// Returns `ends` and all modules that reach them through links with `use`.
  ///
  /// - Complexity: O(*n* / 64), and the links to the reaching modules.
  func reaching(_ ends: some Sequence<ModuleID>, along use: LinkEffects) -> ModuleSet {
    graph.reaching(ends) { uses[$0.id].contains(use) }
  }

  func subgraph(of modules: ModuleSet, along use: LinkEffects) -> Subgraph {
    graph.subgraph(of: modules) { uses[$0.id].contains(use) }
  }

  /// Returns the application whose process loads the test bundle `module`.
  func host(of module: ModuleID) -> ModuleID? {
    guard let host = graph[module].host(in: configurations),
      kinds[module].union(kinds[host]).isDisjoint(with: .isIgnored),
      graph[module].platforms.intersection(graph[host].platforms).contains(platform)
    else { return nil }
    return host
  }

  func built(_ kind: Kind) -> some Sequence<ModuleID> {
    graph.builtModules.lazy.filter { kinds[$0].contains(kind) }
  }
}

struct LinkEffects: OptionSet, Sendable {
  var rawValue: UInt8

  /// Copies a static module into its dependent.
  static let absorbs = Self(rawValue: 1)
  /// Loads a module into every process that contains its dependent.
  static let loads = Self(rawValue: 2)
  /// Loads the module only if it exists.
  static let weakly = Self(rawValue: 4)
  /// Copies a product into a bundle.
  static let embeds = Self(rawValue: 8)
  /// May or may not link; no finding relies on it.
  static let uncertain = Self(rawValue: 16)
  /// Links because of an import alone; the linker searches autolinked libraries last.
  static let autolinks = Self(rawValue: 32)

  /// Whether a launch fails without the target of the link.
  var isLoadedAtLaunch: Bool { contains(.loads) && !contains(.weakly) }
}
