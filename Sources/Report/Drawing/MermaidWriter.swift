/// Writes a graph as a Mermaid flowchart, which GitHub and many editors draw.
///
/// Layers are subgraphs. Mermaid knows no ranks: each layer has a node that is not shown, and links
/// between these, not shown either, keep the layers in order as far as its layout allows. Mermaid itself refuses charts of more than
/// `mostEdges` links or `mostCharacters` (UTF-16 code units) unless it is configured otherwise, which
/// GitHub is not.
public struct MermaidWriter: Sendable {
  public static var mostEdges: Int { 500 }
  public static var mostCharacters: Int { 50_000 }

  public init() {}

  /// Returns how many links the chart has for Mermaid, with those that are not the graph's.
  @discardableResult
  public func write(_ graph: GraphView, to output: inout String) -> Int {
    let bands = graph.bands()
    let edges = Self.ordered(graph.edges, bands, graph.nodes.count)
    output += "flowchart TB\n"
    appendNodes(of: graph, bands, to: &output)
    var edgeStyles: [(EdgeStyle, Int)] = []
    for (number, edge) in edges.enumerated() {
      append(edge, to: &output)
      edgeStyles.append((EdgeStyle(edge), number))
    }
    let first = edges.count + appendOrder(of: bands, graph, to: &output)
    let legend = appendLegend(of: graph, firstLink: first, to: &output)
    let last = bands.count < 2 ? 0 : appendPlaceOfLegend(of: graph, below: bands, to: &output)
    appendStyles(edgeStyles + legend, of: graph, to: &output)
    return first + legend.count + last
  }

  private func appendNodes(of graph: GraphView, _ bands: [Band], to output: inout String) {
    if bands.isEmpty {
      for (number, node) in graph.nodes.enumerated() { append(node, "n\(number)", to: &output) }
    }
    for (number, band) in bands.enumerated() {
      output += "  subgraph b\(number)[\"\(band.title.shortened(to: 80).escapedForMermaid)\"]\n"
      if bands.count > 1 { output += "    a\(number)[\" \"]\n" }
      for node in band.rows.joined() { append(graph.nodes[node], "n\(node)", "    ", to: &output) }
      output += "  end\n"
    }
  }

  private func append(
    _ node: GraphView.Node, _ name: String, _ indent: String = "  ", to output: inout String
  ) {
    output += indent + NodeStyle(node).mermaidNode(name, node.label) + "\n"
  }

  private func append(_ edge: GraphView.Edge, to output: inout String) {
    let label = edge.linkCount.map { "|\"\($0)\"|" } ?? ""
    let arrow = EdgeStyle(edge).mermaidArrow(kind: EdgeStyle(kindOf: edge))
    output += "  n\(edge.from) \(arrow)\(label) n\(edge.to)\n"
  }
}

// What decides where bands and legend are.
extension MermaidWriter {
  /// Keeps each band below the one before, and below its last row where no link upwards has moved that.
  ///
  /// - Returns: How many links it takes.
  private func appendOrder(
    of bands: [Band], _ graph: GraphView, to output: inout String
  ) -> Int {
    guard bands.count > 1 else { return 0 }
    let anchors = bands.indices.map { "a\($0)" }
    var count = anchors.count - 1
    output += "  \(anchors.joined(separator: " ~~~ "))\n"
    let lifted = Self.headsOfUpwardLinks(in: graph, bands)
    for (number, band) in bands.enumerated().dropLast() where band.rows.count > 1 {
      guard let node = band.rows.last?.first(where: { !lifted.contains($0) }) else { continue }
      output += "  n\(node) ~~~ a\(number + 1)\n"
      count += 1
    }
    output += "  classDef anchor display:none\n  class \(anchors.joined(separator: ",")) anchor\n"
    return count
  }

  private static func headsOfUpwardLinks(in graph: GraphView, _ bands: [Band]) -> Set<Int> {
    let numbers = numbers(of: bands, graph.nodes.count)
    return Set(graph.edges.filter { numbers[$0.from] > numbers[$0.to] }.map(\.to))
  }

