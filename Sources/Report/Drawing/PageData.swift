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

  /// Writes the data as JSON that can stand in a `<script>`, finding by finding: there may be megabytes.
  func write(lines: SourceLines, to output: inout ReportStream) {
    // As `[from, to, kind, file, line, rule…]`; there are many, so what they share is named by number.
    var (kinds, files) = (Names(), Names())
    let links = picture.graph.edges.map { edge in
      let numbers = [edge.from, edge.to, kinds[edge.kind], files[edge.file], edge.line]
      return JSON.inline(numbers.map(JSON.number) + edge.rules.map(JSON.text))
    }
    let embedded = picture.graph.edges.indices.filter { picture.graph.edges[$0].isOnlyEmbedded }
    var json = JSONWriter()
    json.beginObject()
    json.member("summary", report.summary.json)
    json.member("extent", .text(report.summary.extent))
    json.member("layers", .texts(picture.graph.layers))
    json.member("bands", .array(bands))
    json.member("modules", .array(modules))
    json.member("links", .inline(links))
    json.member("kinds", .texts(kinds.list))
    json.member("files", .texts(files.list))
    json.member("drawn", .inline(picture.drawnEdges.map(JSON.number)))
    json.member("embedded", .inline(embedded.map(JSON.number)))
    json.key("findings")
    json.beginArray()
    let nodes = Dictionary(picture.graph.nodes.enumerated().map { ($1.name, $0) }) { a, _ in a }
    for (number, finding) in report.findings.enumerated() {
      json.value(self.json(finding, fix: report.fixes[number], nodes, lines))
      output += json.takePiece().escapedForScript
    }
    json.endArray()
    json.endObject()
    output += json.finish().escapedForScript
  }

  private var bands: [JSON] {
    zip(picture.bands, picture.drawing.bands).map { band, frame in
      .inline([
        "title": .text(band.title), "x": .pixels(frame.minX), "y": .pixels(frame.minY),
        "width": .pixels(frame.size.width), "height": .pixels(frame.size.height),
      ])
    }
  }

  private var modules: [JSON] {
    var bands = [Int](repeating: 0, count: picture.graph.nodes.count)
    for (number, band) in picture.bands.enumerated() {
      for node in band.rows.joined() { bands[node] = number }
    }
    return zip(zip(picture.graph.nodes, bands), picture.drawing.boxes).map { pair, box in
      let (node, band) = pair
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
        "box": .inline([box.minX, box.minY, box.size.width, box.size.height].map(JSON.pixels)),
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
}

// Findings, with all that text reports say of them.
extension PageData {
  private func json(
    _ finding: Diagnostic, fix: SuggestedFix?, _ nodes: [String: Int], _ lines: SourceLines
  ) -> JSON {
    let subject = finding.subject
    let owners = Set(finding.codeOwners.from + finding.codeOwners.to)
    return .inline([
      "rule": .text(finding.rule.name), "severity": .text(finding.severity.rawValue),
      "state": .text(finding.state.rawValue), "message": .text(finding.line),
      "place": finding.location.map { .text(report.place($0, from: .workspace)) },
      "from": subject.from.flatMap { nodes[$0] }.map(JSON.number),
      "to": subject.to.flatMap { nodes[$0] }.map(JSON.number),
      "layers": layers(of: subject).isEmpty ? nil : .texts(layers(of: subject)),
      "owners": owners.isEmpty ? nil : .texts(owners.sorted { $0.precedes($1) }),
      "source": source(of: finding, lines),
      "details": .inline(finding.details.map { .inline(json($0)) }),
      "fixes": fix.map { .texts([$0.patch]) },
    ])
  }

  private func layers(of subject: Diagnostic.Subject) -> [String] {
    let layers = [subject.fromLayer, subject.toLayer].compactMap { $0 }
    return layers.count == 2 && layers[0] == layers[1] ? [layers[0]] : layers
  }

  /// The kind of a fact, as a reader sees it, its text, and its place.
  private func json(_ detail: Detail) -> [JSON] {
    let kind =
      switch detail.kind {
      case .link: "chain"
      case .note: "note"
      case .help: "help"
      }
    let place = detail.location.map { JSON.text(report.place($0, from: .workspace)) }
    return [.text(kind), .text(detail.text.escapedForTerminal)] + (place.map { [$0] } ?? [])
  }

  /// The number of the line that a finding stands at, and its text in three parts, of which the second is
  /// what the finding points at.
  private func source(of finding: Diagnostic, _ lines: SourceLines) -> JSON? {
    guard let location = finding.location,
      let line = lines(location.file, location.start.line)
    else { return nil }
    let excerpt = Excerpt(line, location, cells: Self.mostCells)
    var parts = ["", "", ""]
    var cell = 0
    for character in excerpt.text {
      let part = cell < excerpt.indent ? 0 : cell < excerpt.indent + excerpt.length ? 1 : 2
      parts[part].append(character)
      cell += character.displayCells
    }
    return .inline([.number(Int(location.start.line))] + parts.map(JSON.text))
  }

  private static let mostCells = 160
}

extension JSON {
  fileprivate static func pixels(_ length: Double) -> JSON { .number(Int(length.rounded())) }
}
