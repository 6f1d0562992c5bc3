/// A graph as it is drawn: the modules and links to show, and all that is to be seen of them.
///
/// Numbers of nodes are places in `nodes`. Nodes are in order of name, externals last, and edges in
/// order of their ends, so a writer needs no order of its own.
public struct GraphView: Sendable {
  public var nodes: [Node]
  public var edges: [Edge]
  /// The names of the layers from top to bottom.
  public var layers: [String]

  public init(nodes: [Node], edges: [Edge], layers: [String]) {
    self.nodes = nodes
    self.edges = edges
    self.layers = layers
  }
}

extension GraphView {
  /// A module; the platform variants of one target are one.
  public struct Node: Hashable, Sendable {
    /// Unique, as `core/Network/project.yml#ISSNetwork`.
    public var id: String
    /// As findings show it.
    public var name: String
    /// As XcodeGen spells it; empty where there is none.
    public var type: String
    /// As XcodeGen spells them, in the order of the variants.
    public var platforms: [String]
    public var linkage: String
    public var layer: String?
    public var roles: [Role]
    /// The path of its specification, and the line of its key there; `nil` for an external.
    public var spec: String?
    public var line: Int?

    public init(
      id: String, name: String, type: String = "", platforms: [String] = [],
      linkage: String = "dynamic", layer: String? = nil, roles: [Role] = [], spec: String? = nil,
      line: Int? = nil
    ) {
      self.id = id
      self.name = name
      self.type = type
      self.platforms = platforms
      self.linkage = linkage
      self.layer = layer
      self.roles = roles
      self.spec = spec
      self.line = line
    }
  }

  /// What a module is, in the words of the JSON format.
  public enum Role: String, CaseIterable, Sendable {
    case app
    case appExtension = "app-extension"
    case executable
    case interface
    case test
    case testSupport = "test-support"
    case aggregate
    case legacy
    case external
  }

  /// All links of one module to another.
  public struct Edge: Hashable, Sendable {
    public var from: Int
    public var to: Int
    public var kind: String
    public var isLinked: Bool
    public var isEmbedded: Bool
    /// Where the first of them is written.
    public var file: String
    public var line: Int
    /// The rules whose findings name it, in name order.
    public var rules: [String]
    /// Whether a finding proposes to cut it to break a cycle.
    public var isCut: Bool
    /// Whether all its findings are known.
    public var isKnown: Bool

    public init(
      from: Int, to: Int, kind: String = "framework", isLinked: Bool = true,
      isEmbedded: Bool = false, file: String = "", line: Int = 1, rules: [String] = [],
      isCut: Bool = false, isKnown: Bool = false
    ) {
      self.from = from
      self.to = to
      self.kind = kind
      self.isLinked = isLinked
      self.isEmbedded = isEmbedded
      self.file = file
      self.line = line
      self.rules = rules
      self.isCut = isCut
      self.isKnown = isKnown
    }
  }
}

extension GraphView.Node {
  public var isExternal: Bool { roles.contains(.external) }
  public var isInterface: Bool { roles.contains(.interface) }
  public var isStatic: Bool { linkage == "static" }
  /// Whether it is there for tests only.
  public var isForTests: Bool { roles.contains(.test) || roles.contains(.testSupport) }
}

extension GraphView {
  /// The same graph with the nodes for which `isKept` says so, and the edges between these.
  public func keeping(_ isKept: (Int) -> Bool) -> GraphView {
    var numbers = [Int?](repeating: nil, count: nodes.count)
    var kept: [Node] = []
    for (number, node) in nodes.enumerated() where isKept(number) {
      numbers[number] = kept.count
      kept.append(node)
    }
    let edges = self.edges.compactMap { edge -> Edge? in
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { return nil }
      var edge = edge
      (edge.from, edge.to) = (from, to)
      return edge
    }
    return GraphView(nodes: kept, edges: edges, layers: layers)
  }
}
