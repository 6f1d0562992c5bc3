internal import Text

extension GraphStatistics {
  /// The most facts that a run ends with.
  public static let mostFacts = 2

  /// Returns sentences on what a team may not know of its modules, the most telling first; empty
  /// for a graph as one expects it.
  ///
  /// Measures what a change rebuilds in modules, not in lines: no source is read.
  ///
  /// - Complexity: O(*n* · (*n* + *m*) / 64).
  public func surprisingFacts(of graph: GraphView) -> [String] {
    [crowdedLayer, longChain(in: graph), centre(of: graph)].compactMap { $0 }
  }

  /// A layer with most of the modules, which divides nothing.
  private var crowdedLayer: String? {
    guard modules.count >= Self.manyModules,
      let largest = layers.max(by: { $0.moduleCount < $1.moduleCount }), let name = largest.name,
      largest.moduleCount * 4 >= modules.count * 3
    else { return nil }
    let part =
      largest.moduleCount == modules.count
      ? "all \(modules.count) modules" : "\(largest.moduleCount) of \(modules.count) modules"
    return "\(part) are in one layer, '\(name)'".escapedForTerminal
  }

  /// A chain of modules that is longer than the layers make it.
  private func longChain(in graph: GraphView) -> String? {
    let count = depth + 1
    guard count >= Self.longChain, count > graph.layers.count, let first = criticalPath.first,
      let last = criticalPath.last
    else { return nil }
    let ends = [graph.edges[first].from, graph.edges[first].to, graph.edges[last].to]
    let names = ends.map { graph.nodes[$0].name.escapedForTerminal }
    return
      "\(count) modules in a row wait for each other: \(names[0]) → \(names[1]) → … → \(names[2])"
  }

  /// A module that most others need.
  private func centre(of graph: GraphView) -> String? {
    var measured = self
    measured.measureRebuilds(of: graph.nodes.map { _ in 1 }, in: graph)
    guard modules.count >= Self.manyModules,
      let row = measured.modules.max(by: { ($0.rebuilds ?? 0) < ($1.rebuilds ?? 0) }),
      let share = row.rebuilds, share >= 0.75
    else { return nil }
    let count = Int((share * Double(graph.nodes.count)).rounded())
    let name = graph.nodes[row.node].name.escapedForTerminal
    return "a change to \(name) builds \(count) of \(graph.nodes.count) modules again"
  }

  private static let manyModules = 8
  private static let longChain = 6
}
