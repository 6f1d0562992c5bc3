public import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// Reports modules that match several layers.
///
/// The order of layers does not resolve the conflict, so it is undefined which rules apply.
public enum AmbiguousLayer: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    for module in layered.graph.modules where layered.layer(of: module) == nil {
      let layers = layered.layers(matching: module)
      guard layers.count > 1,
        layered.facts(of: module).isDisjoint(with: [.ignored, .unlayered])
      else { continue }
      let entries = layers.map { layered.configuration.layers[$0] }
      findings.add(
        .isInSeveralLayers(layered.graph.shownName(module), entries.map(\.name)), module: module,
        notes: entries.map { .init(.patterns(of: $0), at: $0.location) }, help: [.narrow])
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let narrow: Self = "narrow the patterns so that only one layer matches"

  fileprivate static func isInSeveralLayers(_ module: String, _ layers: [String]) -> Self {
    "'\(module)' is in \(layers.count) layers: \(layers.quoted.joinedByAnd)"
  }
}
