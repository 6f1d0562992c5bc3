/// A graph as a Mermaid flowchart, which GitHub and many editors render.
///
/// Each layer is a subgraph. Mermaid has no ranks: its layout follows the links, so every link is
/// declared from top to bottom, and a hidden link leads from each band to the next. A link that goes
/// up is declared from its head to its tail, with an arrowhead at the start and none at the end.
///
/// Mermaid gives a link from a node to itself as much room as two rows; the node's label mentions it instead.
///
/// Unless configured otherwise, as on GitHub, Mermaid rejects charts of more than 500 links or
/// `mostCharacters` UTF-16 code units.
public struct MermaidChart: Sendable {
  static var mostCharacters: Int { 50_000 }

  public private(set) var text = "flowchart TB\n"
  /// The styles of the links that Mermaid counts, including the legend's; `nil` for hidden ones.
  private var links: [LinkStyle?] = []

  private struct LinkStyle: Hashable {
    var style: EdgeStyle
    var isTurned = false
  }

  public init(of graph: GraphView) {
    let (bands, legend) = (graph.bands(), Legend(of: graph))
    let edges = Self.drawnEdges(of: graph, bands)
    appendNodes(of: graph, bands)
    for edge in edges { append(edge) }
    let last = appendOrder(of: bands)
    // The legend's own links precede those to its place, as they are written.
    appendLegend(legend)
    appendPlace(of: legend, below: last)
    appendClasses(of: graph, legend)
    appendLinkStyles()
  }

  private mutating func appendNodes(of graph: GraphView, _ bands: [Band]) {
    let labels = graph.labelsWithLoops
    func line(_ node: Int) -> String {
      NodeStyle(graph.nodes[node]).mermaidNode("n\(node)", labels[node]) + "\n"
    }
    if bands.isEmpty { text += graph.nodes.indices.map { "  " + line($0) }.joined() }
    for (number, band) in bands.enumerated() {
      text += "  subgraph b\(number)[\"\(band.shownTitle.escapedForMermaid)\"]\n"
      text += band.rows.joined().map { "    " + line($0) }.joined() + "  end\n"
    }
  }

  private mutating func append(_ drawn: DrawnEdge) {
    let label = drawn.edge.label.map { "|\"\($0)\"|" } ?? ""
    let style = EdgeStyle(drawn.edge)
    let arrow = style.mermaidArrow(kind: EdgeStyle(kindOf: drawn.edge), isTurned: drawn.isTurned)
    text += "  n\(drawn.upper) \(arrow)\(label) n\(drawn.lower)\n"
    links.append(LinkStyle(style: style, isTurned: drawn.isTurned))
  }
}

// The order of bands.
extension MermaidChart {
  private struct DrawnEdge {
    var edge: GraphView.Edge
    var isTurned: Bool

    var upper: Int { isTurned ? edge.to : edge.from }
    var lower: Int { isTurned ? edge.from : edge.to }
  }

  /// Returns the edges of `graph`, turned where they lead to an earlier node of `bands`.
  private static func drawnEdges(of graph: GraphView, _ bands: [Band]) -> [DrawnEdge] {
    var places = [Int](repeating: 0, count: graph.nodes.count)
    for (place, node) in bands.flatMap(\.rows).joined().enumerated() { places[node] = place }
    return graph.edges.filter { $0.from != $0.to }
      .map { .init(edge: $0, isTurned: places[$0.from] > places[$0.to]) }
  }

  /// Links the bottom of each band to the top row of the next.
  ///
  /// - Returns: A node at the bottom of the last band.
  private mutating func appendOrder(of bands: [Band]) -> Int? {
    var last: Int?
    for band in bands {
      if let last { appendHidden(from: last, to: (band.rows.first ?? []).map { "n\($0)" }) }
      last = band.rows.last?.first
    }
    return last
  }

  private mutating func appendHidden(from node: Int, to names: [String]) {
    text += "  n\(node) ~~~ \(names.joined(separator: " & "))\n"
    links += names.map { _ in nil }
  }
}

// The legend, which explains the styles that occur.
extension MermaidChart {
  private mutating func appendLegend(_ legend: Legend) {
    guard legend.hasStyles else { return }
    text += "  subgraph legend\n"
    for (number, nodeStyle) in legend.nodeStyles.enumerated() {
      text += "    " + nodeStyle.mermaidNode("k\(number)", nodeStyle.title) + "\n"
    }
    for (number, edgeStyle) in legend.edgeStyles.enumerated() {
      text += "    s\(number)[\" \"] \(edgeStyle.mermaidArrow())"
      text += " t\(number)[\"\(edgeStyle.title)\"]\n"
      links.append(LinkStyle(style: edgeStyle))
    }
    text += "  end\n"
  }

