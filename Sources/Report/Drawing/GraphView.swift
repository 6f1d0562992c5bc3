public import Graph
import Paths
import Text

/// A graph to draw: modules and links with all properties shown in pictures.
///
/// Node numbers are indices into `nodes`. Nodes are sorted by name, externals last, and edges by
/// their ends, so writers need not sort them.
public struct GraphView: Hashable, Sendable {
  public var nodes: [Node] = []
  public var edges: [Edge] = []
  /// The names of the layers from top to bottom.
  public var layers: [String] = []
  /// The title of a picture; empty for none.
  public var title = ""
  /// The number of links that were left out because others imply them; `nil` if none should be.
  public var impliedCount: Int?

  /// A module with all its platform variants, or a group of modules drawn as one.
  public struct Node: Hashable, Sendable {
    /// A unique id, such as `core/Network/project.yml#ISSNetwork`.
    public var id: String
    /// The name used by findings.
    public var name: String
    /// A name that stays the same when folders move: `Project/Target`, or the id of an external.
    public var identity = ""
    /// The product type in XcodeGen's spelling; may be empty.
    public var type = ""
    /// The platforms in XcodeGen's spelling, in the order of the variants.
    public var platforms: [String] = []
    public var linkage = "dynamic"
    public var layer: String?
    /// Whether it needs no layer: an aggregate or legacy target, or a module that rules.yml ignores.
    public var isOutside = false
    public var roles: [Role] = []
    /// The path of its spec, and the line of its key there; `nil` for an external.
    public var spec: String?
    public var line: Int?
    /// The name of the spec's project.
    public var project: String?
    /// The modules that the node represents: variants of a target, or all members of a group.
    public var modules: [ModuleID] = []
    /// The number of modules in a group; `nil` for a module.
    public var memberCount: Int?
    /// The number of new errors about it.
    public var errorCount = 0
    /// The number of new warnings about it.
    public var warningCount = 0
    /// The change since the revision that the graph is compared with.
    public var change: Change?
  }

  /// A change of a module or link since an older revision.
  public enum Change: String, Sendable {
    case added
    case removed
  }

  /// The roles of a module, named as in the JSON format.
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

  /// All links from one node to another.
  public struct Edge: Hashable, Sendable {
    public var from: Int
    public var to: Int
    public var kind = "framework"
    public var isLinked = true
    public var isEmbedded = false
    /// The location of the first link.
    public var file = ""
    public var line = 1
    /// The rules of findings about the links, sorted by name.
    public var rules: [String] = []
    /// Whether a finding proposes to remove the link to break a cycle.
    public var isCut = false
    /// Whether all its findings are known.
    public var isKnown = false
    /// Whether all its new findings are warnings; if there are none, whether all known ones are.
    public var isWarning = false
    /// The number of links, if an end is a group; else `nil`.
    public var linkCount: Int?
    /// The number of links with findings, if an end is a group.
    public var brokenCount = 0
    public var change: Change?
  }
}

extension GraphView.Edge {
  /// Whether a source imports the module and no spec declares the link.
  public var isImport: Bool { kind == Link.Kind.import.rawValue }
}

extension GraphView.Node {
  public var isExternal: Bool { roles.contains(.external) }
  /// Whether it is a package product whose targets are not modules of the graph.
  public var isPackage: Bool { isExternal && id.hasPrefix("package:") }
  public var isInterface: Bool { roles.contains(.interface) }
  public var isStatic: Bool { linkage == "static" }
  /// Whether it is a test bundle or test support.
  public var isForTests: Bool { roles.contains(.test) || roles.contains(.testSupport) }
}

extension GraphView {
  /// Returns the graph as JSON: one object, with a line for each module and each link.
  public func json() -> String {
    JSON.object([
      "version": .number(JSONSchema.graph.version),
      "modules": .array(nodes.map(\.json)),
      "links": .array(edges.map { $0.json(nodes) }),
    ]).printed()
  }
}

extension GraphView.Node {
  private static func kind(_ path: String) -> String {
    Path.isXcodeProject(path)
      ? "xcode"
      : path == "Package.swift" || path.hasSuffix("/Package.swift") ? "package" : "xcodegen"
  }

  var json: JSON {
    .inline([
      "id": .text(id), "name": .text(name), "type": type.isEmpty ? nil : .text(type),
      "platform": platforms.isEmpty ? nil : .text(platforms.joined(separator: ", ")),
      "linkage": .text(linkage), "layer": layer.map(JSON.text),
      "roles": .texts(roles.filter { $0 != .external }.map(\.rawValue)),
      "spec": spec.map(JSON.text), "project": spec.map { .inline(["kind": .text(Self.kind($0))]) },
      "line": line.map(JSON.number),
      "external": .flag(isExternal), "members": memberCount.map(JSON.number),
      "change": change.map { .text($0.rawValue) },
    ])
  }
}

extension GraphView.Edge {
  func json(_ nodes: [GraphView.Node]) -> JSON {
    .inline([
      "from": .text(nodes[from].id), "to": .text(nodes[to].id), "kind": .text(kind),
      "linked": .flag(isLinked), "embedded": .flag(isEmbedded), "file": .text(file),
      "line": .number(line), "findings": .texts(rules), "count": linkCount.map(JSON.number),
      "change": change.map { .text($0.rawValue) },
    ])
  }
}
