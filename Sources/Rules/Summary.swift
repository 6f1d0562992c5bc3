public import Architecture
public import Diagnostics
internal import Graph

public struct Summary: Hashable, Sendable {
  /// The number of targets read, without aggregates, ignored targets and externals; platform
  /// variants of one target count once.
  public var modules: Int
  /// The number of distinct pairs of modules with a declared dependency.
  public var links: Int
  /// The number of entries of `layers`.
  public var layers: Int
  /// What was not read or not judged, and why.
  public var gaps: [Gap] = []

  public init(modules: Int, links: Int, layers: Int) {
    self.modules = modules
    self.links = links
    self.layers = layers
  }

  /// - Complexity: O(*n* + *m*).
  public init(of layered: LayeredGraph) {
    let graph = layered.graph
    var counted = ModuleSet()
    var hasVariants = false
    for module in graph.builtModules {
      if graph[module].unsuffixedName != nil { hasVariants = true }
      if !layered.isIgnored(module), !graph[module].roles.contains(.aggregate) {
        counted.insert(module)
      }
    }
    let first = hasVariants ? Self.firstVariants(of: graph) : nil
    modules = first.map { first in ModuleSet(counted.map { first[$0] }) }?.count ?? counted.count
    layers = layered.configuration.layers.count
    links = Self.countPairs(graph, counted, first)
    gaps = layered.reading.gaps
    func add(_ kind: Gap.Kind, _ modules: some Sequence<ModuleID>) {
      let targets = Set(modules.filter { counted.contains($0) }.map { first?[$0] ?? $0 })
      gaps += targets.map { Gap(kind, graph.shownName($0)) }
    }
    let orphans =
      layered.configuration.turnsOn(.orphan) ? Orphan.unreached(layered).unjudged : []
    let behindUnread = orphans + (layered.reading.imports?.behindUnread ?? [])
    if !behindUnread.isEmpty { add(.targetsBehindUnreadPackages, behindUnread) }
    if let notes = layered.reading.imports {
      let unjudged = Dictionary(grouping: notes.unjudged, by: \.value)
      for (kind, modules) in unjudged { add(kind, modules.map(\.key)) }
      add(
        .targetsReadInPart,
        notes.readInPart.filter { notes.unjudged[$0] != .targetsWithoutSources })
    }
    if gaps.count > 1 { gaps = gaps.inOrder }
  }

  /// Returns the first variant of each module's target.
  private static func firstVariants(of graph: ModuleGraph) -> ModuleMap<ModuleID> {
    var known: [ModuleGraph.TargetKey: ModuleID] = [:]
    return ModuleMap(for: graph) { module in
      guard graph[module].unsuffixedName != nil else { return module }
      let key = graph.target(of: module)
      let first = known[key] ?? module
      known[key] = first
      return first
    }
  }

  /// Counts distinct pairs of ends.
  ///
  /// Links are sorted by their ends, so equal pairs are adjacent except for links of variants.
  private static func countPairs(
    _ graph: ModuleGraph, _ counted: ModuleSet, _ first: ModuleMap<ModuleID>?
  ) -> Int {
    var seen: Set<Int> = []
    var count = 0
    var last: Int?
    for link in graph.links
    where !link.flags.contains(.derived) && !link.isImport && counted.contains(link.from)
      && counted.contains(link.to)
    {
      let (from, to) = (first?[link.from] ?? link.from, first?[link.to] ?? link.to)
      let pair = from.number * graph.modules.count + to.number
      guard pair != last else { continue }
      last = pair
      if first == nil || seen.insert(pair).inserted { count += 1 }
    }
    return count
  }
}
