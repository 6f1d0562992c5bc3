extension NodeStyle {
  /// What differs from the default node, each with a comma before it.
  var attributes: String {
    var attributes = isStatic ? ", peripheries=2" : ""
    switch kind {
    case .module: break
    case .program: attributes += ", style=\"filled,bold\""
    case .interface: attributes += ", shape=ellipse, style=filled"
    case .tests: attributes += ", shape=note, style=filled"
    case .external: attributes += ", style=\"filled,dashed\""
    }
    switch change {
    case .added: attributes += ", color=\"#2e7d32\", fontcolor=\"#2e7d32\""
    case .removed: attributes += ", color=\"#90a4ae\", fontcolor=\"#90a4ae\""
    case nil: break
    }
    return attributes
  }
}

extension EdgeStyle {
  /// What differs from the default edge, each with a comma before it.
  func attributes(isTurned: Bool) -> String {
    let turn = isTurned ? ", dir=back" : ""
    switch self {
    case .link: return turn
    case .fault: return turn + ", color=\"#d32f2f\", penwidth=1.8"
    case .cut: return turn + ", color=\"#d32f2f\", penwidth=1.8, style=dashed"
    case .known:
      let arrow = isTurned ? "arrowtail" : "arrowhead"
      return turn + ", color=\"#b0bec5\", penwidth=1.8, \(arrow)=onormal"
    case .added: return turn + ", color=\"#2e7d32\", penwidth=2.4"
    case .removed: return turn + ", color=\"#90a4ae\", style=dashed"
    }
  }
}
