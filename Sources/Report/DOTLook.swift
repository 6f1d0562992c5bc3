/// How a module is drawn; kinds are told apart by shape and border, not by colour.
struct Look: Hashable {
  enum Kind: CaseIterable {
    case program
    case module
    case interface
    case tests
    case external
  }

  var kind: Kind
  var isStatic: Bool

  init(kind: Kind, isStatic: Bool = false) {
    self.kind = kind
    self.isStatic = isStatic
  }

  init(_ node: GraphView.Node) {
    let kinds: [(Kind, Bool)] = [
      (.external, node.isExternal), (.tests, node.isForTests), (.interface, node.isInterface),
      (.program, node.roles.contains(.executable) || node.roles.contains(.app)),
    ]
    kind = kinds.first { $0.1 }?.0 ?? .module
    isStatic = node.isStatic
  }

  /// What differs from the default node, each with a comma before it.
  var attributes: String {
    let border = isStatic ? ", peripheries=2" : ""
    switch kind {
    case .module: return border
    case .program: return border + ", style=\"filled,bold\""
    case .interface: return border + ", shape=ellipse, style=filled"
    case .tests: return border + ", shape=note, style=filled"
    case .external: return border + ", style=\"filled,dashed\""
    }
  }

  var title: String {
    switch kind {
    case .program: "program"
    case .module: isStatic ? "static library" : "module"
    case .interface: "interface"
    case .tests: "for tests"
    case .external: "external"
    }
  }
}

/// How a link is drawn.
enum Stroke: CaseIterable {
  case link
  case fault
  case cut
  case known

  init(_ edge: GraphView.Edge) {
    self = edge.rules.isEmpty ? .link : edge.isKnown ? .known : edge.isCut ? .cut : .fault
  }

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
    }
  }

  var title: String {
    switch self {
    case .link: "links"
    case .fault: "breaks a rule"
    case .cut: "to cut"
    case .known: "known"
    }
  }
}
