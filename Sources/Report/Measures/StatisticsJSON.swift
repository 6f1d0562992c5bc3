/// Writes what was measured for programs: one object, with a line for each module.
public struct StatisticsJSON: Sendable {
  /// Goes up when a reader of the format has to change.
  public static var version: Int { 1 }

  public init() {}

  public func write(_ statistics: GraphStatistics, of graph: GraphView, to output: inout String) {
    var json = JSONWriter()
    json.beginObject()
    json.member("version", Self.version)
    json.key("summary")
    json.write(statistics, of: graph)
    json.key("layers")
    json.beginArray()
    for layer in statistics.layers { json.value(layer) }
    json.endArray()
    json.key("layerLinks")
    json.beginArray()
    for links in statistics.layerLinks { json.value(links) }
    json.endArray()
    json.key("modules")
    json.beginArray()
    for row in statistics.modules { json.value(row, graph.nodes[row.node]) }
    json.endArray()
    json.endObject()
    output += json.finish()
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ statistics: GraphStatistics, of graph: GraphView) {
    let path = statistics.criticalPath.map { graph.edges[$0] }
    let ends = path.prefix(1).map(\.from) + path.map(\.to)
    beginObject()
    member("modules", statistics.modules.count)
    member("links", statistics.linkCount)
    member("depth", statistics.depth)
    member("criticalPath", ends.map { graph.nodes[$0].id })
    member("cyclic", statistics.cyclicCount)
    member("parallelism", statistics.parallelism, digits: 3)
    member("ccd", statistics.cumulative.total)
    member("acd", statistics.cumulative.average, digits: 3)
    member("nccd", statistics.cumulative.normalized, digits: 3)
    endObject()
  }

  fileprivate mutating func value(_ layer: GraphStatistics.LayerRow) {
    beginObject(.inline)
    member("name", layer.name)
    member("modules", layer.moduleCount)
    write(layer.coupling)
    endObject()
  }

  fileprivate mutating func value(_ links: GraphStatistics.LayerLinks) {
    beginObject(.inline)
    member("from", links.from)
    member("to", links.to)
    member("links", links.count)
    member("violations", links.violations)
    endObject()
  }

  fileprivate mutating func value(_ row: GraphStatistics.ModuleRow, _ node: GraphView.Node) {
    beginObject(.inline)
    member("id", node.id)
    member("name", node.name)
    member("layer", node.layer)
    write(row.coupling)
    member("depth", row.depth)
    member("needs", row.needs)
    endObject()
  }

  private mutating func write(_ coupling: GraphStatistics.Coupling) {
    member("fanIn", coupling.fanIn)
    member("fanOut", coupling.fanOut)
    member("instability", coupling.instability, digits: 3)
  }
}
