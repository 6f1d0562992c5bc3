import Architecture
import Diagnostics
import Graph

/// The modules that images contain and load, for platforms and configurations with the same links.
///
/// An image absorbs the static modules that it reaches through static modules alone. The process of
/// an executable is the executable and all modules that it reaches through links; a link to another
/// executable does not join processes. Links from and to ignored modules are omitted.
struct PlatformLinkage: Sendable {
  let graph: ModuleGraph
  let platform: BuildPlatform
  let configurations: ConfigurationSet
  private(set) var kinds: ModuleMap<Kind>
  private(set) var uses: LinkMap<LinkEffects>
  /// The static modules that archives autolink and of which an image copies nothing, by image.
  var skipped: [ModuleID: ModuleSet] = [:]

  /// The properties of a module that matter to the linker.
  enum Property: UInt16 {
    case isStatic
    /// A dynamic framework or library, built or vendored.
    case isDynamic
    /// Has its own link step, which absorbs static modules.
    case isImage
    case isExecutable, isIgnored, isApp, isExtension
    /// Can be linked, so that a process continues through it.
    case isLinkable
    /// Belongs to a package that leaves its linkage to Xcode.
    case isAutomatic
  }

  typealias Kind = FlagSet<Property>

  mutating func makeDynamic(_ product: ModuleID) {
    kinds[product].remove(.isStatic)
    kinds[product].formUnion([.isDynamic, .isImage])
    for link in graph.links(to: product) { uses[link.id].remove(.absorbs) }
  }

  mutating func unlink(_ link: LinkID) { uses[link].subtract([.absorbs, .loads]) }
}

// Reachability.
extension PlatformLinkage {
  func does(_ use: LinkEffect, _ link: Link) -> Bool { uses[link.id].contains(use) }

  /// Returns `starts` and all modules that they reach through links with `use`.
  ///
  /// - Complexity: O(*n* / 64), and the links of the reached modules.
  func reachable(from starts: some Sequence<ModuleID>, along use: LinkEffect) -> ModuleSet {
    graph.reachable(from: starts) { uses[$0.id].contains(use) }
  }

  /// Returns `ends` and all modules that reach them through links with `use`.
  ///
  /// - Complexity: O(*n* / 64), and the links to the reaching modules.
  func reaching(_ ends: some Sequence<ModuleID>, along use: LinkEffect) -> ModuleSet {
    graph.reaching(ends) { uses[$0.id].contains(use) }
  }

  func subgraph(of modules: ModuleSet, along use: LinkEffect) -> Subgraph {
    graph.subgraph {
      uses[$0.id].contains(use) && modules.contains($0.from) && modules.contains($0.to)
    }
  }

  /// Returns the application whose process loads the test bundle `module`.
  func host(of module: ModuleID) -> ModuleID? {
    guard let host = graph[module].host(in: configurations),
      !kinds[module].union(kinds[host]).contains(.isIgnored),
      graph[module].platforms.intersection(graph[host].platforms).contains(platform)
    else { return nil }
    return host
  }

  func built(_ property: Property) -> some Sequence<ModuleID> {
    graph.builtModules.lazy.filter { kinds[$0].contains(property) }
  }
}

enum LinkEffect: UInt8 {
  /// Copies a static module into its dependent.
  case absorbs
  /// Loads a module into every process that contains its dependent.
  case loads
  /// Loads the module only if it exists.
  case weakly
  case embeds
  /// May or may not link; no finding relies on it.
  case uncertain
  /// Links because of an import alone; the linker searches autolinked libraries last.
  case autolinks
}

typealias LinkEffects = FlagSet<LinkEffect>

extension LinkEffects {
  var isLoadedAtLaunch: Bool { contains(.loads) && !contains(.weakly) }
}

// Images that are loaded together.
extension PlatformLinkage {
  /// The members of one group that are in one process.
  struct CoLoadedImages: Sendable {
    struct Key: Hashable, Sendable {
      var group: Int
      var members: [ModuleID]
      /// The members that the host loads without its tests; `nil` unless the executables are hosted
      /// test bundles.
      var inHost: [ModuleID]?
    }

    var key: Key
    /// The executables whose processes have exactly these members, in order of rank.
    var executables: [ModuleID]
  }

  /// Returns the sets of two or more members of each group in one process, without duplicates.
  ///
  /// Visits only modules that lead to a member. Images that a host loads without its tests are not
  /// reported for the tests.
  ///
  /// - Complexity: O(*n* + *m* + *g*) for each executable that loads a member, *g* the sum of all
  ///   groups.
  func coLoadedImages(of groups: [[ModuleID]]) -> [CoLoadedImages] {
    guard !groups.isEmpty else { return [] }
    let leads = reaching(ModuleSet(groups.joined()), along: .loads)
    func loaded(by executable: ModuleID) -> ModuleSet {
      graph.reachable(from: [executable]) { does(.loads, $0) && leads.contains($0.to) }
    }
    var found: [CoLoadedImages] = []
    for executable in built(.isExecutable) {
      let host = host(of: executable)
      guard leads.contains(executable) || host.map({ leads.contains($0) }) ?? false else {
        continue
      }
      let inHost = host.map(loaded)
      let all = loaded(by: executable).union(inHost ?? [])
      for (group, images) in groups.enumerated() {
        let members = images.filter { all.contains($0) }
        guard members.count > 1 else { continue }
        let own = inHost.map { inHost in members.filter { inHost.contains($0) } }
        guard own != members else { continue }
        let key = CoLoadedImages.Key(group: group, members: members, inHost: own)
        found.append(CoLoadedImages(key: key, executables: [executable]))
      }
    }
    found = found.merged(by: \.key, merging: { $0.executables += $1.executables })
    for index in found.indices { found[index].executables.sort { precedes($0, $1) } }
    return found.sorted {
      $0.key.group == $1.key.group
        ? $0.key.members.lexicographicallyPrecedes($1.key.members) : $0.key.group < $1.key.group
    }
  }

