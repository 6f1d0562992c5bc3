public import Architecture
internal import Graph

/// The summary of a report on a workspace.
public struct Summary: Hashable, Sendable {
  /// The targets read; the platform variants of one count once, aggregates, ignored ones and
  /// externals do not.
  public var modules: Int
  /// Distinct pairs of modules of which one declares to depend on the other.
  public var links: Int
  /// Entries of `layers`.
  public var layers: Int
  /// Targets whose links cannot be judged since they have no code, or it is not there.
  public var targetsWithoutSources = 0
  /// Targets whose links cannot be judged since something writes code for them.
  public var targetsWithGeneratedSources = 0
  /// Targets of which some links cannot be judged since it is not known which headers they lead to.
  public var targetsWithUnknownHeaders = 0
  /// Other targets that may import more than was read.
  public var targetsReadInPart = 0
  /// Targets of which something is not judged since it hangs on packages that were not read.
  public var targetsBehindUnreadPackages = 0

  public init(modules: Int, links: Int, layers: Int) {
    self.modules = modules
    self.links = links
    self.layers = layers
  }

  /// - Complexity: O(*n* + *m*).
  public init(of layered: LayeredGraph) {
    let graph = layered.graph
    let first = Self.firstVariants(of: graph)
    let counted = ModuleSet(
      graph.builtModules.lazy.filter { module in
        !layered.isIgnored(module) && !graph[module].roles.contains(.aggregate)
      })
    modules = first.map { first in ModuleSet(counted.map { first[$0] }) }?.count ?? counted.count
    layers = layered.configuration.layers.count
    links = Self.countPairs(graph, counted, first)
    func count(_ modules: some Sequence<ModuleID>) -> Int {
      Set(modules.filter { counted.contains($0) }.map { first?[$0] ?? $0 }).count
    }
    let orphans =
      layered.configuration.turnsOn(Orphan.id) ? Orphan.unreached(layered).unjudged : []
    targetsBehindUnreadPackages = count(
      orphans + (layered.reading.imports?.behindUnread.map(\.self) ?? []))
    guard let notes = layered.reading.imports else { return }
    func unjudged(_ obstacle: ImportNotes.Obstacle) -> Int {
      count(notes.unjudged.keys.filter { notes.unjudged[$0] == obstacle })
    }
    targetsWithoutSources = unjudged(.noSources)
    targetsWithGeneratedSources = unjudged(.generatedSources)
    targetsWithUnknownHeaders = count(notes.unknownHeaders)
    targetsReadInPart = count(notes.readInPart.filter { notes.unjudged[$0] != .noSources })
  }

  /// For each module the first variant of its target; `nil` where no target has variants.
  private static func firstVariants(of graph: ModuleGraph) -> ModuleMap<ModuleID>? {
    guard graph.builtModules.contains(where: { graph[$0].unsuffixedName != nil }) else {
      return nil
    }
    var known: [ModuleGraph.TargetKey: ModuleID] = [:]
    return ModuleMap(for: graph) { module in
      guard graph[module].unsuffixedName != nil else { return module }
      let key = graph.target(of: module)
      let first = known[key] ?? module
      known[key] = first
      return first
    }
  }

  /// Links are sorted by their ends, so only links of variants can have an equal pair that is not
  /// adjacent.
  private static func countPairs(
    _ graph: ModuleGraph, _ counted: ModuleSet, _ first: ModuleMap<ModuleID>?
  ) -> Int {
    struct Pair: Hashable {
      var from: ModuleID
      var to: ModuleID
    }
    var seen: Set<Pair> = []
    var count = 0
    var last: Pair?
    for link in graph.links
    where !link.flags.contains(.derived) && !link.isImport && counted.contains(link.from)
      && counted.contains(link.to)
    {
      let pair = Pair(
        from: first?[link.from] ?? link.from, to: first?[link.to] ?? link.to)
      guard pair != last else { continue }
      last = pair
      if first == nil || seen.insert(pair).inserted { count += 1 }
    }
    return count
  }
}
