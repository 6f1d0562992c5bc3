/// The style of a module in every format.
///
/// Kinds differ by shape and border, not by color.
struct NodeStyle: Hashable {
  enum Kind: CaseIterable {
    case program
    case module
    case interface
    case tests
    case external
  }

  var kind: Kind
  var isStatic = false
  var change: GraphView.Change?

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
}

extension NodeStyle {
  init(_ node: GraphView.Node) {
    let kinds: [(Kind, Bool)] = [
      (.external, node.isExternal), (.tests, node.isForTests), (.interface, node.isInterface),
      (.program, node.roles.contains(.executable) || node.roles.contains(.app)),
    ]
    self.init(
      kind: kinds.first { $0.1 }?.0 ?? .module, isStatic: node.isStatic, change: node.change)
  }

  /// The color in DOT and Mermaid, if the module was added or removed.
  var color: String? {
    switch change {
    case .added: "#2e7d32"
    case .removed: "#90a4ae"
    case nil: nil
    }
  }
}

enum EdgeStyle: Int, CaseIterable {
  case embedded
  case link
  case imported
  case warned
  case violation
  case cut
  /// A finding about a link that is new since the compared revision.
  case fresh
  case known
  case added
  case removed

  init(_ edge: GraphView.Edge) {
    switch edge.change {
    case .removed: self = .removed
    case .added where edge.rules.isEmpty: self = .added
    case .added where !edge.isKnown: self = .fresh
    case .added, nil:
      self =
        edge.rules.isEmpty
        ? Self(kindOf: edge)
        : edge.isKnown ? .known : edge.isCut ? .cut : edge.isWarning ? .warned : .violation
    }
  }

  /// Creates the style without findings: `link`, `imported` or `embedded`.
  ///
  /// Imported and embedded links are dotted, even with findings.
  init(kindOf edge: GraphView.Edge) {
    self = edge.isImport ? .imported : edge.isOnlyEmbedded ? .embedded : .link
  }

  var title: String {
    switch self {
    case .embedded: "only embeds"
    case .link: "links"
    case .imported: "only imported"
    case .warned: "warning"
    case .violation: "breaks a rule"
    case .cut: "to cut"
    case .fresh: "+ new, breaks a rule"
    case .known: "known"
    case .added: "new link"
    case .removed: "removed link"
    }
  }

  /// The color in DOT and Mermaid, if it is not that of plain links.
  var color: String? {
    switch self {
    case .link, .embedded, .imported: nil
    case .warned: "#b26a00"
    case .violation, .cut, .fresh: "#d32f2f"
    case .known: "#b0bec5"
    case .added: "#2e7d32"
    case .removed: "#90a4ae"
    }
  }
}

extension GraphView.Node {
  var label: String {
    var label = name.shortened(to: 80)
    if let memberCount, memberCount > 1 {
      label += " · " + (isExternal ? "\(memberCount)" : counted(memberCount, "module"))
    }
    return switch change {
    case .added: "+ " + label
    case .removed: "− " + label
    case nil: label
    }
  }
}

extension GraphView.Edge {
  /// The text on a link: a mark if it is new and breaks a rule, and of a group the number of links
  /// if there are several, such as `3 of 12` if three have findings.
  var label: String? {
    let mark = EdgeStyle(self) == .fresh ? "+" : ""
    guard let linkCount, linkCount > 1 else { return mark.isEmpty ? nil : mark }
    let isPartial = brokenCount > 0 && brokenCount < linkCount
    return mark + (isPartial ? "\(brokenCount) of \(linkCount)" : "\(linkCount)")
  }

  /// Whether the target embeds the product without linking it, as an application does with
  /// extensions.
  var isOnlyEmbedded: Bool { isEmbedded && !isLinked }
}

extension String {
  /// Returns the string shortened to `limit` scalars.
  ///
  /// Graphviz rejects strings of more than 16 KB.
  func shortened(to limit: Int = 200) -> String {
    guard unicodeScalars.count > limit else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…"
  }
}
