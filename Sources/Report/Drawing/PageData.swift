internal import Diagnostics
internal import Layout
internal import Text

/// The JSON data that the scripts of a page read in `Page/model.js`.
struct PageData {
  private let picture: Picture
  private let report: Report

  init(_ picture: Picture, _ report: Report) {
    self.picture = picture
    self.report = report
  }

  /// Writes the data as JSON that is safe inside `<script>`, one finding at a time to limit memory.
  func write(lines: SourceLines, to output: inout ReportStream) {
    // Each link is `[from, to, kind, file, line, rule…]`, with kinds and files by number to save
    // space.
    var (kinds, files) = (Names(), Names())
    let links = picture.graph.edges.map { edge in
      let numbers = [edge.from, edge.to, kinds[edge.kind], files[edge.file], edge.line]
      return JSON.inline(numbers.map(JSON.number) + edge.rules.map(JSON.text))
    }
    let view = picture.graph
    let embedded = view.edges.indices.filter { view.edges[$0].isOnlyEmbedded }
    let copied = embedded.filter { !view.isStep(view.edges[$0]) }
    var json = JSONWriter(isInScript: true)
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
    json.member("copied", .inline(copied.map(JSON.number)))
    json.member("blocks", .inline(blocks))
    json.key("findings")
    json.beginArray()
    let nodes = Dictionary(picture.graph.nodes.enumerated().map { ($1.name, $0) }) { a, _ in a }
    for (number, finding) in report.findings.enumerated() {
      write(finding, fix: report.fixes[number], nodes, lines, to: &json)
      output.sendPiece(of: &json)
    }
    json.endArray()
    json.endObject()
    output.sendRest(of: json)
  }

  /// The blocks of findings that the page lists together.
  private var blocks: [JSON] {
    report.blocks().byFirst.sorted { $0.key < $1.key }.map { _, block in
      .inline([
        "sentence": .text(block.sentence.text.escapedForTerminal),
        "findings": .inline(block.findings.map(JSON.number)),
        "help": .inline(
          block.help.map { help in
            .inline([
              .text(help.text.escapedForTerminal),
              .text(help.lines.map(\.escapedForTerminal).joined(separator: "\n")),
            ])
          }),
      ])
    }
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

  /// Numbers names in order of first occurrence.
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

// Findings, with all details of text reports.
extension PageData {
  private func write(
    _ finding: Diagnostic, fix: SuggestedFix?, _ nodes: [String: Int], _ lines: SourceLines,
    to json: inout JSONWriter
  ) {
    let subject = finding.subject
    json.object(.inline) { json in
      json.member("rule", finding.rule.name)
      if finding.rank < 3 { json.member("rank", UInt32(finding.rank)) }
      json.member("severity", finding.severity.rawValue)
      json.member("state", finding.state.rawValue)
      json.member("message", finding.line)
      if let location = finding.location {
        json.key("place")
        write(placeOf: location, to: &json)
      }
      json.member("from", subject.from.flatMap { nodes[$0] }.map { UInt32($0) })
      json.member("to", subject.to.flatMap { nodes[$0] }.map { UInt32($0) })
      let layers = layers(of: subject)
      if !layers.isEmpty { json.member("layers", layers) }
      if !finding.codeOwners.isEmpty {
        let owners = Set(finding.codeOwners.from + finding.codeOwners.to)
        json.member("owners", owners.sorted { $0.precedes($1) })
      }
      writeSource(of: finding, lines, to: &json)
      json.array("details", .inline) { json in
        for detail in finding.details { write(detail, to: &json) }
      }
      if let fix { json.member("fixes", [fix.patch]) }
    }
  }

  private func layers(of subject: Diagnostic.Subject) -> [String] {
    let layers = [subject.fromLayer, subject.toLayer].compactMap { $0 }
    return layers.count == 2 && layers[0] == layers[1] ? [layers[0]] : layers
  }

  private func write(placeOf location: SourceRange, to json: inout JSONWriter) {
    json.value(report.place(of: location, from: .workspace))
  }

  /// Writes the kind, text and location of a detail.
  private func write(_ detail: Detail, to json: inout JSONWriter) {
    let kind =
      switch detail.content {
      case .link: "chain"
      case .note: "note"
      case .help: "help"
      }
    json.beginArray(.inline)
    json.value(kind)
    json.value(detail.text)
    if let location = detail.location { write(placeOf: location, to: &json) }
    json.endArray()
  }

  /// Writes the line number of a finding and its source line in three parts; the second is marked.
  private func writeSource(
    of finding: Diagnostic, _ lines: SourceLines, to json: inout JSONWriter
  ) {
    guard let location = finding.location,
      let line = lines(location.file, location.start.line)
    else { return }
    let excerpt = Excerpt(line, location, cells: Self.mostCells)
    json.array("source", .inline) { json in
      json.value(location.start.line)
      for part in excerpt.parts { json.value(part) }
    }
  }

  private static let mostCells = 160
}

extension JSON {
  fileprivate static func pixels(_ length: Double) -> JSON { .number(Int(length.rounded())) }
}
