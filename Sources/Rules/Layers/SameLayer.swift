public import Diagnostics
internal import Graph

/// A module links a module of its own layer.
///
/// Two modules that link each other compile until the day they do not; forbidding the layer forbids
/// the cycle. Interfaces hold protocols and plain types only, so they may be linked within a layer.
public struct SameLayer: Rule {
  public static let id: RuleID = "same-layer"
  public static let summary = "a module links a module of its own layer"

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let allowsPeers = layered.configuration.layers.map(\.allowsPeers)
    guard allowsPeers.contains(false) else { return }
    var advice: InterfaceAdvice?
    for link in layered.graph.links {
      guard let layer = Self.brokenLayer(link, layered), !allowsPeers[layer] else { continue }
      if advice == nil { advice = InterfaceAdvice(layered) }
      findings.add(
        .linksPeer(
          layered.graph.shownName(link.from), layered.graph.shownName(link.to),
          layered.configuration.layers[layer].name),
        link: link, help: advice?.help(link) ?? [])
    }
  }

  /// Whether a rule about this layer forbids the link.
  static func isBroken(by link: Link, in layered: LayeredGraph) -> Bool {
    guard let layer = brokenLayer(link, layered) else { return false }
    return !layered.configuration.layers[layer].allowsPeers
  }

  private static func brokenLayer(_ link: Link, _ layered: LayeredGraph) -> Int? {
    guard let layer = layered.layer(of: link.from), layer == layered.layer(of: link.to),
      layered.isJudgedByLayers(link)
    else { return nil }
    let to = layered.facts(of: link.to)
    guard to.isDisjoint(with: [.executable, .interface, .resources]) else { return nil }
    return layered.isTest(link.from) && to.contains(.testSupport) ? nil : layer
  }
}

extension Diagnostic.Message {
  fileprivate static func linksPeer(_ from: String, _ to: String, _ layer: String) -> Self {
    "'\(from)' links '\(to)' of its own layer '\(layer)'"
  }
}
