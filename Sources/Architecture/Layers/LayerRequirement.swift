public import Graph

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
  public func duty(of link: Link) -> LayerRequirement {
    guard isJudgedByLayers(link) else { return .none }
    let to = facts(of: link.to)
    guard to.isDisjoint(with: [.executable, .interface, .resources]) else { return .notAbove }
    return isTest(link.from) && to.contains(.testSupport) ? .notAbove : .below
  }
}
