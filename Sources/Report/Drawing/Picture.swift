import Layout
import Text

/// A graph with its layout, shared by SVG and HTML.
struct Picture {
  let graph: GraphView
  let place: Place
  let bands: [Band]
  let drawing: Drawing
  let legend: Legend
  /// The magnification of band titles, by which a reader finds the way in a large picture.
  ///
  /// Grows with the width of the picture; titles of low bands are smaller.
  let titleScale: Double

  init(of graph: GraphView, for place: Place) {
    self.graph = graph
    self.place = place
    titleScale = place == .page ? 1 : max(1, Double(graph.nodes.count / 150))
    bands = graph.bandsOrRows()
    legend = Legend(of: graph)
    drawing = Drawing(
      of: Diagram(
        boxes: graph.nodes.map { Self.size(of: $0) }, bands: bands.map(\.rows),
        arrows: graph.edges.map { .init(tail: $0.from, head: $0.to, bundle: Self.bundle(of: $0)) },
        bandLeft: Self.left(ofBands: bands.map(\.shownTitle), scale: titleScale)))
  }

  /// Returns the bundle of an edge; only edges of equal appearance share a route.
  private static func bundle(of edge: GraphView.Edge) -> Int {
    EdgeStyle(edge).rawValue * EdgeStyle.allCases.count + EdgeStyle(kindOf: edge).rawValue
  }

  static let fontSize = 12.0
  static let margin = 16.0
  /// The relative width of program names, which are bold.
  static let boldness = 1.1
  static let titleSize = 11.0
  /// The relative width of band titles, which are bold and spaced.
  static let titleBoldness = 1.2
  static let titleInset = 14.0

  private static func size(of node: GraphView.Node) -> Size {
    let nodeStyle = NodeStyle(node)
    // Round ends and double borders reduce the room for the label.
    let padding = nodeStyle.kind == .interface ? 32.0 : nodeStyle.isStatic ? 26 : 20
    let width =
      node.label.escapedForTerminal.labelWidth(size: fontSize)
      * (nodeStyle.kind == .program ? boldness : 1)
    return Size(width: width.rounded(.up) + padding, height: 30)
  }

  /// Returns the width of the column for band titles, which no link crosses.
  private static func left(ofBands titles: [String], scale: Double) -> Double {
    let size = titleSize * scale * titleBoldness
    let widest = titles.map { $0.escapedForTerminal.labelWidth(size: size) }.max() ?? 0
    return (widest > 0 ? titleInset + widest.rounded(.up) : 0) + Diagram.Spacing.bandEdge
  }

  /// The destination of a picture: a standalone file with tooltips, or a page with scripts.
  enum Place {
    case file
    case page
  }

  var width: Double {
    max(drawing.size.width, legend.width * legendScale, headingWidth) + 2 * Self.margin
  }

  var height: Double {
    headingHeight + drawing.size.height
      + (legend.isEmpty ? 0 : Legend.height * legendScale) + 2 * Self.margin
  }

  var name: String { graph.title.isEmpty ? graph.extent : "\(graph.title): \(graph.extent)" }

  /// Writes bands, then links, then boxes, so that links never hide names.
  func write(to output: inout String) {
    let top = Self.margin + headingHeight
    output +=
      "<g class=\"graph\" transform=\"translate(\(Self.margin.pixels) \(top.pixels))\">\n"
    appendArrowheads(to: &output)
    for (number, frame) in drawing.bands.enumerated() { append(number, frame, to: &output) }
    output += "<g class=\"links\">\n"
    for number in drawnEdges { appendLink(number, to: &output) }
    for label in placedLabels() {
      let (x, y) = (label.center.x.pixels, (label.center.y + 4).pixels)
      let name = label.isFresh ? "count fresh" : "count"
      output += "<text class=\"\(name)\" x=\"\(x)\" y=\"\(y)\">\(label.text)</text>\n"
    }
    output += "</g>\n<g class=\"modules\">\n"
    for number in graph.nodes.indices { appendBox(number, to: &output) }
    output += "</g>\n"
    legend.write(below: drawing.size.height, scale: legendScale, to: &output)
    output += "</g>\n"
  }

  /// The numbers of edges in drawing order: the most important ones are drawn last.
  var drawnEdges: [Int] {
    let numbers = Dictionary(grouping: graph.edges.indices) { EdgeStyle(graph.edges[$0]) }
    return EdgeStyle.allCases.flatMap { numbers[$0] ?? [] }
  }

  private func append(_ number: Int, _ frame: Rectangle, to output: inout String) {
    guard !bands[number].title.isEmpty else { return }
    output += "<g class=\"band band\(number % 6)\"><rect \(frame.attributes) rx=\"8\"/>"
    let scale = min(titleScale, max(1, ((frame.size.height - 16) / 11).rounded(.down)))
    let (x, y) = (frame.minX + Self.titleInset, frame.minY + 11 + 11 * scale)
    output += "<text x=\"\(x.pixels)\" y=\"\(y.pixels)\""
    if scale > 1 { output += " style=\"font-size:\((Self.titleSize * scale).pixels)px\"" }
    output += ">"
    if bands[number].shownTitle != bands[number].title {
      output += "<title>\(bands[number].title.shortened().escapedForXML)</title>"
    }
    output += "\(bands[number].shownTitle.escapedForXML)</text></g>\n"
  }

