import Diagnostics
import Graph

/// A view without some links, and with links to the image that keeps a library.
struct CutLinkage {
  private let view: PlatformLinkage
  private let gone: Set<LinkID>
  private let linking: ModuleSet
  private let keepers: [ModuleID]
  /// The modules in the keepers, which images that link these find there.
  private var kept: ModuleSet = []
  private var known: [ModuleID: ModuleSet] = [:]

  init(
    _ view: PlatformLinkage, without gone: Set<LinkID>, linking: ModuleSet, to keepers: [ModuleID]
  ) {
    self.view = view
    self.gone = gone
    self.linking = linking
    self.keepers = keepers
    for keeper in keepers where view.kinds[keeper].contains(.isDynamic) {
      kept.formUnion(absorbed(by: keeper))
    }
    known = [:]
  }

  /// Whether the linker finds modules in an image, in the dynamic images that it links directly, or
  /// in its host.
  ///
  /// With `isSkipped`, whether the image would not take them from what it imports: only what it
  /// links itself is searched first.
  mutating func finds(_ needed: ModuleSet, _ image: ModuleID, isSkipped: Bool = false) -> Bool {
    let own = isSkipped ? [image] : absorbed(by: image)
    var missing = needed.subtracting(own)
    if missing.isEmpty { return true }
    var linked = Set(
      own.flatMap { view.graph.links(from: $0) }.filter { link in
        view.does(.loads, link) && view.kinds[link.to].contains(.isDynamic)
          && !gone.contains(link.id)
      }.map(\.to))
    if let host = view.host(of: image), !isSkipped { linked.insert(host) }
    if linking.contains(image) { linked.formUnion(keepers) }
    // Usually, a keeper contains everything.
    for other in keepers.filter({ linked.contains($0) }) + linked {
      missing.subtract(absorbed(by: other))
      if missing.isEmpty { return true }
    }
    return false
  }

  mutating func absorbed(by module: ModuleID) -> ModuleSet {
    if let known = known[module] { return known }
    let isSkipped =
      !kept.isEmpty && view.graph[module].wholeArchives.isDisjoint(with: view.configurations)
      && (linking.contains(module)
        || view.graph.links(from: module).contains {
          keepers.contains($0.to) && view.does(.loads, $0)
        })
    let found = view.graph.reachable(from: [module]) { link in
      view.does(.absorbs, link) && !gone.contains(link.id)
        && !(isSkipped && view.does(.autolinks, link) && kept.contains(link.to))
    }.subtracting(view.skipped[module] ?? [])
    known[module] = found
    return found
  }
}

extension PlatformLinkage {
  /// Returns those of some modules that images import and find elsewhere.
  func skippedModules(of modules: ModuleSet) -> [(image: ModuleID, skipped: ModuleSet)] {
    var found = skipped.mapValues { $0.intersection(modules) }
    for link in modules.flatMap({ graph.links(to: $0) }) where isSkipped(link) {
      found[link.from, default: []].insert(link.to)
    }
    return found.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// Whether an image imports the target of a link but copies no code from it, since it links
  /// another image with that code.
  func isSkipped(_ link: Link) -> Bool {
    does(.autolinks, link) && !does(.absorbs, link) && kinds[link.to].contains(.isStatic)
      && kinds[link.from].contains(.isImage)
  }
}

extension ModuleGraph {
  func variants(of module: ModuleID) -> [ModuleID] {
    self[module].unsuffixedName == nil
      ? [module] : builtModules.filter { areVariants($0, module) }
  }
}
