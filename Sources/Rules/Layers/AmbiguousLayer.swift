public import Architecture
public import Diagnostics
internal import Graph

/// A module lies in two layers.
///
/// The order of the entries decides nothing, so no one knows which rules hold for it.
public struct AmbiguousLayer: Rule {
  public static let id: RuleID = "ambiguous-layer"
  public static let summary = "a module is in two layers"

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    for module in layered.graph.modules where layered.layer(of: module) == nil {
      let layers = layered.layers(matching: module)
      guard layers.count > 1,
        layered.facts(of: module).isDisjoint(with: [.ignored, .unlayered])
      else { continue }
      let entries = layers.map { layered.configuration.layers[$0] }
      findings.add(
        .isInSeveralLayers(layered.graph.shownName(module), entries.map(\.name)), module: module,
        notes: entries.map { .init(.takes($0), at: $0.location) }, help: [.narrow])
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let narrow: Self = "narrow the patterns, so that one layer has it"

  fileprivate static func isInSeveralLayers(_ module: String, _ layers: [String]) -> Self {
    let names = layers.map { "'\($0)'" }
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    return "'\(module)' is in \(layers.count) layers: \(list)"
  }
}
