/// How a module is drawn in every format; kinds differ by shape and border, not by colour.
struct NodeStyle: Hashable {
  enum Kind: CaseIterable {
    case program
    case module
    case interface
    case tests
    case external
  }

  var kind: Kind
  var isStatic: Bool
  var change: GraphView.Change?

  init(kind: Kind, isStatic: Bool = false, change: GraphView.Change? = nil) {
    self.kind = kind
    self.isStatic = isStatic
    self.change = change
  }

  init(_ node: GraphView.Node) {
    let kinds: [(Kind, Bool)] = [
      (.external, node.isExternal), (.tests, node.isForTests), (.interface, node.isInterface),
      (.program, node.roles.contains(.executable) || node.roles.contains(.app)),
    ]
    kind = kinds.first { $0.1 }?.0 ?? .module
    isStatic = node.isStatic
    change = node.change
  }

  /// What the legend says.
  var title: String {
    switch change {
    case .added: return "+ added"
    case .removed: return "− removed"
    case nil: break
    }
    return switch kind {
    case .program: "program"
    case .module: isStatic ? "static library" : "module"
    case .interface: "interface"
    case .tests: "for tests"
    case .external: "external"
    }
  }

  /// The styles of nodes that need a word in a legend, of those in `graph`.
  static func legendEntries(in graph: GraphView) -> [NodeStyle] {
    let shown = Set(graph.nodes.map(NodeStyle.init))
    var nodeStyles = Kind.allCases.filter { kind in
      kind != .module && shown.contains { $0.kind == kind }
    }.map { NodeStyle(kind: $0) }
    if shown.contains(where: \.isStatic) {
      nodeStyles.append(NodeStyle(kind: .module, isStatic: true))
    }
    let changes: [GraphView.Change] = [.added, .removed]
    return nodeStyles
      + changes.filter { change in shown.contains { $0.change == change } }
      .map { NodeStyle(kind: .module, change: $0) }
  }
}

/// How a link is drawn in every format.
enum EdgeStyle: CaseIterable {
  case embedded
  case link
  case imported
  case violation
  case cut
  case known
  case added
  case removed

  init(_ edge: GraphView.Edge) {
    switch edge.change {
    case .removed: self = .removed
    case .added where edge.rules.isEmpty: self = .added
    case .added, nil:
      self =
        edge.rules.isEmpty
        ? Self(kindOf: edge) : edge.isKnown ? .known : edge.isCut ? .cut : .violation
    }
  }

  /// How it is drawn where nothing is the matter with it: `link`, `imported` or `embedded`.
  ///
  /// The last two are dotted, whatever else is the matter.
  init(kindOf edge: GraphView.Edge) {
    self = edge.isImport ? .imported : edge.isOnlyEmbedded ? .embedded : .link
  }

  /// What the legend says.
  var title: String {
    switch self {
    case .embedded: "only embeds"
    case .link: "links"
    case .imported: "only imported"
    case .violation: "breaks a rule"
    case .cut: "to cut"
    case .known: "known"
    case .added: "new link"
    case .removed: "removed link"
    }
  }

  /// The styles of edges that need a word in a legend, of those in `graph`.
  static func legendEntries(in graph: GraphView) -> [EdgeStyle] {
    var drawn = Set(graph.edges.map { EdgeStyle($0) })
    drawn.formUnion(graph.edges.map(EdgeStyle.init(kindOf:)))
    return allCases.filter { $0 != .link && drawn.contains($0) }
  }
}

extension GraphView.Node {
  /// The name, with what a group consists of and how it changed; as short as pictures need.
  var label: String {
    var label = name.shortened(to: 80)
    if let memberCount { label += " · \(counted(memberCount, "module"))" }
    return switch change {
    case .added: "+ " + label
    case .removed: "− " + label
    case nil: label
    }
  }
}

extension GraphView.Edge {
  /// Whether it only puts a file into a bundle, as an application does with its extensions.
  var isOnlyEmbedded: Bool { isEmbedded && !isLinked }
}

extension String {
  /// No longer than `limit` scalars: Graphviz refuses strings of more than 16 KB.
  func shortened(to limit: Int = 200) -> String {
    guard unicodeScalars.count > limit else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…"
  }
}
