import Diagnostics
import Graph

/// The contents of application bundles and of the targets inside, for one linkage view.
///
/// A bundle contains the frameworks that its target embeds where the loader searches, and those
/// that the dynamic frameworks among them embed in turn. Products embedded by a static framework,
/// an archive or a plug-in are in no bundle.
struct EmbeddedFrameworks {
  private let linkage: PlatformLinkage
  /// The first vendored binary with the same name, for each that shares its name.
  private let slots: [ModuleID: ModuleID]
  private let enclosing: [ModuleID: [ModuleID]]

  init(of linkage: PlatformLinkage) {
    self.linkage = linkage
    slots = Self.slots(in: linkage)
    enclosing = Self.enclosingApps(in: linkage)
  }

  private var graph: ModuleGraph { linkage.graph }

  /// Returns the module that represents all modules with the same path in a bundle as `module`.
  func slot(of module: ModuleID) -> ModuleID {
    slots.isEmpty ? module : slots[module] ?? module
  }

  /// Returns the links by which `app` embeds products that run in their own processes and are judged
  /// with it.
  func parts(of app: ModuleID) -> [Link] {
    graph.links(from: app).filter { link in
      let type = graph[link.to].type
      return linkage.does(.embeds, link)
        && (type.isExtension || type.isSystemExtension || type == .xpcService)
        && !linkage.kinds[link.to].contains(.isIgnored)
    }
  }

  /// Returns the slots of the binaries that packages bring to a target that links them, itself or
  /// through other packages: Xcode embeds them.
  func binaries(ofPackagesLinkedBy module: ModuleID) -> [ModuleID] {
    graph.reachable(from: [module]) { link in
      linkage.does(.loads, link)
        && (link.from == module ? link.kind == .package : graph[link.from].packageTarget != nil)
    }.filter { $0 != module && graph[$0].packageTarget == nil }.map(slot)
  }

  func frameworks(embeddedBy module: ModuleID) -> [ModuleID] {
    graph.links(from: module).filter { linkage.does(.embeds, $0) && $0.isPlaced }
      .map { slot(of: $0.to) }
  }

  /// Whether every application around the helper application `module` contains `slot`, directly or
  /// through all applications around it, whatever their platform.
  ///
  /// - Complexity: O(*h*² *a*) for *h* helper applications and the *a* dependencies around one.
  func enclosingApps(of module: ModuleID, hold slot: ModuleID) -> Bool {
    var inside: Set<ModuleID> = []
    while !inside.contains(module) {
      let more = enclosing.filter { app, around in
        !inside.contains(app) && around.allSatisfy { inside.contains($0) || embeds($0, slot) }
      }
      if more.isEmpty { return false }
      inside.formUnion(more.keys)
    }
    return true
  }

  private func embeds(_ app: ModuleID, _ slot: ModuleID) -> Bool {
    graph.links(from: app).contains { link in
      link.flags.contains(.embedded) && link.isPlaced && self.slot(of: link.to) == slot
    }
  }

  /// Returns the dynamic frameworks in the bundles of `roots` and of enclosing applications that
  /// embed frameworks, with the slots of these.
  func umbrellas(in roots: [ModuleID]) -> [ModuleID: [ModuleID]] {
    var seen = Set(roots)
    var open = roots
    var umbrellas: [ModuleID: [ModuleID]] = [:]
    while let module = open.popLast() {
      for app in enclosing[module] ?? [] where seen.insert(app).inserted { open.append(app) }
      for link in graph.links(from: module) where linkage.does(.embeds, link) {
        guard holdsFrameworks(link.to), seen.insert(link.to).inserted else { continue }
        let inner = frameworks(embeddedBy: link.to)
        if !inner.isEmpty { umbrellas[link.to] = inner }
        open.append(link.to)
      }
    }
    return umbrellas
  }

  /// Whether the module is a framework with its own folder in the bundle; possibly so if its
  /// linkage is unknown.
  private func holdsFrameworks(_ module: ModuleID) -> Bool {
    let type = graph[module].type
    return (type.isFramework || type == .xcFramework)
      && !linkage.kinds[module].contains(.isStatic)
  }

  /// Maps vendored binaries with one name to the first of them, since a bundle has one path for it.
  private static func slots(in linkage: PlatformLinkage) -> [ModuleID: ModuleID] {
    let graph = linkage.graph
    var slots: [ModuleID: ModuleID] = [:]
    for (module, next) in zip(graph.externals, graph.externals.dropFirst())
    where graph[module].name == graph[next].name {
      guard graph[module].isBinary, graph[next].isBinary,
        !linkage.kinds[module].union(linkage.kinds[next]).contains(.isStatic)
      else { continue }
      slots[next] = slots[module] ?? module
    }
    return slots
  }

  private static func enclosingApps(in linkage: PlatformLinkage) -> [ModuleID: [ModuleID]] {
    let graph = linkage.graph
    var apps: [ModuleID: [ModuleID]] = [:]
    let macs: PlatformSet = [.macOS, .macCatalyst]
    for helper in graph.builtModules where graph[helper].isMacApplication {
      // On other platforms it is an application by itself; a target for any platform is built here.
      guard macs.contains(linkage.platform) || graph[helper].platforms == .all else { continue }
      for link in graph.links(to: helper) where link.flags.contains(.embedded) {
        guard linkage.kinds[link.from].contains(.isApp), link.from != helper else { continue }
        apps[helper, default: []].append(link.from)
      }
    }
    return apps
  }
}

extension Link {
  var isPlaced: Bool { !flags.contains(.copiedElsewhere) }
}

extension Module {
  /// Whether the module may be a helper inside an application, unlike app clips and watch apps.
  fileprivate var isMacApplication: Bool { type == .application && platforms.contains(.macOS) }
}
