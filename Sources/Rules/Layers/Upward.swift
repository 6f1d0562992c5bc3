public import Architecture
internal import Diagnostics
internal import Graph

/// Reports links to modules of a higher layer.
///
/// Layers order a workspace from products down to foundations. An upward link makes the lower
/// module unusable without the higher one and is half of every cycle between layers.
public enum Upward: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    for link in layered.graph.links where layered.layerViolation(of: link) == .upward {
      let (from, to) = (layered.graph.shownName(link.from), layered.graph.shownName(link.to))
      let layer = layered.layerName(of: link.from) ?? ""
      findings.add(
        .linksUpward(link.verb, from, layer, to, layered.layerName(of: link.to) ?? ""), link: link,
        help: Self.help(link, in: layered))
    }
  }

  private static func help(_ link: Link, in layered: LayeredGraph) -> [Diagnostic.Message] {
    var help: [Diagnostic.Message] = []
    let to = layered.graph.shownName(link.to)
    if layered.canInvert(link) {
      help.append(.invert(layered.graph.shownName(link.from), to))
    }
    if let number = layered.layer(of: link.from), number + 1 < layered.configuration.layers.count {
      help.append(.moveDown(to, layered.configuration.layers[number].name))
    }
    return help
  }
}

extension Diagnostic.Message {
  fileprivate static func linksUpward(
    _ verb: String, _ from: String, _ fromLayer: String, _ to: String, _ toLayer: String
  ) -> Self {
    "'\(from)' of layer '\(fromLayer)' \(verb) '\(to)' of the higher layer '\(toLayer)'"
  }

  fileprivate static func invert(_ from: String, _ to: String) -> Self {
    "invert it: declare a protocol in '\(from)' that '\(to)' implements"
  }

  fileprivate static func moveDown(_ to: String, _ layer: String) -> Self {
    "move the part of '\(to)' that is needed to a layer below '\(layer)'"
  }
}
