import Diagnostics

extension Difference {
  /// Goes up when a reader of the format has to change.
  public static var version: Int { 1 }

  /// The difference as one JSON object.
  public func json() -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("version", Self.version)
    writer.key("modules")
    writer.beginObject()
    writer.list("added", addedModules) { $0.members(of: $1) }
    writer.list("removed", removedModules) { $0.members(of: $1) }
    writer.list("changed", changedModules) { writer, pair in
      writer.member("name", pair.newer.name)
      writer.key("older")
      writer.object { $0.members(of: pair.older) }
      writer.key("newer")
      writer.object { $0.members(of: pair.newer) }
    }
    writer.endObject()
    writer.key("links")
    writer.beginObject()
    writer.list("added", addedLinks) { $0.members(of: $1) }
    writer.list("removed", removedLinks) { $0.members(of: $1) }
    writer.endObject()
    writer.key("findings")
    writer.beginObject()
    writer.list("gained", gained) { $0.members(of: $1, sources) }
    writer.list("lost", lost) { $0.members(of: $1, olderSources) }
    writer.endObject()
    writer.endObject()
    return writer.finish()
  }
}

extension JSONWriter {
  fileprivate mutating func members(of node: GraphView.Node) {
    member("name", node.name)
    member("layer", node.layer)
    member("type", node.type)
    member("linkage", node.linkage)
    member("spec", node.spec)
  }

  fileprivate mutating func members(of link: Difference.Link) {
    member("from", link.from.name)
    member("to", link.to.name)
    member("fromLayer", link.from.layer)
    member("toLayer", link.to.layer)
    member("kind", link.edge.kind)
    member("file", link.edge.file)
    member("line", link.edge.line)
  }

  fileprivate mutating func members(of finding: Diagnostic, _ sources: SourceMap) {
    member("rule", finding.rule.name)
    member("severity", finding.severity.rawValue)
    member("message", finding.message.text)
    if let location = finding.location {
      member("file", sources[location.file])
      member("line", Int(location.start.line))
      member("column", Int(location.start.column))
    }
    member("from", finding.subject.from)
    member("to", finding.subject.to)
    member("fingerprint", finding.fingerprint(in: sources))
  }
}
