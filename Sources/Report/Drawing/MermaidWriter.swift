/// Writes a graph as a Mermaid flowchart, which GitHub and many editors render.
///
/// Each layer is a subgraph. Mermaid has no ranks: its layout follows the links, so every link is
/// declared from top to bottom, and a hidden link leads from each band to the next. A link that goes
/// up is declared from its head to its tail, with an arrowhead at the start and none at the end.
///
/// Mermaid gives a link from a node to itself as much room as two rows; the node's label mentions it instead.
///
/// Unless configured otherwise, Mermaid rejects charts of more than `mostEdges` links or
/// `mostCharacters` UTF-16 code units. GitHub uses these limits.
public struct MermaidWriter: Sendable {
  public static var mostEdges: Int { 500 }
  public static var mostCharacters: Int { 50_000 }

  public init() {}

  /// Writes the chart.
  ///
  /// - Returns: The number of links that Mermaid counts, including the hidden ones and those of the
  ///   legend.
  @discardableResult
  public func write(_ graph: GraphView, to output: inout String) -> Int {
    let bands = graph.bands()
    let edges = Self.drawnEdges(of: graph, bands)
    output += "flowchart TB\n"
    appendNodes(of: graph, bands, to: &output)
    for edge in edges { append(edge, to: &output) }
    let looks = edges.map { EdgeLook(style: EdgeStyle($0.edge), isTurned: $0.isTurned) }
    let order = appendOrder(of: bands, edges, to: &output)
    let legend = appendLegend(of: graph, to: &output)
    let place = appendPlaceOfLegend(of: graph, below: order.last, to: &output)
    let hidden = [EdgeLook?](repeating: nil, count: order.linkCount)
    appendStyles(looks + hidden + legend.map { .init(style: $0) }, of: graph, to: &output)
    return edges.count + order.linkCount + legend.count + place
  }

  private func appendNodes(of graph: GraphView, _ bands: [Band], to output: inout String) {
    let labels = graph.labelsWithLoops
    func append(_ node: Int, _ indent: String) {
      let style = NodeStyle(graph.nodes[node])
      output += indent + style.mermaidNode("n\(node)", labels[node]) + "\n"
    }
    if bands.isEmpty { for node in graph.nodes.indices { append(node, "  ") } }
    for (number, band) in bands.enumerated() {
      output += "  subgraph b\(number)[\"\(band.title.shortened(to: 80).escapedForMermaid)\"]\n"
      for node in band.rows.joined() { append(node, "    ") }
      output += "  end\n"
    }
  }

  private func append(_ drawn: DrawnEdge, to output: inout String) {
    let label = drawn.edge.label.map { "|\"\($0)\"|" } ?? ""
    let style = EdgeStyle(drawn.edge)
    let arrow = style.mermaidArrow(kind: EdgeStyle(kindOf: drawn.edge), isTurned: drawn.isTurned)
    output += "  n\(drawn.upper) \(arrow)\(label) n\(drawn.lower)\n"
  }
}

// The order of bands.
extension MermaidWriter {
  /// An edge as it is declared, from the upper to the lower node.
  private struct DrawnEdge {
    var edge: GraphView.Edge
    var isTurned: Bool

    var upper: Int { isTurned ? edge.to : edge.from }
    var lower: Int { isTurned ? edge.from : edge.to }
  }

