public import Architecture
internal import Diagnostics
internal import Graph

/// Reports modules with more dependencies than rules.yml allows.
///
/// Such a module is built late, changes often and does too much. Test bundles are exempt.
public enum MaxDependencies: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    let limit = findings.options.limit() ?? .max
    for module in graph.builtModules
    where layered.facts(of: module).isDisjoint(with: [.ignored, .unlayered, .test]) {
      var linked: Set<String> = []
      for link in graph.links(from: module)
      where layered.isJudged(link) && !link.isImport && link.from != link.to
        && graph[link.to].external == nil
      {
        linked.insert(graph.shownName(link.to))
      }
      guard linked.count > limit else { continue }
      findings.add(
        .linksTooMany(layered.described(module), linked.count, limit), module: module,
        help: [.split(graph.shownName(module))])
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func linksTooMany(_ module: String, _ count: Int, _ limit: Int) -> Self {
    "\(module) links \(count) modules, more than \(limit)"
  }

  fileprivate static func split(_ module: String) -> Self {
    "split '\(module)' by what each part links"
  }
}
