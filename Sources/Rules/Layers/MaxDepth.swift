public import Architecture
internal import Diagnostics
internal import Graph

/// Reports chains of links that are longer than rules.yml allows.
///
/// The longest chain limits the parallelism of a build. Chains start at any module; links inside a
/// cycle do not count. Test bundles and test support are exempt.
public enum MaxDepth: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    let limit = findings.options.limit() ?? .max
    // Aggregates order the build of their dependencies, so chains pass through them.
    let judged = graph.subgraph {
      layered.isJudged($0) && !$0.isImport && graph[$0.to].external == nil
    }
    let chains = judged.longestChains()
    var deepest: [ModuleGraph.TargetKey: ModuleID] = [:]
    for module in graph.builtModules where chains.depth(of: module.number) > limit {
      guard layered.facts(of: module).isDisjoint(with: [.test, .testSupport, .unlayered]) else {
        continue
      }
      // Reports only the deepest platform variant of a target.
      let target = graph.target(of: module)
      let known = deepest[target].map { chains.depth(of: $0.number) } ?? 0
      if chains.depth(of: module.number) > known { deepest[target] = module }
    }
    for module in deepest.values.sorted() {
      let chain = chains.longestChain(from: module.number).map(judged.link)
      guard let last = chain.last else { continue }
      let depth = chains.depth(of: module.number)
      var subject = layered.subject(module)
      subject.chain = layered.chain(chain)
      findings.add(
        .isTooDeep(
          layered.described(module), depth, limit, graph.shownName(last.to)),
        at: graph[module].location, help: [.shorten(graph.shownName(module))], subject: subject)
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func isTooDeep(
    _ module: String, _ depth: Int, _ limit: Int, _ last: String
  ) -> Self {
    "\(module) starts a chain of \(depth) links down to '\(last)', more than \(limit)"
  }

  fileprivate static func shorten(_ module: String) -> Self {
    "let '\(module)' link what it needs more directly, or merge modules of the chain"
  }
}
