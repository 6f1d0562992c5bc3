internal import Paths
internal import Text

/// Writes a graph as JSON: one object, with a line for each module and each link.
public struct GraphJSONWriter: Sendable {
  /// The version of the format, incremented when readers have to change.
  public static var version: Int { 1 }

  public init() {}

  public func write(_ graph: GraphView, to output: inout String) {
    let json = JSON.object([
      "version": .number(Self.version),
      "modules": .array(graph.nodes.map(\.json)),
      "links": .array(graph.edges.map { $0.json(graph.nodes) }),
    ])
    output += json.printed()
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