  private struct EdgeLook: Hashable {
    var style: EdgeStyle
    var isTurned = false
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
  /// - Returns: The number of links, and the node at the bottom of the last band.
  private func appendOrder(
    of bands: [Band], _ edges: [DrawnEdge], to output: inout String
  ) -> (linkCount: Int, last: Int?) {
    let below = Dictionary(grouping: edges, by: \.upper)
    var last: Int?
    for (number, band) in bands.enumerated() {
      let chain = Self.longestChain(in: band) { (below[$0] ?? []).map(\.lower) }
      if number > 0, let last { output += "  n\(last) ~~~ n\(chain.start)\n" }
      last = chain.end
    }
    return (max(0, bands.count - 1), last)
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

  /// Puts the legend below `last`, the lowest node of the last band.
  ///
  /// - Returns: The number of links.
  private func appendPlaceOfLegend(
    of graph: GraphView, below last: Int?, to output: inout String
  ) -> Int {
    let names =
      NodeStyle.legendEntries(in: graph).indices.map { "k\($0)" }
      + EdgeStyle.legendEntries(in: graph).indices.map { "s\($0)" }
    guard let last, !names.isEmpty else { return 0 }
    output += "  n\(last) ~~~ \(names.joined(separator: " & "))\n"
    return names.count
  }
}

extension MermaidWriter {
  /// Explains the styles that occur.
  ///
  /// - Returns: The styles of the links in the legend.
  private func appendLegend(of graph: GraphView, to output: inout String) -> [EdgeStyle] {
    let (nodeStyles, edgeStyles) = (
      NodeStyle.legendEntries(in: graph), EdgeStyle.legendEntries(in: graph)
    )
    guard nodeStyles.count + edgeStyles.count > 0 else { return [] }
    output += "  subgraph legend\n"
    for (number, nodeStyle) in nodeStyles.enumerated() {
      output += "    " + nodeStyle.mermaidNode("k\(number)", nodeStyle.title) + "\n"
    }
    for (number, edgeStyle) in edgeStyles.enumerated() {
      output +=
        "    s\(number)[\" \"] \(edgeStyle.mermaidArrow()) t\(number)[\"\(edgeStyle.title)\"]\n"
    }
    output += "  end\n"
    return edgeStyles
  }

  /// Writes colors and borders.
  ///
  /// Shapes and arrows distinguish everything without them, except static libraries and externals:
  /// these have thick and dashed borders.
  ///
  /// - Parameters:
  ///   - looks: The looks of all links by number; `nil` for hidden links.
  ///   - graph: The graph with the nodes.
  ///   - output: The chart.
  private func appendStyles(
    _ looks: [EdgeLook?], of graph: GraphView, to output: inout String
  ) {
    let shown = graph.nodes.enumerated().map {
      (name: "n\($0.offset)", nodeStyle: NodeStyle($0.element))
    }
    let explained = NodeStyle.legendEntries(in: graph).enumerated().map {
      (name: "k\($0.offset)", nodeStyle: $0.element)
    }
    for style in MermaidClass.allCases {
      let names = (shown + explained).filter { style.applies(to: $0.nodeStyle) }.map(\.name)
      guard !names.isEmpty else { continue }
      output += "  classDef \(style.rawValue) \(style.style)\n"
      output += "  class \(names.joined(separator: ",")) \(style.rawValue)\n"
    }
    let numbers = Dictionary(grouping: looks.indices) { looks[$0] }
    for look in EdgeStyle.allCases.flatMap({
      [EdgeLook(style: $0), .init(style: $0, isTurned: true)]
    }) {
      let styles = [look.style.mermaidStyle, look.isTurned ? "marker-end:none" : nil]
      guard let some = numbers[look], styles != [nil, nil] else { continue }
      output += "  linkStyle \(some.map(String.init).joined(separator: ",")) "
      output += styles.compactMap(\.self).joined(separator: ",") + "\n"
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

/// Styles that shapes cannot express; a node may have several.
private enum MermaidClass: String, CaseIterable {
  case statics
  case external
  case added
  case removed

  func applies(to nodeStyle: NodeStyle) -> Bool {
    switch self {
    case .statics: nodeStyle.isStatic
    case .external: nodeStyle.kind == .external
    case .added: nodeStyle.change == .added
    case .removed: nodeStyle.change == .removed
    }
  }

  var style: String {
    switch self {
    case .statics: "stroke-width:4px"
    case .external: "stroke-dasharray:5 3"
    case .added: "stroke:#2e7d32,color:#2e7d32"
    case .removed: "stroke:#90a4ae,color:#90a4ae"
    }
  }
}

extension NodeStyle {
  /// Returns the declaration of a node of this style.
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

  fileprivate var mermaidStyle: String? {
    switch self {
    case .link, .imported, .embedded: nil
    case .warned: "stroke:#b26a00,stroke-width:2px"
    case .violation, .cut: "stroke:#d32f2f,stroke-width:2px"
    case .fresh: "stroke:#d32f2f,stroke-width:4px"
    case .known: "stroke:#b0bec5"
    case .added: "stroke:#2e7d32"
    case .removed: "stroke:#90a4ae"
    }
  }
}
