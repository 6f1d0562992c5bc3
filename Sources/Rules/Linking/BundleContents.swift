import Graph

/// The contents of the bundles of applications, and of targets inside them, on platforms that see
/// the same links.
///
/// A bundle contains what its target embeds where the loader looks for frameworks, and what the
/// dynamic frameworks among those embed in turn. What a static framework, an archive or a plug-in
/// embeds is in no bundle.
struct BundleContents {
  private let linkage: PlatformLinkage
  /// For each vendored binary that shares its name, the first one of that name.
  private let slots: [ModuleID: ModuleID]
  /// The applications around each helper application.
  private let enclosing: [ModuleID: [ModuleID]]

  init(of linkage: PlatformLinkage) {
    self.linkage = linkage
    slots = Self.slots(in: linkage)
    enclosing = Self.enclosingApps(in: linkage)
  }

  private var graph: ModuleGraph { linkage.graph }

  /// Returns the module that represents all that share one place in a bundle with `module`.
  func slot(of module: ModuleID) -> ModuleID {
    slots.isEmpty ? module : slots[module] ?? module
  }

  /// The links by which `app` embeds what runs in a process of its own and is judged with it.
  func parts(of app: ModuleID) -> [Link] {
    graph.links(from: app).filter { link in
      linkage.use(of: link).contains(.embeds) && graph[link.to].type.isPartOfApp
        && !linkage.kind(of: link.to).contains(.isIgnored)
    }
  }

  /// The slots of what `module` itself embeds as frameworks.
  func frameworks(embeddedBy module: ModuleID) -> [ModuleID] {
    graph.links(from: module).filter { linkage.use(of: $0).contains(.embeds) && $0.isPlaced }
      .map { slot(of: $0.to) }
  }

  /// Whether every application around the helper application `module` holds `slot`, or all around
  /// that do.
  ///
  /// They may hold it on whatever platform. Applications that are inside each other bring each
  /// other nothing.
  ///
  /// - Complexity: O(*a*) for the *a* dependencies of the applications around it.
  func enclosingApps(of module: ModuleID, hold slot: ModuleID) -> Bool {
    guard let around = enclosing[module] else { return false }
    // The way outwards, each application with those around it that are still to be looked at.
    var path = [(app: module, rest: around[...])]
    var isOnPath = [module: true]
    while case (let app, var rest)? = path.popLast() {
      guard let outer = rest.popFirst() else {
        isOnPath[app] = false
        continue
      }
      path.append((app, rest))
      guard isOnPath[outer] != false, !embeds(outer, slot) else { continue }
      guard isOnPath[outer] == nil, let around = enclosing[outer] else { return false }
      isOnPath[outer] = true
      path.append((outer, around[...]))
    }
    return true
  }

  private func embeds(_ app: ModuleID, _ slot: ModuleID) -> Bool {
    graph.links(from: app).contains { link in
      link.flags.contains(.embedded) && link.isPlaced && self.slot(of: link.to) == slot
    }
  }

  /// The dynamic frameworks in the bundles of `roots`, and of the applications around them, which
  /// embed frameworks themselves, each with the slots of those.
  func umbrellas(in roots: [ModuleID]) -> [ModuleID: [ModuleID]] {
    var seen = Set(roots)
    var open = roots
    var umbrellas: [ModuleID: [ModuleID]] = [:]
    while let module = open.popLast() {
      for app in enclosing[module] ?? [] where seen.insert(app).inserted { open.append(app) }
      for link in graph.links(from: module) where linkage.use(of: link).contains(.embeds) {
        guard holdsFrameworks(link.to), seen.insert(link.to).inserted else { continue }
        let inner = frameworks(embeddedBy: link.to)
        if !inner.isEmpty { umbrellas[link.to] = inner }
        open.append(link.to)
      }
    }
    return umbrellas
  }

  /// Whether the module is a framework with a folder of its own in the bundle; one of unknown
  /// linkage may be.
  private func holdsFrameworks(_ module: ModuleID) -> Bool {
    let type = graph[module].type
    return (type.isFramework || type == .xcFramework)
      && !linkage.kind(of: module).contains(.isStatic)
  }

  /// Maps vendored binaries of one name to the first of them: a bundle has one place for that name.
  private static func slots(in linkage: PlatformLinkage) -> [ModuleID: ModuleID] {
    let graph = linkage.graph
    var slots: [ModuleID: ModuleID] = [:]
    for (module, next) in zip(graph.externals, graph.externals.dropFirst())
    where graph[module].name == graph[next].name {
      guard graph[module].isBinary, graph[next].isBinary,
        !linkage.kind(of: module).union(linkage.kind(of: next)).contains(.isStatic)
      else { continue }
      slots[next] = slots[module] ?? module
    }
    return slots
  }

  private static func enclosingApps(in linkage: PlatformLinkage) -> [ModuleID: [ModuleID]] {
    let graph = linkage.graph
    var apps: [ModuleID: [ModuleID]] = [:]
    for helper in graph.builtModules where graph[helper].isMacApplication {
      for link in graph.links(to: helper) where link.flags.contains(.embedded) {
        guard linkage.kind(of: link.from).contains(.isApp), link.from != helper else { continue }
        apps[helper, default: []].append(link.from)
      }
    }
    return apps
  }
}

extension PlatformLinkage {
  func kind(of module: ModuleID) -> Kind { kinds[module] }

  /// Returns the use of `link` on these platforms.
  func use(of link: Link) -> Use { uses[link.id] }
}

extension Link {
  /// Whether what the link copies goes where the loader looks for frameworks.
  var isPlaced: Bool { !flags.contains(.copiedElsewhere) }
}

extension ProductType {
  /// Whether it runs in a process of its own inside an application, which is judged together with
  /// it.
  fileprivate var isPartOfApp: Bool { isExtension || isSystemExtension || self == .xpcService }
}

extension Module {
  /// Whether it may be a helper inside another application, which clips and watch apps never are.
  fileprivate var isMacApplication: Bool { type == .application && platforms.contains(.macOS) }
}