  /// The number of the band of each node.
  private static func numbers(of bands: [Band], _ nodeCount: Int) -> [Int] {
    var numbers = [Int](repeating: 0, count: nodeCount)
    for (number, band) in bands.enumerated() {
      for node in band.rows.joined() { numbers[node] = number }
    }
    return numbers
  }

  /// The links of each node with those to the next layers first.
  ///
  /// Mermaid's layout breaks a cycle at the link by which a search in the order of the links comes back.
  private static func ordered(
    _ edges: [GraphView.Edge], _ bands: [Band], _ nodeCount: Int
  ) -> [GraphView.Edge] {
    let band = numbers(of: bands, nodeCount)
    func rank(_ edge: GraphView.Edge) -> Int {
      band[edge.to] > band[edge.from] ? band[edge.to] : bands.count
    }
    return edges.sorted { ($0.from, rank($0), $0.to) < ($1.from, rank($1), $1.to) }
  }

  /// Puts the legend below the last band.
  ///
  /// - Returns: How many links it takes.
  private func appendPlaceOfLegend(
    of graph: GraphView, below bands: [Band], to output: inout String
  ) -> Int {
    let names =
      NodeStyle.legendEntries(in: graph).indices.map { "k\($0)" }
      + EdgeStyle.legendEntries(in: graph).indices.map { "s\($0)" }
    guard !names.isEmpty else { return 0 }
    output += "  a\(bands.count - 1) ~~~ \(names.joined(separator: " & "))\n"
    return names.count
  }
}

extension MermaidWriter {
  /// Explains the styles of nodes that occur and returns the styles of edges of its own links.
  private func appendLegend(
    of graph: GraphView, firstLink: Int, to output: inout String
  ) -> [(EdgeStyle, Int)] {
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
    return edgeStyles.enumerated().map { ($0.element, firstLink + $0.offset) }
  }

  /// Colours and borders; everything can be distinguished without them except static libraries and externals, whose
  /// borders are thick and dashed.
  private func appendStyles(
    _ edgeStyles: [(style: EdgeStyle, number: Int)], of graph: GraphView,
    to output: inout String
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
    for edgeStyle in EdgeStyle.allCases {
      guard let style = edgeStyle.mermaidStyle else { continue }
      let numbers = edgeStyles.filter { $0.style == edgeStyle }.map { String($0.number) }
      guard !numbers.isEmpty else { continue }
      output += "  linkStyle \(numbers.joined(separator: ",")) \(style)\n"
    }
  }
}

/// What shapes cannot show; a node may have several.
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
  /// The declaration of a node of this style.
  fileprivate func mermaidNode(_ name: String, _ label: String) -> String {
    let (opening, closing) =
      switch kind {
      case .module, .external: ("[", "]")
      case .program: ("{{", "}}")
      case .interface: ("([", "])")
      case .tests: (">", "]")
      }
    // An empty string is not a label to Mermaid.
    let text = label.isEmpty ? " " : label.escapedForMermaid
    return "\(name)\(opening)\"\(text)\"\(closing)"
  }
}

extension EdgeStyle {
  fileprivate func mermaidArrow(kind: EdgeStyle = .link) -> String {
    switch (self, kind) {
    case (.removed, _): "-.-x"
    case (.cut, _), (.imported, _): "-.->"
    case (.embedded, _): "-.-"
    case (.known, .link): "--o"
    case (.known, _): "-.-o"
    case (.link, .link), (.violation, .link): "-->"
    case (.added, .link): "==>"
    case (_, .embedded): "-.-"
    case (_, _): "-.->"
    }
  }

  fileprivate var mermaidStyle: String? {
    switch self {
    case .link, .imported, .embedded: nil
    case .violation, .cut: "stroke:#d32f2f,stroke-width:2px"
    case .known: "stroke:#b0bec5"
    case .added: "stroke:#2e7d32"
    case .removed: "stroke:#90a4ae"
    }
  }
}
