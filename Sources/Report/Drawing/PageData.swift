internal import Diagnostics
internal import Layout

/// What the scripts of a page know, as JSON; `Page/model.js` reads it.
struct PageData {
  private let picture: Picture
  private let report: Report

  init(_ picture: Picture, _ report: Report) {
    self.picture = picture
    self.report = report
  }

  var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.member("layers", picture.graph.layers)
    json.key("bands")
    json.beginArray()
    for (band, frame) in zip(picture.bands, picture.drawing.bands) {
      json.beginObject(.inline)
      json.member("title", band.title)
      json.member("x", Int(frame.minX.rounded()))
      json.member("y", Int(frame.minY.rounded()))
      json.member("width", Int(frame.size.width.rounded()))
      json.member("height", Int(frame.size.height.rounded()))
      json.endObject()
    }
    json.endArray()
    writeModules(to: &json)
    writeLinks(to: &json)
    writeFindings(to: &json)
    json.endObject()
    return json.finish()
  }

  private func writeModules(to json: inout JSONWriter) {
    var bands = [Int](repeating: 0, count: picture.graph.nodes.count)
    for (number, band) in picture.bands.enumerated() {
      for node in band.rows.joined() { bands[node] = number }
    }
    json.key("modules")
    json.beginArray()
    for (node, band) in zip(picture.graph.nodes, bands) {
      json.beginObject(.inline)
      json.member("id", node.id)
      json.member("name", node.name)
      json.member("kind", NodeStyle(kind: NodeStyle(node).kind).title)
      if !node.type.isEmpty { json.member("type", node.type) }
      if !node.platforms.isEmpty { json.member("platform", node.platforms.joined(separator: ", ")) }
      if node.linkage != "none" { json.member("linkage", node.linkage) }
      json.member("layer", node.layer)
      json.member("band", band)
      json.member("roles", node.roles.map(\.rawValue))
      json.member("spec", node.spec)
      json.member("line", node.line)
      json.endObject()
    }
    json.endArray()
  }

  /// As `[from, to, kind, file, line, rule…]`; there are many, so what they share is named by number.
  private func writeLinks(to json: inout JSONWriter) {
    var kinds = Names()
    var files = Names()
    json.key("links")
    json.beginArray(.inline)
    for edge in picture.graph.edges {
      json.beginArray(.inline)
      for number in [edge.from, edge.to, kinds[edge.kind], files[edge.file], edge.line] {
        json.value(number)
      }
      for rule in edge.rules { json.value(rule) }
      json.endArray()
    }
    json.endArray()
    json.member("kinds", kinds.list)
    json.member("files", files.list)
    json.key("drawn")
    json.beginArray(.inline)
    for number in picture.drawnEdges { json.value(number) }
    json.endArray()
  }

  /// Names by number, in the order in which they come.
  private struct Names {
    private(set) var list: [String] = []
    private var numbers: [String: Int] = [:]

    subscript(name: String) -> Int {
      mutating get {
        if let number = numbers[name] { return number }
        numbers[name] = list.count
        list.append(name)
        return list.count - 1
      }
    }
  }

  private func writeFindings(to json: inout JSONWriter) {
    let nodes = Dictionary(picture.graph.nodes.enumerated().map { ($1.name, $0) }) { a, _ in a }
    json.key("findings")
    json.beginArray()
    for finding in report.findings {
      json.beginObject(.inline)
      json.member("rule", finding.rule.name)
      json.member("severity", finding.severity.rawValue)
      json.member("state", finding.state.rawValue)
      json.member("message", finding.message.text)
      if let location = finding.location {
        let start = location.start
        json.member("place", "\(report.sources[location.file]):\(start.line):\(start.column)")
      }
      json.member("from", finding.subject.from.flatMap { nodes[$0] })
      json.member("to", finding.subject.to.flatMap { nodes[$0] })
      json.member("notes", finding.notes.map(\.message.text))
      json.member("help", finding.help.map(\.text))
      json.endObject()
    }
    json.endArray()
  }
}