  /// Whether a finding is reported for executable `a` rather than `b`.
  ///
  /// Applications come first, then extensions, tools and services, and tests last. Ties are broken
  /// by name.
  func precedes(_ a: ModuleID, _ b: ModuleID) -> Bool {
    (rank(of: a), a) < (rank(of: b), b)
  }

  private func rank(of executable: ModuleID) -> Int {
    let kind = kinds[executable]
    if kind.contains(.isApp) { return 0 }
    if graph[executable].roles.contains(.test) { return 3 }
    return kind.contains(.isExtension) || graph[executable].type.isSystemExtension ? 1 : 2
  }
}

// Static frameworks that are in no link phase and that imports autolink.
extension PlatformLinkage {
  /// Lets images skip the autolinks by which they would copy only code of another image that they
  /// link.
  ///
  /// The linker searches autolinked libraries after all others and takes each symbol from the first
  /// library that defines it. So an image that links an owner of the framework directly gets no
  /// copy, unless `-ObjC` or `-all_load` makes the linker load whole archives.
  ///
  /// - Complexity: O(*n* + *m*), and the modules that each image absorbs.
  mutating func dropAutolinks(among links: [LinkID]) {
    guard links.contains(where: { uses[$0].isSuperset(of: [.autolinks, .absorbs]) }) else { return }
    let clashing = ModuleSet(clashingStatics())
    guard !clashing.isEmpty else { return }
    let images = ModuleSet(graph.modules.filter { kinds[$0].contains(.isImage) })
    let components = subgraph(of: images, along: .loads).stronglyConnectedComponents()
    var taken: [ModuleID: ModuleSet] = [:]
    // What an image links is decided before the image.
    for component in 0..<components.count {
      let members = components.members(of: component).lazy.map { ModuleID($0) }
      // No build can order images of a cycle: none is said to have a copy of what several absorb.
      let shared = members.count > 1 ? staticsOfSeveral(members) : []
      for image in members where images.contains(image) {
        let found = linked(by: image).reduce(into: shared) { $0.formUnion(taken[$1] ?? []) }
        taken[image] = skip(image, found.intersection(clashing))
      }
    }
  }

  /// Returns the static modules that two or more of `images` absorb.
  private func staticsOfSeveral(_ images: some Sequence<ModuleID>) -> ModuleSet {
    var seen: ModuleSet = []
    var shared: ModuleSet = []
    for image in images {
      let parts = reachable(from: [image], along: .absorbs)
      shared.formUnion(seen.intersection(parts))
      seen.formUnion(parts)
    }
    return shared
  }

  /// Returns the static modules that an image absorbs if it finds some elsewhere that it autolinks.
  private func parts(of image: ModuleID, finding found: ModuleSet) -> ModuleSet {
    let takesAll = !graph[image].wholeArchives.isDisjoint(with: configurations)
    return graph.reachable(from: [image]) { link in
      does(.absorbs, link) && (takesAll || !(does(.autolinks, link) && found.contains(link.to)))
    }
  }

  /// Removes the links of an image to what it finds elsewhere, and notes what archives in it
  /// autolink; returns what it absorbs.
  private mutating func skip(_ image: ModuleID, _ found: ModuleSet) -> ModuleSet {
    // Nothing links an executable.
    if found.isEmpty, kinds[image].contains(.isExecutable) { return [] }
    let parts = parts(of: image, finding: found)
    guard !found.isEmpty else { return parts }
    for link in graph.links(from: image) where does(.autolinks, link) && does(.absorbs, link) {
      if !parts.contains(link.to) { unlink(link.id) }
    }
    let left = reachable(from: [image], along: .absorbs).subtracting(parts)
    if !left.isEmpty { skipped[image] = left }
    return parts
  }

  /// Returns the images that an executable loads at launch, which need nothing of what they are
  /// skipped.
  ///
  /// - Complexity: O(*n* + *m*) for each of them.
  func loadedAtLaunch(by executable: ModuleID) -> ModuleSet {
    var loaded: ModuleSet = [executable]
    var open = [executable]
    while let image = open.popLast() {
      let parts = graph.reachable(from: [image]) { link in
        does(.absorbs, link) && !does(.weakly, link) && !skips(image, link.to)
      }
      for link in parts.flatMap({ graph.links(from: $0) })
      where uses[link.id].isLoadedAtLaunch && !does(.absorbs, link) {
        if loaded.insert(link.to).inserted { open.append(link.to) }
      }
    }
    return loaded
  }

  private func linked(by image: ModuleID) -> [ModuleID] {
    graph.links(from: image).filter { does(.loads, $0) && $0.to != image }.map(\.to)
  }
}
