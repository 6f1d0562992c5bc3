public import Diagnostics
public import Graph

/// How a link breaks the order of layers.
public enum LayerViolation: CaseIterable, Sendable {
  /// It stays within a layer whose modules may not link each other.
  case sameLayer
  /// It leads to a higher layer.
  case upward
  /// It leads past the layers that its own may link.
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
  /// How a link breaks the order of layers, whether or not a rule reports it; `nil` if it does not, or if it is
  /// reported for bringing test support to a product.
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

/// Where the layers of a link's two ends must stand to each other.
public enum LayerRequirement: Sendable {
  /// Anywhere: no rule on layers judges the link.
  case none
  /// The linked module may lie in the same layer or in a lower one.
  case notAbove
  /// The linked module must lie in a lower layer.
  case below
}

extension LayeredGraph {
  /// Whether the tail of a link can declare a protocol that its head implements: what nobody links
  /// has no protocols for others, and what has no code implements none.
  public func canInvert(_ link: Link) -> Bool {
    facts(of: link.from).isDisjoint(with: [
      .test, .testSupport, .executable, .unlayered, .resources,
    ])
      && facts(of: link.to).isDisjoint(with: [.unlayered, .external, .resources])
  }

  /// What `same-layer` and `upward` together ask of a link, whatever the layers of its ends are.
  public func requirement(of link: Link) -> LayerRequirement {
    guard isJudgedByLayers(link) else { return .none }
    let to = facts(of: link.to)
    guard to.isDisjoint(with: [.executable, .interface, .resources]) else { return .notAbove }
    return isTest(link.from) && to.contains(.testSupport) ? .notAbove : .below
  }
}
