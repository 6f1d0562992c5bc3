public import Graph

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
    return facts(of: link.to).isDisjoint(with: [.executable, .interface, .resources])
      ? .below : .notAbove
  }
}
