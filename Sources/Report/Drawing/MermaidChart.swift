/// A graph as a Mermaid flowchart, which GitHub and many editors render.
///
/// Each layer is a subgraph. Mermaid has no ranks: its layout follows the links, so every link is
/// declared from top to bottom, and a hidden link leads from each band to the next. A link that goes
/// up is declared from its head to its tail, with an arrowhead at the start and none at the end.
///
/// Mermaid gives a link from a node to itself as much room as two rows; the node's label mentions it instead.
///
/// Unless configured otherwise, Mermaid rejects charts of more than `mostEdges` links or
/// `mostCharacters` UTF-16 code units. GitHub uses these limits.
public struct MermaidChart: Sendable {
  public static var mostEdges: Int { 500 }
  public static var mostCharacters: Int { 50_000 }

  public private(set) var text = "flowchart TB\n"
  /// The styles of the links that Mermaid counts, including the legend's; `nil` for hidden ones.
  private var links: [LinkStyle?] = []

  public var linkCount: Int { links.count }

  private struct LinkStyle: Hashable {
    var style: EdgeStyle
    var isTurned = false
  }

  public init(of graph: GraphView) {
    let (bands, legend) = (graph.bands(), Legend(of: graph))
    let edges = Self.drawnEdges(of: graph, bands)
    appendNodes(of: graph, bands)
    for edge in edges { append(edge) }
    let last = appendOrder(of: bands, edges)
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

  /// Links the end of the longest chain of each band to the start of that of the next.
  ///
  /// Mermaid makes each subgraph as low as its chains allow, so the ends of the longest chain are at its
  /// top and bottom.
  ///
  /// - Returns: The node at the bottom of the last band.
  private mutating func appendOrder(of bands: [Band], _ edges: [DrawnEdge]) -> Int? {
    let below = Dictionary(grouping: edges, by: \.upper)
    var last: Int?
    for band in bands {
      let chain = Self.longestChain(in: band) { (below[$0] ?? []).map(\.lower) }
      if let last {
        text += "  n\(last) ~~~ n\(chain.start)\n"
        links.append(nil)
      }
      last = chain.end
    }
    return last
  }

  private static func longestChain(
    in band: Band, below: (Int) -> [Int]
  ) -> (start: Int, end: Int) {
    let members = band.rows.flatMap(\.self)
    // The length of the longest chain to each node, and the start of that chain.
    var chains = Dictionary(uniqueKeysWithValues: members.map { ($0, (length: 0, start: $0)) })
    var longest = (length: 0, start: members[0], end: members[0])
    for node in members {
      guard let (length, start) = chains[node] else { continue }
      if length > longest.length { longest = (length, start, node) }
      for lower in below(node) where lower != node {
        if let chain = chains[lower], chain.length <= length { chains[lower] = (length + 1, start) }
      }
    }
    return (longest.start, longest.end)
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
    text += "  n\(last) ~~~ \(names.joined(separator: " & "))\n"
    links += names.map { _ in nil }
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
