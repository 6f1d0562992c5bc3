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
    let isReached = reachedModules(layered)
    // A target is used if one of its platform variants is.
    var usedVariants: Set<Variant> = []
    for module in graph.builtIDs where isReached[Int(module.index)] {
      if let variant = Variant(graph[module]) { usedVariants.insert(variant) }
    }
    for module in graph.builtIDs where !isReached[Int(module.index)] {
      if let variant = Variant(graph[module]), usedVariants.contains(variant) { continue }
      guard layered.facts(of: module).isDisjoint(with: [.ignored, .unlayered]) else { continue }
      findings.add(
        .isReachedByNothing(layered.described(module)), module: module,
        help: [.remove(graph.shownName(module))])
    }
  }

  private struct Variant: Hashable {
    var name: String
    var spec: Int32

    init?(_ module: Module) {
      guard let name = module.unsuffixedName else { return nil }
      self.name = name
      spec = module.spec
    }
  }

  /// An ignored module keeps others alive: only judging it is out of the question.
  private func reachedModules(_ layered: LayeredGraph) -> [Bool] {
    let graph = layered.graph
    var isReached = [Bool](repeating: false, count: graph.modules.count)
    var open: [ModuleID] = []
    for module in graph.builtIDs {
      let facts = layered.facts(of: module)
      guard !facts.isDisjoint(with: [.test, .executable, .ignored]) else { continue }
      isReached[Int(module.index)] = true
      open.append(module)
    }
    while let module = open.popLast() {
      for number in graph.links(from: module) where !isReached[Int(graph.links[number].to.index)] {
        isReached[Int(graph.links[number].to.index)] = true
        open.append(graph.links[number].to)
      }
    }
    return isReached
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
