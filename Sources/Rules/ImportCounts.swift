internal import Architecture
internal import Diagnostics
public import Graph

/// The undeclared imports of some modules, by target and imported module.
public struct ImportCounts: Hashable, Sendable {
  public var reported = 0
  /// Those that another rule reports instead.
  public var ofOtherRules = 0
  /// Those that its option `transitive` turns off.
  public var transitive = 0

  /// Counts the imports of the modules that `isCounted`; `nil` if the rule is off.
  public init?(_ outcome: LintResult, where isCounted: (ModuleID) -> Bool) {
    let (layered, graph) = (outcome.graph, outcome.graph.graph)
    guard layered.configuration.turnsOn(.undeclaredImport) else { return nil }
    let rule = UndeclaredImport(
      options: layered.configuration.rules[.undeclaredImport]?.options ?? RuleOptions())
    let judged = Set(outcome.findings.compactMap { $0.linkBeforeImports(in: graph) })
    var seen: Set<[ModuleGraph.TargetKey]> = []
    for (link, isTransitive) in UndeclaredImport.imports(in: layered) where isCounted(link.from) {
      guard seen.insert(graph.targets(of: link)).inserted else { continue }
      let severity = rule.severity(
        isTransitive: isTransitive, isOfTests: layered.isTest(link.from), .error)
      if judged.contains(graph.targets(of: link)) {
        ofOtherRules += 1
      } else if severity == nil {
        transitive += 1
      } else {
        reported += 1
      }
    }
  }
}

extension Diagnostic {
  /// Returns the ends of the import that the finding is about, if `undeclared-import` is silent then.
  fileprivate func linkBeforeImports(in graph: ModuleGraph) -> [ModuleGraph.TargetKey]? {
    guard let number = subject.link,
      ruleCatalog.traits(of: rule).isDisjoint(with: [.yields, .judgesBinaries])
    else { return nil }
    let link = graph[LinkID(number)]
    return link.isImport ? graph.targets(of: link) : nil
  }
}
