public import Architecture
public import Diagnostics
internal import Graph

/// No product and no test reaches a module.
///
/// It is read, built and kept up to date for nobody. A product is whatever starts a process.
public struct Orphan: Rule {
  public static let id: RuleID = "orphan"
  public static let summary = "no product and no test reaches the module"
  public static let defaultSeverity: Severity? = nil

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    // An ignored module keeps others alive: only judging it is out of the question.
    let reached = graph.reachable(
      from: graph.builtModules.filter { module in
        !layered.facts(of: module).isDisjoint(with: [.test, .executable, .ignored])
          || graph[module].roles.contains(.untyped)
      })
    // A target is used if one of its platform variants is.
    let usedTargets = Set(reached.map { graph.target(of: $0) })
    for module in graph.builtModules where !usedTargets.contains(graph.target(of: module)) {
      guard layered.facts(of: module).isDisjoint(with: [.ignored, .unlayered]) else { continue }
      findings.add(
        .isReachedByNothing(layered.described(module)), module: module,
        help: [.remove(graph.shownName(module))])
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func isReachedByNothing(_ module: String) -> Self {
    "no product and no test reaches \(module)"
  }

  fileprivate static func remove(_ module: String) -> Self {
    "remove '\(module)', or link it where it is needed"
  }
}
