/// Writes a graph for programs: one object, with a line for each module and each link.
public struct GraphJSONWriter: Sendable {
  /// Goes up when a reader of the format has to change.
  public static var version: Int { 1 }

  public init() {}

  public func write(_ graph: GraphView, to output: inout String) {
    var json = JSONWriter()
    json.beginObject()
    json.member("version", Self.version)
    json.key("modules")
    json.beginArray()
    for node in graph.nodes { json.value(node) }
    json.endArray()
    json.key("links")
    json.beginArray()
    for edge in graph.edges { json.value(edge, graph.nodes) }
    json.endArray()
    json.endObject()
    output += json.finish()
  }
}

extension JSONWriter {
  mutating func value(_ node: GraphView.Node) {
    beginObject(.inline)
    member("id", node.id)
    member("name", node.name)
    if !node.type.isEmpty { member("type", node.type) }
    if !node.platforms.isEmpty { member("platform", node.platforms.joined(separator: ", ")) }
    member("linkage", node.linkage)
    member("layer", node.layer)
    member("roles", node.roles.filter { $0 != .external }.map(\.rawValue))
    member("spec", node.spec)
    member("line", node.line)
    member("external", node.isExternal)
    member("members", node.memberCount)
    member("change", node.change?.rawValue)
    endObject()
  }

  mutating func value(_ edge: GraphView.Edge, _ nodes: [GraphView.Node]) {
    beginObject(.inline)
    member("from", nodes[edge.from].id)
    member("to", nodes[edge.to].id)
    member("kind", edge.kind)
    member("linked", edge.isLinked)
    member("embedded", edge.isEmbedded)
    member("file", edge.file)
    member("line", edge.line)
    member("findings", edge.rules)
    member("count", edge.linkCount)
    member("change", edge.change?.rawValue)
    endObject()
  }
}