  /// Puts the legend below `last`, the lowest node of the last band.
  private mutating func appendPlace(of legend: Legend, below last: Int?) {
    guard let last, legend.hasStyles else { return }
    let names =
      legend.nodeStyles.indices.map { "k\($0)" } + legend.edgeStyles.indices.map { "s\($0)" }
    appendHidden(from: last, to: names)
  }
}

// Colors and borders. Shapes and arrows distinguish everything without them, except static libraries
// and externals: these have thick and dashed borders.
extension MermaidChart {
  /// The styles that shapes cannot express; a node may have several.
  private static var classes: [(name: String, style: String, applies: (NodeStyle) -> Bool)] {
    [
      ("statics", "stroke-width:4px", { $0.isStatic }),
      ("external", "stroke-dasharray:5 3", { $0.kind == .external }),
      ("added", "stroke:#2e7d32,color:#2e7d32", { $0.change == .added }),
      ("removed", "stroke:#90a4ae,color:#90a4ae", { $0.change == .removed }),
    ]
  }

  private mutating func appendClasses(of graph: GraphView, _ legend: Legend) {
    let nodes =
      graph.nodes.enumerated().map { (name: "n\($0)", style: NodeStyle($1)) }
      + legend.nodeStyles.enumerated().map { (name: "k\($0)", style: $1) }
    for (name, style, applies) in Self.classes {
      let members = nodes.filter { applies($0.style) }.map(\.name)
      guard !members.isEmpty else { continue }
      text += "  classDef \(name) \(style)\n  class \(members.joined(separator: ",")) \(name)\n"
    }
  }

  private mutating func appendLinkStyles() {
    let numbers = Dictionary(grouping: links.indices) { links[$0] }
    let styles = EdgeStyle.allCases.flatMap {
      [LinkStyle(style: $0), LinkStyle(style: $0, isTurned: true)]
    }
    for link in styles {
      let parts = link.style.mermaidStyle + (link.isTurned ? ["marker-end:none"] : [])
      guard let some = numbers[link], !parts.isEmpty else { continue }
      text += "  linkStyle \(some.map(String.init).joined(separator: ",")) "
      text += parts.joined(separator: ",") + "\n"
    }
  }
}

extension GraphView {
  /// The labels of the nodes, including links of a node to itself.
  fileprivate var labelsWithLoops: [String] {
    var labels = nodes.map(\.label)
    for edge in edges where edge.from == edge.to {
      let links = edge.linkCount.map { counted($0, "link") + " inside" } ?? "links itself"
      let some = (edge.linkCount ?? 1) == 1 ? ": " : ", at least one "
      labels[edge.from] += " · \(links)\(some)\(EdgeStyle(edge).title)"
    }
    return labels
  }
}

extension NodeStyle {
  fileprivate func mermaidNode(_ name: String, _ label: String) -> String {
    let (opening, closing) =
      switch kind {
      case .module, .external: ("[", "]")
      case .program: ("{{", "}}")
      case .interface: ("([", "])")
      case .tests: (">", "]")
      }
    // Mermaid rejects an empty label.
    let text = label.isEmpty ? " " : label.escapedForMermaid
    return "\(name)\(opening)\"\(text)\"\(closing)"
  }
}

extension EdgeStyle {
  /// Returns the arrow of a link; `kind` is its style without findings.
  ///
  /// Mermaid draws a head at the start only if there is one at the end, so a turned arrow has both.
  fileprivate func mermaidArrow(kind: EdgeStyle = .link, isTurned: Bool = false) -> String {
    let arrow = arrow(kind)
    guard isTurned, let head = arrow.last, head != "-" else { return arrow }
    return (head == ">" ? "<" : String(head)) + arrow
  }

  private func arrow(_ kind: EdgeStyle) -> String {
    switch (self, kind) {
    case (.removed, _): "-.-x"
    case (.cut, _), (.imported, _): "-.->"
    case (.embedded, _): "-.-"
    case (.known, .link): "--o"
    case (.known, _): "-.-o"
    case (.link, .link), (.warned, .link), (.violation, .link): "-->"
    case (.added, .link), (.fresh, .link): "==>"
    case (_, .embedded): "-.-"
    case (_, _): "-.->"
    }
  }

  fileprivate var mermaidStyle: [String] {
    let width: String? =
      switch self {
      case .warned, .violation, .cut: "stroke-width:2px"
      case .fresh: "stroke-width:4px"
      case .link, .imported, .embedded, .known, .added, .removed: nil
      }
    return [color.map { "stroke:\($0)" }, width].compactMap(\.self)
  }
}