  private func appendArrowheads(to output: inout String) {
    let drawn = Set(graph.edges.map { EdgeStyle($0) }).union(legend.edgeStyles)
    output += "<defs>"
    for edgeStyle in EdgeStyle.allCases where drawn.contains(edgeStyle) {
      output +=
        "<marker id=\"arrow-\(edgeStyle)\" class=\"\(edgeStyle)\" viewBox=\"0 0 8 8\" refX=\"7\" "
      output += "refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" "
      output += "orient=\"auto\"><path d=\"\(edgeStyle.head)\"/></marker>"
    }
    output += "</defs>\n"
  }

  private func appendLink(_ number: Int, to output: inout String) {
    let edge = graph.edges[number]
    output +=
      "<path class=\"\(edge.className)\" d=\"\(drawing.routes[number].pathData)\""
    switch place {
    case .page: output += "/>\n"
    case .file: output += "><title>\(edge.summary(in: graph).escapedForXML)</title></path>\n"
    }
  }

  private func appendBox(_ number: Int, to output: inout String) {
    let node = graph.nodes[number]
    let frame = drawing.boxes[number]
    output += "<g class=\"module \(NodeStyle(node).className)\">"
    if place == .file { output += "<title>\(node.summary.escapedForXML)</title>" }
    NodeStyle(node).append(frame, to: &output)
    output += "<text x=\"\(frame.midX.pixels)\" y=\"\((frame.minY + 19).pixels)\">"
    output += "\(node.label.escapedForXML)</text>"
    if let tally = FindingTally(of: node) { tally.append(at: frame, to: &output) }
    output += "</g>\n"
  }
}

extension GraphView.Node {
  /// The tooltip of a box: its id, its kind and its findings.
  fileprivate var summary: String {
    var parts = [id.shortened(), type, linkage == "none" ? "" : linkage] + roles.map(\.rawValue)
    if errorCount > 0 { parts.append(counted(errorCount, "error")) }
    if warningCount > 0 { parts.append(counted(warningCount, "warning")) }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension GraphView.Edge {
  fileprivate func summary(in graph: GraphView) -> String {
    var text = "\(graph.nodes[from].name.shortened()) → \(graph.nodes[to].name.shortened())"
    if let linkCount { return text + ": \(counted(linkCount, "link"))" + rulesInBrackets }
    if !file.isEmpty { text += "  \(file.shortened()):\(line)" }
    return text + rulesInBrackets
  }

  private var rulesInBrackets: String {
    rules.isEmpty ? "" : "  [\(rules.joined(separator: ", ").shortened())]"
  }
}

extension GraphView {
  /// Returns the graph as SVG 1.1: layers as bands from top to bottom, without Graphviz.
  ///
  /// Colors follow the reader's light or dark scheme, and shape and stroke convey the same
  /// information.
  public func svg() -> String {
    let picture = Picture(of: self, for: .file)
    var output = ""
    let (width, height) = (picture.width.pixels, picture.height.pixels)
    output += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
    output += " width=\"\(width)\" height=\"\(height)\" role=\"img\" aria-labelledby=\"title\">\n"
    output += "<title id=\"title\">\(picture.name.escapedForXML)</title>\n"
    output += "<style>\(PictureStyle.css)</style>\n"
    picture.writeHeading(to: &output)
    picture.write(to: &output)
    return output + "</svg>\n"
  }
}

// The heading of a picture in a file: its title, and what it draws.
extension Picture {
  private static let headingSize = 16.0

  /// The magnification of the heading, which has to be read together with the whole picture.
  private var headingScale: Int { max(1, Int(drawing.size.width / 1600)) }

  /// The magnification of the legend; a page shows it at its size.
  var legendScale: Double { place == .page ? 1 : Double(headingScale) }

  var headingHeight: Double {
    place == .page || graph.headingLines.isEmpty ? 0 : 60 * Double(headingScale) - Self.margin
  }

  var headingWidth: Double {
    guard place == .file else { return 0 }
    let widths = graph.headingLines.map {
      $0.labelWidth(size: $0 == graph.extent ? Self.titleSize : Self.headingSize) * Self.boldness
    }
    return (widths.max() ?? 0) * Double(headingScale)
  }

  func writeHeading(to output: inout String) {
    let lines = graph.headingLines
    guard !lines.isEmpty else { return }
    let left = Self.margin.pixels
    output += "<g class=\"heading\" transform=\"translate(\(left) 0) scale(\(headingScale))\">"
    for (line, y) in zip(lines, lines.count == 1 ? [26] : [26, 46]) {
      let name = line == graph.extent ? " class=\"extent\"" : ""
      output += "<text\(name) y=\"\(y)\">\(line.escapedForXML)</text>"
    }
    output += "</g>\n"
  }
}

extension GraphView {
  /// The title and what is drawn; none without a title, unless links were left out.
  var headingLines: [String] {
    let name = title.shortened(to: 120).escapedForTerminal
    if name.isEmpty { return reduction.isEmpty ? [] : [extent] }
    return [name, extent]
  }
}
