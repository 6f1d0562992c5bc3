/// Writes a graph as a Mermaid flowchart, which GitHub and many editors draw.
///
/// Layers are subgraphs. Mermaid knows no ranks: invisible links between the layers keep them in
/// order as far as its layout allows. Mermaid itself refuses charts of more than
/// `mostEdges` links or `mostCharacters` (UTF-16 code units) unless it is configured otherwise, which
/// GitHub is not.
public struct MermaidWriter: Sendable {
  public static var mostEdges: Int { 500 }
  public static var mostCharacters: Int { 50_000 }

  public init() {}

  /// Returns how many links the chart has for Mermaid, with those that are not the graph's.
  @discardableResult
  public func write(_ graph: GraphView, to output: inout String) -> Int {
    let edges = graph.edges.filter { !$0.isOnlyCopied }
    output += "flowchart TB\n"
    appendNodes(of: graph, to: &output)
    var edgeStyles: [(EdgeStyle, Int)] = []
    for (number, edge) in edges.enumerated() {
      append(edge, to: &output)
      edgeStyles.append((EdgeStyle(edge), number))
    }
    let bandCount = graph.bands().count
    if bandCount > 1 {
      output += "  " + (0..<bandCount).map { "b\($0)" }.joined(separator: " ~~~ ") + "\n"
    }
    let first = edges.count + max(0, bandCount - 1)
    let legend = appendLegend(of: graph, firstLink: first, to: &output)
    appendStyles(edgeStyles + legend, of: graph, to: &output)
    return first + legend.count
  }

  private func appendNodes(of graph: GraphView, to output: inout String) {
    let bands = graph.bands()
    if bands.isEmpty {
      for (number, node) in graph.nodes.enumerated() { append(node, "n\(number)", to: &output) }
    }
    for (number, band) in bands.enumerated() {
      output += "  subgraph b\(number)[\"\(band.title.shortened(to: 80).escapedForMermaid)\"]\n"
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
    output +=
      "  n\(edge.from) \(EdgeStyle(edge).mermaidArrow(isImport: edge.isImport))\(label) n\(edge.to)\n"
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
  fileprivate func mermaidArrow(isImport: Bool = false) -> String {
    switch self {
    case .link, .violation: isImport ? "-.->" : "-->"
    case .cut, .imported: "-.->"
    case .known: isImport ? "-.-o" : "--o"
    case .added: isImport ? "-.->" : "==>"
    case .removed: "-.-x"
    }
  }

  fileprivate var mermaidStyle: String? {
    switch self {
    case .link, .imported: nil
    case .violation, .cut: "stroke:#d32f2f,stroke-width:2px"
    case .known: "stroke:#b0bec5"
    case .added: "stroke:#2e7d32"
    case .removed: "stroke:#90a4ae"
    }
  }
}
