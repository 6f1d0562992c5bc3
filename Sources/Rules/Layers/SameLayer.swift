public import Architecture
internal import Diagnostics
internal import Graph

/// Reports links between modules of one layer.
///
/// Links within a layer can grow into cycles; forbidding them rules cycles out. Interfaces hold
/// protocols and plain types only, so they may be linked within a layer.
public struct SameLayer: Rule {
  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let layers = layered.configuration.layers
    guard !layers.allSatisfy(\.allowsAllPeers) else { return }
    let links = layered.graph.links.filter { layered.layerViolation(of: $0) == .sameLayer }
    guard !links.isEmpty else { return }
    let advice = InterfaceAdvice(layered)
    for link in links {
      guard let layer = layered.layer(of: link.from) else { continue }
      findings.add(
        .linksPeer(
          link.verb, layered.graph.shownName(link.from), layered.graph.shownName(link.to),
          layers[layer].name),
        link: link, notes: slices(of: link, layers[layer], layered),
        help: advice.help(link))
    }
  }

  /// Returns the slices of the ends of a link, if slices divide their layer.
  private func slices(
    of link: Link, _ layer: Configuration.Layer, _ layered: LayeredGraph
  ) -> [Diagnostic.Note] {
    guard case .within(let pattern) = layer.peers else { return [] }
    let slices = [link.from, link.to].map { module in
      (layered.graph.shownName(module), layered.slices.folder(of: module))
    }
    return [.init(.divides(layer.name, pattern, slices), at: pattern.location)]
  }
}

extension Diagnostic.Message {
  fileprivate static func linksPeer(
    _ verb: String, _ from: String, _ to: String, _ layer: String
  ) -> Self {
    "'\(from)' \(verb) '\(to)' of its own layer '\(layer)'"
  }

  fileprivate static func divides(
    _ layer: String, _ pattern: Pattern, _ slices: [(module: String, folder: String?)]
  ) -> Self {
    let places = slices.map { slice in
      slice.folder.map { "'\(slice.module)' is in slice '\($0)'" }
        ?? "'\(slice.module)' is in no slice"
    }
    return "'\(pattern.text)' divides layer '\(layer)': \(places.joined(separator: ", "))"
  }
}
