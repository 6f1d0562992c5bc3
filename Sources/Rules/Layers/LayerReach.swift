public import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// Reports links past the layers that a layer may reach.
///
/// Some layers exist to hide the layers below them; a link past them leaks what they hide.
public enum LayerReach: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    for link in layered.graph.links where layered.layerViolation(of: link) == .layerReach {
      guard let layer = layered.layer(of: link.from) else { continue }
      let names = Self.reachableLayers(of: layer, in: layered)
      findings.add(
        .linksTooFar(
          link.verb, layered.described(link.from), layered.described(link.to),
          layered.configuration.layers[layer].name),
        link: link,
        help: names.isEmpty ? [] : [.goThrough(names, layered.graph.shownName(link.to))])
    }
  }

  private static func reachableLayers(of layer: Int, in layered: LayeredGraph) -> [String] {
    let layers = layered.configuration.layers
    return switch layers[layer].reach {
    case .below: []
    case .next: layers.dropFirst(layer + 1).prefix(1).map(\.name)
    case .layers(let numbers): numbers.sorted().map { layers[$0].name }
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func linksTooFar(
    _ verb: String, _ from: String, _ to: String, _ layer: String
  ) -> Self {
    "\(from) \(verb) \(to), which '\(layer)' may not reach"
  }

  fileprivate static func goThrough(_ layers: [String], _ to: String) -> Self {
    let names = layers.quoted.joinedByOr
    return "go through a module of layer \(names) that uses '\(to)'"
  }
}
