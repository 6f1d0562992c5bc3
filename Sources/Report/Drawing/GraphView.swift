public import Graph

/// A graph as it is drawn: the modules and links to show, and all that is to be seen of them.
///
/// Numbers of nodes are places in `nodes`. Nodes are in order of name, externals last, and edges in
/// order of their ends, so a writer needs no order of its own.
public struct GraphView: Hashable, Sendable {
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
  /// A module, or a group of modules drawn as one; the platform variants of one target are one.
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
    /// The name of the project of its specification.
    public var project: String?
    /// What it draws: the variants of a target, or those of all members of a group.
    public var modules: [ModuleID]
    /// How many modules it represents, where it is a group; else `nil`.
    public var memberCount: Int?
    /// Whether it came or went since the revision that the graph is compared with.
    public var change: Change?

    public init(
      id: String, name: String, type: String = "", platforms: [String] = [],
      linkage: String = "dynamic", layer: String? = nil, roles: [Role] = [], spec: String? = nil,
      line: Int? = nil, project: String? = nil, modules: [ModuleID] = [], memberCount: Int? = nil,
      change: Change? = nil
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
      self.project = project
      self.modules = modules
      self.memberCount = memberCount
      self.change = change
    }
  }

  /// What became of a module or link since an older revision.
  public enum Change: String, Sendable {
    case added
    case removed
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

  /// All links of one module, or group, to another.
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
    /// How many links it represents, where an end is a group; else `nil`.
    public var linkCount: Int?
    public var change: Change?

    public init(
      from: Int, to: Int, kind: String = "framework", isLinked: Bool = true,
      isEmbedded: Bool = false, file: String = "", line: Int = 1, rules: [String] = [],
      isCut: Bool = false, isKnown: Bool = false, linkCount: Int? = nil, change: Change? = nil
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
      self.linkCount = linkCount
      self.change = change
    }
  }
}

extension GraphView.Edge {
  /// Whether only a source says so, and no specification.
  public var isImport: Bool { kind == Link.Kind.import.rawValue }
}

extension GraphView.Node {
  public var isExternal: Bool { roles.contains(.external) }
  /// Whether it is a product of a package whose targets are no modules.
  public var isPackage: Bool { isExternal && id.hasPrefix("package:") }
  public var isInterface: Bool { roles.contains(.interface) }
  public var isStatic: Bool { linkage == "static" }
  /// Whether it is there for tests only.
  public var isForTests: Bool { roles.contains(.test) || roles.contains(.testSupport) }
}
