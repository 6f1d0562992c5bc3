internal import Diagnostics
internal import Layout
internal import Text

/// What the scripts of a page know, as JSON; `Page/model.js` reads it.
struct PageData {
  private let picture: Picture
  private let report: Report

  init(_ picture: Picture, _ report: Report) {
    self.picture = picture
    self.report = report
  }

  var json: String {
    // As `[from, to, kind, file, line, rule…]`; there are many, so what they share is named by number.
    var (kinds, files) = (Names(), Names())
    let links = picture.graph.edges.map { edge in
      let numbers = [edge.from, edge.to, kinds[edge.kind], files[edge.file], edge.line]
      return JSON.inline(numbers.map(JSON.number) + edge.rules.map(JSON.text))
    }
    return JSON.object([
      "layers": .texts(picture.graph.layers),
      "bands": .array(bands),
      "modules": .array(modules),
      "links": .inline(links),
      "kinds": .texts(kinds.list),
      "files": .texts(files.list),
      "drawn": .inline(picture.drawnEdges.map(JSON.number)),
      "findings": .array(findings),
    ]).printed()
  }

  private var bands: [JSON] {
    zip(picture.bands, picture.drawing.bands).map { band, frame in
      .inline([
        "title": .text(band.title), "x": .number(Int(frame.minX.rounded())),
        "y": .number(Int(frame.minY.rounded())),
        "width": .number(Int(frame.size.width.rounded())),
        "height": .number(Int(frame.size.height.rounded())),
      ])
    }
  }

  private var modules: [JSON] {
    var bands = [Int](repeating: 0, count: picture.graph.nodes.count)
    for (number, band) in picture.bands.enumerated() {
      for node in band.rows.joined() { bands[node] = number }
    }
    return zip(picture.graph.nodes, bands).map { node, band in
      let platforms = node.platforms.joined(separator: ", ")
      return .inline([
        "id": .text(node.id), "name": .text(node.name),
        "kind": .text(NodeStyle(kind: NodeStyle(node).kind).title),
        "type": node.type.isEmpty ? nil : .text(node.type),
        "platform": platforms.isEmpty ? nil : .text(platforms),
        "linkage": node.linkage == "none" ? nil : .text(node.linkage),
        "layer": node.layer.map(JSON.text), "band": .number(band),
        "roles": .texts(node.roles.map(\.rawValue)), "spec": node.spec.map(JSON.text),
        "line": node.line.map(JSON.number),
      ])
    }
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

  private var findings: [JSON] {
    let nodes = Dictionary(picture.graph.nodes.enumerated().map { ($1.name, $0) }) { a, _ in a }
    return report.findings.map { finding in
      let place = finding.location.map { location in
        let start = location.start
        return "\(report.sources[location.file]):\(start.line):\(start.column)"
      }
      return .inline([
        "rule": .text(finding.rule.name), "severity": .text(finding.severity.rawValue),
        "state": .text(finding.state.rawValue), "message": .text(finding.message.text),
        "place": place.map(JSON.text),
        "from": finding.subject.from.flatMap { nodes[$0] }.map(JSON.number),
        "to": finding.subject.to.flatMap { nodes[$0] }.map(JSON.number),
        "notes": .texts(finding.notes.map(\.message.text)),
        "help": .texts(finding.help.map(\.text)),
      ])
    }
  }
}
