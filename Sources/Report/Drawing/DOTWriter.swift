extension GraphView {
  public func dot() -> String {
    var writer = DOTWriter(graph: self, bands: bands(), text: DOTWriter.heading)
    writer.write()
    return writer.text
  }
}

/// Writes a graph for Graphviz' `dot`.
///
/// Layers are clusters from top to bottom. `dot` ranks nodes by edges, and violations lead against
/// the order of layers. So each row of modules shares its rank with an anchor: the band's name or
/// an invisible node. The anchors form a chain, and only its edges constrain ranks.
private struct DOTWriter {
  let graph: GraphView
  let bands: [Band]
  var text: String

  static let heading = """
    digraph modules {
      graph [rankdir=TB, newrank=true, nodesep=0.25, ranksep=0.55, fontname="Helvetica", \
    fontsize=13, pad=0.2]
      node [shape=box, style="rounded,filled", fillcolor=white, color="#37474f", \
    fontname="Helvetica", fontsize=11, height=0.36, margin="0.12,0.04"]
      edge [color="#78909c", arrowsize=0.6]

    """

  mutating func write() {
    if graph.edges.count > 500 { text += "  graph [nslimit=2, mclimit=0.5]\n" }
    if bands.isEmpty {
      for number in graph.nodes.indices { appendNode(number, "  ") }
    }
    // The row of each node; 0 for all if `dot` ranks them itself.
    var rows = [Int](repeating: 0, count: graph.nodes.count)
    var row = 0
    for (number, band) in bands.enumerated() {
      append(band, number, firstRow: row)
      for members in band.rows {
        for node in members { rows[node] = row }
        row += 1
      }
    }
    appendRanks()
    for edge in graph.edges { append(edge, rows) }
    appendLegend()
    // Written after the clusters, which would inherit it.
    let heading = graph.headingLines.map(\.escapedForDOT).joined(separator: "\\n")
    if !heading.isEmpty { text += "  label=\"\(heading)\"; labelloc=t; fontsize=16\n" }
    text += "}\n"
  }

  private mutating func append(_ band: Band, _ number: Int, firstRow: Int) {
    text += "  subgraph cluster_\(number) {\n"
    text += "    style=filled; color=\"#eceff1\"; margin=10\n"
    // `dot` routes edges around nodes, but through the label of a cluster.
    text += "    r\(firstRow) [label=\"\(band.shownTitle.escapedForDOT)\", "
    text +=
      "shape=plaintext, style=\"\", fontsize=13, fontname=\"Helvetica-Bold\", fontcolor=\"#546e7a\"]\n"
    let anchors = band.rows.indices.dropFirst().map { "r\(firstRow + $0)" }
    if !anchors.isEmpty {
      text += "    { node [shape=point, style=invis, width=0.01, height=0.01]; "
      text += "\(anchors.joined(separator: "; ")) }\n"
    }
    for number in band.rows.joined() { appendNode(number, "    ") }
    text += "  }\n"
  }

  private mutating func appendRanks() {
    let rows = bands.flatMap(\.rows)
    for (number, row) in rows.enumerated() {
      text += "  { rank=same; r\(number)\(row.map { "; n\($0)" }.joined()) }\n"
    }
    if rows.count > 1 {
      let chain = rows.indices.map { "r\($0)" }.joined(separator: " -> ")
      text += "  \(chain) [style=invis, weight=8]\n"
    }
  }

  private mutating func appendNode(_ number: Int, _ indent: String) {
    let node = graph.nodes[number]
    text += "\(indent)n\(number) [label=\"\(node.label.escapedForDOT)\""
    text += ", tooltip=\"\(node.id.shortened().escapedForDOT)\"\(NodeStyle(node).attributes)]\n"
  }

