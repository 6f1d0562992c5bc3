public import Architecture
internal import Diagnostics
internal import Graph

/// Reports modules that no product and no test reaches.
///
/// Such a module is read, built and maintained without effect. A product is an executable target,
/// or a package product if the workspace has no application but samples.
public enum Orphan: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    for module in Self.unreached(layered).judged {
      findings.add(
        .isReachedByNothing(layered.described(module)), module: module,
        help: [.remove(layered.graph.shownName(module))])
    }
  }

  /// Returns the modules that are not reached, and apart from them those that unread packages may
  /// reach.
  static func unreached(_ layered: LayeredGraph) -> (judged: [ModuleID], unjudged: [ModuleID]) {
    let graph = layered.graph
    // An ignored module keeps its dependencies in use although it is not judged.
    let offered = offered(by: graph)
    let reached = graph.reachable(
      from: graph.builtModules.filter { module in
        !layered.facts(of: module).isDisjoint(with: [.test, .executable, .ignored])
          || graph[module].roles.contains(.untyped) || offered.contains(module)
      })
    // A target is used if one of its platform variants is.
    let usedTargets = Set(reached.map { graph.target(of: $0) })
    let unreached = graph.builtModules.filter { module in
      !usedTargets.contains(graph.target(of: module))
        && layered.facts(of: module).isDisjoint(with: [.ignored, .unlayered])
    }
    let possible = graph.modulesReachable(throughUnreadOf: reached)
    return (
      unreached.filter { !possible.contains($0) }, unreached.filter { possible.contains($0) }
    )
  }
}

extension Orphan {
  /// Returns the targets of package products that nothing else uses, if there is no application
  /// but samples.
  ///
  /// - Complexity: O(*n* + *m*).
  private static func offered(by graph: ModuleGraph) -> Set<ModuleID> {
    guard graph.specs.contains(where: \.isPackage),
      graph.builtModules.allSatisfy({ !graph[$0].roles.contains(.app) || isSample($0, in: graph) })
    else { return [] }
    let used = Set(graph.links.filter { graph[$0.from].spec != graph[$0.to].spec }.map(\.to))
    var targets: [Int: [String: ModuleID]] = [:]
    for module in graph.builtModules {
      let spec = graph[module].spec
      if graph.specs[spec].isPackage { targets[spec, default: [:]][graph[module].name] = module }
    }
    return Set(
      targets.flatMap { spec, modules in
        graph.specs[spec].products.map { $0.targets.compactMap { modules[$0] } }
          .filter(used.isDisjoint(with:)).joined()
      })
  }

  /// Whether an application shows how to use a package: it or a folder of its spec is called so.
  private static func isSample(_ module: ModuleID, in graph: ModuleGraph) -> Bool {
    let folders = graph.spec(of: module)?.folder.split(separator: "/") ?? []
    return ([graph[module].name[...]] + folders).contains { part in
      let name = part.lowercased()
      return ["demo", "example", "playground", "sample"].contains { word in
        name.hasPrefix(word) || name.hasSuffix(word) || name.hasSuffix(word + "s")
      }
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
