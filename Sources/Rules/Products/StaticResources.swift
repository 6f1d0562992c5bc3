public import Architecture
internal import Diagnostics
import Graph
internal import Text

/// Reports static libraries and frameworks with resources that no application copies.
///
/// An archive contains only code. A static framework is a folder, but an application copies it only
/// if it embeds the framework.
public enum StaticResources: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard let resources = layered.reading.resources else { return }
    let graph = layered.graph
    let views = findings.linkage()
    let apps = graph.builtModules.filter {
      graph[$0].roles.contains(.app) && !layered.isIgnored($0) && !layered.isTestSupport($0)
    }
    let shipped = views.reduce(into: ModuleSet()) {
      $0.formUnion($1.reachable(from: apps, along: .loads))
    }
    let candidates = graph.builtModules.filter {
      shipped.contains($0) && !layered.isIgnored($0) && layered.mayLoseResources($0)
    }
    var known = KnownResources(graph: graph, find: resources)
    known.look(into: candidates)
    let lost = candidates.filter { !known[$0].isEmpty }
    guard !lost.isEmpty else { return }
    // Another module with the same files that is a bundle copies them.
    let copying = graph.builtModules.filter { graph[$0].holdsResources }
    known.look(into: copying)
    let products = apps.map { app in
      ShippedResources(of: app, beside: copying, known, views, graph)
    }
    for module in lost {
      let own = products.filter { $0.loaded.contains(module) }
      let paths = known[module].filter { path in own.contains { !$0.copied.contains(path) } }
      guard let first = paths.first else { continue }
      let name = graph.shownName(module)
      let isFramework = graph[module].type.isFramework
      findings.add(
        .loses(name, first, more: paths.count - 1, isFramework: isFramework), module: module,
        help: isFramework ? [.embed(name), .makeBundle(name)] : [.makeBundle(name)])
    }
  }
}

/// The modules that an application loads, and the resources that it and what it embeds copy.
private struct ShippedResources {
  var loaded: ModuleSet = []
  var copied: Set<String> = []

  init(
    of app: ModuleID, beside copying: [ModuleID], _ known: KnownResources,
    _ views: [PlatformLinkage], _ graph: ModuleGraph
  ) {
    var parts: ModuleSet = []
    for view in views {
      loaded.formUnion(view.reachable(from: [app], along: .loads))
      parts.formUnion(
        graph.reachable(from: [app]) { !view.uses[$0.id].isDisjoint(with: [.loads, .embeds]) })
    }
    // `missing-bundle` asks who copies a resource bundle.
    for module in copying where parts.contains(module) || graph[module].type == .bundle {
      copied.formUnion(known[module])
    }
  }
}

extension LayeredGraph {
  /// Whether a module is a static library or framework by its type, and no application copies it.
  fileprivate func mayLoseResources(_ module: ModuleID) -> Bool {
    guard graph[module].linkage == .static else { return false }
    switch graph[module].type {
    case .staticLibrary: return true
    case .staticFramework:
      return configuration.xcodeGen == .recorded
        && !graph.links(to: module).contains { $0.flags.contains(.embedded) }
    default: return false
    }
  }
}

extension Module {
  fileprivate var holdsResources: Bool {
    !roles.isDisjoint(with: [.app, .appExtension, .resourceBundle])
      || type.isFramework && isDynamicSomewhere
  }
}

/// The resources of modules, searched once per spec.
struct KnownResources {
  let graph: ModuleGraph
  let find: (@Sendable (_ spec: Int, _ targets: Set<String>) -> [String: [String]])?
  private(set) var paths: [ModuleID: [String]] = [:]

  subscript(module: ModuleID) -> [String] { paths[module] ?? [] }

  mutating func look(into modules: [ModuleID]) {
    guard let find else { return }
    let modules = modules.filter { paths[$0] == nil }
    for (spec, own) in Dictionary(grouping: modules, by: { graph[$0].spec }) where spec >= 0 {
      let found = find(spec, Set(own.map { graph[$0].baseName }))
      for module in own { paths[module] = found[graph[module].baseName] ?? [] }
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func loses(
    _ module: String, _ path: String, more: Int, isFramework: Bool
  ) -> Self {
    let others = more == 0 ? "" : more == 1 ? " and 1 more resource" : " and \(more) more resources"
    return isFramework
      ? "static framework '\(module)' has '\(path)'\(others), and no application embeds it"
      : "static library '\(module)' has '\(path)'\(others), which nothing copies"
  }

  fileprivate static func embed(_ module: String) -> Self {
    "declare `embed: true` in the dependency of the application on '\(module)'"
  }

  fileprivate static func makeBundle(_ module: String) -> Self {
    "move the resources of '\(module)' to a target of type `bundle`"
  }
}
