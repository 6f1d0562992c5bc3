public import Diagnostics
public import Graph

/// How a link breaks the order of layers.
public enum LayerViolation: CaseIterable, Sendable {
  /// A link within a layer that forbids it.
  case sameLayer
  /// A link to a higher layer.
  case upward
  /// A link that exceeds the layer's `reach`.
  case layerReach

  /// The rules that report violations.
  public static let rules = Set(allCases.map(\.rule))

  /// The rule that reports it.
  public var rule: RuleID {
    switch self {
    case .sameLayer: .sameLayer
    case .upward: .upward
    case .layerReach: .layerReach
    }
  }
}

extension LayeredGraph {
  /// Returns the violation of a link, whether or not the rule is on.
  ///
  /// Returns `nil` for links that `test-support-in-product` reports.
  public func layerViolation(of link: Link) -> LayerViolation? {
    guard let violation = violation(of: link), !isReportedAsTestSupport(link) else { return nil }
    return violation
  }

  private func violation(of link: Link) -> LayerViolation? {
    guard let from = layer(of: link.from), let to = layer(of: link.to) else { return nil }
    if from == to { return linksPeer(link, in: from) ? .sameLayer : nil }
    if to < from { return isJudgedByLayers(link) ? .upward : nil }
    return exceedsReach(link, from: from, to: to) ? .layerReach : nil
  }

  private func linksPeer(_ link: Link, in layer: Int) -> Bool {
    guard isJudgedByLayers(link), !mayLinkAsPeers(link.from, link.to, ofLayer: layer) else {
      return false
    }
    let to = facts(of: link.to)
    guard to.isDisjoint(with: [.executable, .interface, .resources]) else { return false }
    return !(isTest(link.from) && to.contains(.testSupport))
  }

  private func exceedsReach(_ link: Link, from: Int, to: Int) -> Bool {
    switch configuration.layers[from].reach {
    case .below: return false
    case .next: if to == from + 1 { return false }
    case .layers(let layers): if layers.contains(to) { return false }
    }
    guard isJudgedByLayers(link), facts(of: link.to).isDisjoint(with: [.executable, .resources])
    else { return false }
    return !(isTest(link.from) && isTestSupport(link.to))
  }
}

/// The required relation between the layers of a link's ends.
public enum LayerRequirement: Sendable {
  /// No layer rule applies to the link.
  case none
  /// The linked module must be in the same layer or a lower one.
  case notAbove
  /// The linked module must be in a lower layer.
  case below
}

extension LayeredGraph {
  /// Whether the linking module can declare a protocol that the linked module implements.
  ///
  /// A module without dependents declares no protocols for others, and a module without code
  /// implements none.
  public func canInvert(_ link: Link) -> Bool {
    facts(of: link.from).isDisjoint(with: [
      .test, .testSupport, .executable, .unlayered, .resources,
    ])
      && facts(of: link.to).isDisjoint(with: [.unlayered, .external, .resources])
  }

  /// Returns the requirement of `same-layer` and `upward` for a link, independent of its layers.
  public func requirement(of link: Link) -> LayerRequirement {
    guard isJudgedByLayers(link) else { return .none }
    let to = facts(of: link.to)
    guard to.isDisjoint(with: [.executable, .interface, .resources]) else { return .notAbove }
    return isTest(link.from) && to.contains(.testSupport) ? .notAbove : .below
  }
}
