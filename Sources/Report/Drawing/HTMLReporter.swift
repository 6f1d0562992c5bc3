public import Diagnostics
import Layout
import Text

/// Writes the graph and the findings as a self-contained page.
///
/// The picture is inline SVG, so it is visible and printable without scripts. Names cannot become
/// markup or script: text is escaped, data is in a block that browsers do not run, and scripts
/// insert text only as text. The page's policy forbids loading anything and running other scripts.
public struct HTMLReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let graph = report.graph ?? GraphView()
    let picture = Picture(of: graph, for: .page)
    var image = ""
    picture.write(to: &image)
    let title = graph.title.shortened().escapedForXML
    let values = [
      "script": Self.script,
      "style": PictureStyle.pageCSS + "\n" + embedded("page.css"),
      "title": title.isEmpty ? "modlint" : title, "verdict": report.summary.verdict.escapedForXML,
      "heading": title.isEmpty ? "" : "<strong>\(title)</strong>: ",
      "extent": report.summary.extent + Self.difference(of: report.summary, from: graph),
      "label": graph.extent, "width": picture.width.pixels, "height": picture.height.pixels,
      "picture": image, "data": PageData(picture: picture, report: report).json(lines: lines),
    ]
    let parts = embedded("page.html").split(separator: "{{")
    output += parts[0]
    for part in parts.dropFirst() {
      let name = part.prefix { $0 != "}" }
      output += (values[String(name)] ?? "") + part.dropFirst(name.count + 2)
    }
  }

  private static let script =
    "\n\"use strict\";\n"
    + [
      "model.js", "camera.js", "layers.js", "links.js", "isolate.js", "filters.js", "findings.js",
      "facts.js", "page.js",
    ].map(embedded).joined()

  /// Describes the number of drawn modules and links, if it differs from that of the whole
  /// workspace.
  private static func difference(of summary: Report.Summary, from graph: GraphView) -> String {
    let (modules, links, _) = graph.counts
    guard (modules, links) != (summary.modules, summary.links) else { return "" }
    let reason = graph.nodes.contains(where: \.isForTests) ? "" : ", none for tests"
    return "; the graph draws \(counted(modules, "module")) and \(counted(links, "link"))\(reason)"
      + (graph.reduction.isEmpty ? "" : "; \(graph.reduction)")
  }
}

struct PageData {
  let picture: Picture
  let report: Report

  func json(lines: SourceLines) -> String {
    // Each link is `[from, to, kind, file, line, rule…]`, with kinds and files by number to save
    // space.
    var (kinds, files) = (Names(), Names())
    let view = picture.graph
    let links = view.edges.map { edge in
      let numbers = [edge.from, edge.to, kinds[edge.kind], files[edge.file], edge.line]
      return JSON.inline(numbers.map { .number($0) } + edge.rules.map(JSON.text))
    }
    let embedded = view.edges.indices.filter { view.edges[$0].isOnlyEmbedded }
    let copied = embedded.filter { !view.isStep(view.edges[$0]) }
    let nodes = Dictionary(view.nodes.enumerated().map { ($1.name, $0) }) { a, _ in a }
    let findings = report.findings.enumerated().map { number, finding in
      json(finding, fix: report.fixes[number], nodes, lines)
    }
    return JSON.object([
      "summary": report.summary.json,
      "extent": .text(report.summary.extent),
      "layers": .texts(view.layers),
      "bands": .array(bands),
      "modules": .array(modules),
      "links": .inline(links),
      "kinds": .texts(kinds.list),
      "files": .texts(files.list),
      "drawn": .numbers(picture.drawnEdges),
      "embedded": .numbers(embedded),
      "copied": .numbers(copied),
      "blocks": .inline(blocks),
      "findings": .array(findings),
    ]).printed(isInScript: true)
  }

  private var blocks: [JSON] {
    report.blocks().byFirst.sorted { $0.key < $1.key }.map { _, block in
      .inline([
        "sentence": .text(block.sentence.text.escapedForTerminal),
        "findings": .numbers(block.findings),
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
  private func json(
    _ finding: Diagnostic, fix: SuggestedFix?, _ nodes: [String: Int], _ lines: SourceLines
  ) -> JSON {
    let subject = finding.subject
    let layers = layers(of: subject)
    let owners = Set(finding.codeOwners.from + finding.codeOwners.to)
    return JSON.inline([
      "rule": .text(finding.rule.name),
      "rank": finding.rank < 3 ? .number(finding.rank) : nil,
      "severity": .text(finding.severity.rawValue),
      "state": .text(finding.state.rawValue),
      "message": .text(finding.line),
      "place": finding.location.map(place),
    ]).appending(
      .inline([
        "from": subject.from.flatMap { nodes[$0] }.map { .number($0) },
        "to": subject.to.flatMap { nodes[$0] }.map { .number($0) },
        "layers": layers.isEmpty ? nil : .texts(layers),
        "owners": owners.isEmpty ? nil : .texts(owners.sorted { $0.precedes($1) }),
        "source": source(of: finding, lines),
        "details": .inline(finding.details.map(json)),
        "fixes": fix.map { .texts([$0.patch]) },
      ]))
  }

  private func layers(of subject: Diagnostic.Subject) -> [String] {
    let layers = [subject.fromLayer, subject.toLayer].compactMap { $0 }
    return layers.count == 2 && layers[0] == layers[1] ? [layers[0]] : layers
  }

  private func place(_ location: SourceRange) -> JSON {
    .text(report.place(of: location, from: .workspace))
  }

  private func json(_ detail: Detail) -> JSON {
    .inline(
      [.text(detail.kind.rawValue), .text(detail.text)]
        + [detail.location].compactMap { $0.map(place) })
  }

  /// Returns the line number of a finding and its source line in three parts; the second is marked.
  private func source(of finding: Diagnostic, _ lines: SourceLines) -> JSON? {
    guard let location = finding.location,
      let line = lines(location.file, location.start.line)
    else { return nil }
    let excerpt = Excerpt(line, location, cells: Self.mostCells)
    return .inline([.number(location.start.line)] + excerpt.parts.map(JSON.text))
  }

  private static let mostCells = 160
}

extension JSON {
  fileprivate static func numbers(_ numbers: [Int]) -> JSON {
    .inline(numbers.map { .number($0) })
  }

  fileprivate static func pixels(_ length: Double) -> JSON { .number(Int(length.rounded())) }
}