  /// Appends an edge.
  ///
  /// An upward edge is written from head to tail with its arrow reversed, which `dot` routes
  /// better.
  private mutating func append(_ edge: GraphView.Edge, _ rows: [Int]) {
    let (from, to) = (graph.nodes[edge.from].name, graph.nodes[edge.to].name)
    var tooltip = "\(from.shortened()) -> \(to.shortened())"
    if !edge.file.isEmpty, edge.linkCount == nil {
      tooltip += "  \(edge.file.shortened()):\(edge.line)"
    }
    if !edge.rules.isEmpty { tooltip += "  [\(edge.rules.joined(separator: ", ").shortened())]" }
    let isTurned = rows[edge.from] > rows[edge.to] || rows[edge.from] == rows[edge.to] && edge.isCut
    let (tail, head) = isTurned ? (edge.to, edge.from) : (edge.from, edge.to)
    text += "  n\(tail) -> n\(head) [tooltip=\"\(tooltip.escapedForDOT)\""
    if let label = edge.label { text += ", label=\"\(label)\", fontsize=9" }
    text += EdgeStyle(edge).attributes(isTurned: isTurned, kind: .init(kindOf: edge)) + "]\n"
  }

  /// Appends a legend of the styles that occur, below the graph; plain modules need none.
  private mutating func appendLegend() {
    let legend = Legend(of: graph)
    let names =
      legend.nodeStyles.indices.map { "k\($0)" } + legend.edgeStyles.indices.map { "s\($0)" }
    guard let first = names.first else { return }
    text += "  subgraph cluster_legend {\n"
    text += "    label=\"legend\"; labeljust=l; fontsize=10; fontcolor=\"#546e7a\"; "
    text += "color=\"#cfd8dc\"; margin=8\n"
    text += "    node [fontsize=9, height=0.24]\n"
    for (number, nodeStyle) in legend.nodeStyles.enumerated() {
      text += "    k\(number) [label=\"\(nodeStyle.title)\"\(nodeStyle.attributes)]\n"
    }
    for (number, edgeStyle) in legend.edgeStyles.enumerated() {
      text += "    s\(number) [label=\"\(edgeStyle.title)\", style=invis]\n"
      text += "    t\(number) [label=\"\(edgeStyle.title)\", shape=plaintext, style=\"\"]\n"
      text += "    s\(number) -> t\(number) [weight=8\(edgeStyle.attributes())]\n"
    }
    text += "  }\n"
    text += "  { rank=same; \(names.joined(separator: " -> ")) [style=invis] }\n"
    let rows = bands.reduce(0) { $0 + $1.rows.count }
    if rows > 0 { text += "  r\(rows - 1) -> \(first) [style=invis]\n" }
  }
}

extension NodeStyle {
  /// The attributes that differ from the default node, each preceded by a comma.
  fileprivate var attributes: String {
    var attributes = isStatic ? ", peripheries=2" : ""
    switch kind {
    case .module: break
    case .program: attributes += ", style=\"filled,bold\""
    case .interface: attributes += ", shape=ellipse, style=filled"
    case .tests: attributes += ", shape=note, style=filled"
    case .external: attributes += ", style=\"filled,dashed\""
    }
    if let color { attributes += ", color=\"\(color)\", fontcolor=\"\(color)\"" }
    return attributes
  }
}

extension EdgeStyle {
  /// Returns the attributes that differ from the default edge, each preceded by a comma.
  ///
  /// `kind` is the style of the edge without findings.
  fileprivate func attributes(isTurned: Bool = false, kind: EdgeStyle = .link) -> String {
    let kind = self == .imported || self == .embedded ? self : kind
    let arrow = isTurned ? "arrowtail" : "arrowhead"
    var text = isTurned ? ", dir=back" : ""
    if let color { text += ", color=\"\(color)\"" }
    if let penWidth { text += ", penwidth=\(penWidth)" }
    if self == .known { text += ", \(arrow)=onormal" }
    if kind != .link {
      text += ", style=dotted"
    } else if self == .cut || self == .removed {
      text += ", style=dashed"
    }
    return text + (kind == .embedded && self != .known ? ", \(arrow)=odot" : "")
  }

  private var penWidth: String? {
    switch self {
    case .link, .embedded, .imported, .removed: nil
    case .warned: "1.4"
    case .violation, .cut, .known: "1.8"
    case .fresh: "3"
    case .added: "2.4"
    }
  }
}
