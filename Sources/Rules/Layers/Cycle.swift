public import Architecture
internal import Diagnostics
internal import Graph

/// Reports modules that depend on each other in a cycle.
///
/// None of them can be built, tested or understood without the others. For each strongly connected
/// component, the rule reports the cheapest set of links to cut, each with a cycle.
public enum Cycle: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    guard !graph.stronglyConnectedComponents().cyclic.isEmpty else { return }
    let declared = graph.subgraph { Self.ordersBuild($0, in: layered) }

    // Excepted and known links are cut first, so that they do not change the choice of the others.
    let settled = Self.cyclicLinks(of: declared).filter {
      layered.isExcepted($0, from: .cycle) || layered.isKnown($0, as: .cycle)
    }
    // Reports them nevertheless, so that the exception or the baseline entry counts as used.
    for link in settled { report(link, declared, layered, &findings) }

    let isSettled = LinkSet(settled.map(\.id))
    let rest = declared.filter { !isSettled.contains($0.id) }
    for link in rest.cuts(weight: ArcWeights(layered).weight(of:)) {
      report(link, rest, layered, &findings)
    }
  }

  /// Excludes links between pods: subspecs are parts of one pod and may depend on each other.
  private static func ordersBuild(_ link: Link, in layered: LayeredGraph) -> Bool {
    layered.isJudged(link) && layered.graph.builtModules.contains(link.from)
  }

  private static func cyclicLinks(of subgraph: Subgraph) -> [Link] {
    let components = subgraph.stronglyConnectedComponents()
    return components.cyclicModules.flatMap { members in
      members.flatMap { module in
        subgraph.links(from: module).filter { components.areTogether(module, $0.to) }
      }
    }
  }

  private static func report(
    _ link: Link, _ subgraph: Subgraph, _ layered: LayeredGraph, _ findings: inout Findings
  ) {
    guard let cycle = subgraph.shortestCycle(through: link) else {
      preconditionFailure("a link inside a component lies on a cycle")
    }
    guard link.from != link.to else {
      let name = layered.graph.shownName(link.from)
      findings.add(.linksItself(name), link: link, help: [.drop(name)])
      return
    }
    let names = cycle.map { layered.graph.shownName($0.from) }
    findings.add(
      .closesCycle(link.verb, layered.described(link.from), layered.described(link.to), names),
      link: link,
      help: help(link, in: layered), chain: cycle,
      causes: link.isImport ? [layered.place(of: link)] : [])
  }

  private static func help(_ link: Link, in layered: LayeredGraph) -> [Diagnostic.Message] {
    let (from, to) = (layered.graph.shownName(link.from), layered.graph.shownName(link.to))
    let facts = layered.facts(of: link.from).union(layered.facts(of: link.to))
    // Aggregates, legacy targets and resource bundles have no code to move.
    if !facts.isDisjoint(with: [.unlayered, .resources]) { return [.drop(to, from)] }
    return (layered.canInvert(link) ? [.invert(from, to)] : []) + [.moveDown(from, to)]
  }
}

extension Subgraph {
  /// Returns the links to cut so that no cycle remains, by component.
  ///
  /// Platform variants are one target, whose links are written once: what is cut for one platform
  /// is cut for the next, so that of links that cost the same, one of several platforms is cut.
  fileprivate func cuts(weight: (Link) -> Int) -> [Link] {
    let components = stronglyConnectedComponents()
    var uses: [[ModuleGraph.TargetKey]: Int] = [:]
    for members in components.cyclicModules {
      let inside = members.flatMap { links(from: $0) }.filter {
        components.areTogether($0.from, $0.to)
      }
      for targets in Set(inside.map(graph.targets(of:))) { uses[targets, default: 0] += 1 }
    }
    var cuts: [Link] = []
    var cutTargets: Set<[ModuleGraph.TargetKey]> = []
    func isCut(_ link: Link) -> Bool {
      !cutTargets.isEmpty && cutTargets.contains(graph.targets(of: link))
    }
    for members in components.cyclicModules {
      var (rest, parts) = (self, [members])
      if members.contains(where: { links(from: $0).contains(where: isCut) }) {
        let component = ModuleSet(members)
        rest = filter {
          component.contains($0.from) && component.contains($0.to) && !isCut($0)
        }
        parts = rest.stronglyConnectedComponents().cyclicModules
      }
      for part in parts {
        let links = rest.minimumFeedbackArcSet(of: part, merging: graph.target(of:)) { link in
          weight(link) - (uses[graph.targets(of: link)] ?? 0 > 1 ? 1 : 0)
        }
        cuts += links
        cutTargets.formUnion(links.map(graph.targets(of:)))
      }
    }
    return cuts
  }
}

/// The cost of cutting a link: no legal link is cut to spare links that must be removed anyway.
private struct ArcWeights {
  private let layered: LayeredGraph
  /// More than the total cost of all links that violate a layer rule and all imports, and than all
  /// that is taken off for preferred ones.
  private let legal: Int

  init(_ layered: LayeredGraph) {
    self.layered = layered
    legal = 3 * layered.graph.links.count + 1
  }

  private func isViolation(_ link: Link) -> Bool {
    layered.layerViolation(of: link).map { layered.configuration.severity(of: $0) != nil } ?? false
  }

  func weight(of link: Link) -> Int {
    // A resource bundle needs none of its dependencies. An undeclared import is a fault as well,
    // but if it violates no layer rule, declaring it is enough.
    let mustGo = layered.facts(of: link.from).contains(.resources) || isViolation(link)
    let weight = mustGo ? 1 : link.isImport ? 2 : legal
    // Among equally cheap cuts, prefers the one with an exception. The bonus of all links together
    // is less than one step between two weights.
    return weight * legal - (layered.wasExcepted(link, from: .cycle) ? 2 : 0)
  }
}

extension Diagnostic.Message {
  /// The maximum number of names in the sentence; the chain has all of them.
  private static let mostNames = 8

  fileprivate static func linksItself(_ module: String) -> Self { "'\(module)' links itself" }

  fileprivate static func closesCycle(
    _ verb: String, _ from: String, _ to: String, _ names: [String]
  ) -> Self {
    var shown = names
    if names.count > mostNames {
      shown = Array(names.prefix(mostNames - 1)) + ["… \(names.count - mostNames + 1) more …"]
    }
    let cycle = (shown + names.prefix(1)).joined(separator: " → ")
    return "\(from) \(verb) \(to), which creates a dependency cycle: \(cycle)"
  }

  fileprivate static func drop(_ module: String) -> Self {
    "drop the dependency of '\(module)' on itself"
  }

  fileprivate static func drop(_ head: String, _ tail: String) -> Self {
    "drop the dependency of '\(tail)' on '\(head)'"
  }

  fileprivate static func invert(_ from: String, _ to: String) -> Self {
    "invert this link: declare a protocol in '\(from)' that '\(to)' implements"
  }

  fileprivate static func moveDown(_ from: String, _ to: String) -> Self {
    "move what '\(from)' needs of '\(to)' to a module below both"
  }
}
