public import Graph

/// Where the layers of a link's two ends must stand to each other.
public enum LayerDuty: Sendable {
  /// Anywhere: no rule on layers judges the link.
  case none
  /// The linked module may lie in the same layer or in a lower one.
  case notAbove
  /// The linked module must lie in a lower layer.
  case below
}

extension LayeredGraph {
  /// What `same-layer` and `upward` together ask of a link, whatever the layers of its ends are.
  public func duty(of link: Link) -> LayerDuty {
    guard isJudgedByLayers(link) else { return .none }
    let to = facts(of: link.to)
    guard to.isDisjoint(with: [.executable, .interface]) else { return .notAbove }
    return isTest(link.from) && to.contains(.testSupport) ? .notAbove : .below
  }
}
