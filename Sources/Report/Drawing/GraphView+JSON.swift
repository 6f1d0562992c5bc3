internal import Paths
internal import Text

extension GraphView {
  /// The version of the JSON format, incremented when readers have to change.
  public static var version: Int { 1 }

  /// Returns the graph as JSON: one object, with a line for each module and each link.
  public func json() -> String {
    JSON.object([
      "version": .number(Self.version),
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
