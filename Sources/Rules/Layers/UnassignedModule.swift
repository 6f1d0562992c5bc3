public import Architecture
internal import Diagnostics
internal import Graph
internal import Paths

/// Reports modules that are in no layer.
///
/// No rule restricts the links from or to such a module.
public enum UnassignedModule: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let layers = layered.configuration.layers
    let unassigned = layered.unassignedModules
    guard !unassigned.isEmpty else { return }
    let mistyped = MistypedLayers(layered)
    for module in unassigned {
      findings.add(
        .isInNoLayer(
          layered.graph.shownName(module), layered.graph.folder(of: module)?.path ?? ""),
        module: module, notes: layers.map { .init(.patterns(of: $0), at: $0.location) },
        help: [Self.advice(on: module, in: layered.graph)]
          + layered.exclusion(of: module),
        causes: mistyped.places(of: module))
    }
  }
}

extension LayeredGraph {
  var unassignedModules: [ModuleID] {
    guard !configuration.layers.isEmpty, !configuration.hasUncertainLayers else { return [] }
    return graph.builtModules.filter { module in
      layer(of: module) == nil && layers(matching: module).isEmpty
        && facts(of: module).isDisjoint(with: [.ignored, .unlayered])
    }
  }
}

extension UnassignedModule {
  /// Suggests moving a package as a whole.
  private static func advice(
    on module: ModuleID, in graph: ModuleGraph
  ) -> Diagnostic.Message {
    if let package = graph.spec(of: module), package.isPackage, !package.folder.isEmpty {
      return .move("package '\(package.project)'", RulesFile.pattern(folder: package.folder))
    }
    return .move(
      "'\(graph.shownName(module))'", pattern(for: graph.folder(of: module)?.path ?? ""))
  }

  /// Returns the pattern for a folder and everything below it.
  ///
  /// A folder such as `Sources` is replaced by its parent.
  private static func pattern(for folder: String) -> String? {
    let outer = Path.folder(of: folder)
    let isForSources = ["sources", "source", "src"].contains(
      Path.lastComponent(folder).lowercased())
    let own = isForSources && !outer.isEmpty ? outer : folder
    return own.isEmpty ? nil : RulesFile.pattern(folder: own)
  }
}

extension Diagnostic.Message {
  fileprivate static func isInNoLayer(_ module: String, _ folder: String) -> Self {
    folder.isEmpty ? "'\(module)' is in no layer" : "'\(module)' in '\(folder)' is in no layer"
  }

  fileprivate static func move(_ subject: String, _ pattern: String?) -> Self {
    let pattern =
      pattern.map { "a pattern for its folder, such as '\($0)'," } ?? "a pattern for its name"
    return
      "move \(subject) to the folder of the layer it belongs to, or add \(pattern) to that layer"
  }
}
