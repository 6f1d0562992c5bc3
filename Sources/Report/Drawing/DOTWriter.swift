/// Writes a graph for Graphviz' `dot`.
///
/// Layers are clusters from top to bottom. `dot` ranks nodes by edges, and violations lead against
/// the order of layers. So each row of modules shares its rank with an anchor: the band's name or
/// an invisible node. The anchors form a chain, and only its edges constrain ranks.
public struct DOTWriter: Sendable {
  public init() {}

  public func write(_ graph: GraphView, to output: inout String) {
    let bands = graph.bands()
    output += Self.heading
    if graph.edges.count > 500 { output += "  graph [nslimit=2, mclimit=0.5]\n" }
    if bands.isEmpty {
      for (number, node) in graph.nodes.enumerated() { append(node, number, "  ", to: &output) }
    }
    var row = 0
    for (number, band) in bands.enumerated() {
      append(band, number, firstRow: row, graph, to: &output)
      row += band.rows.count
    }
    appendRanks(of: bands, to: &output)
    let rows = Self.rowNumbers(of: bands, graph.nodes.count)
    for edge in graph.edges { append(edge, graph, rows, to: &output) }
    appendLegend(of: graph, below: bands, to: &output)
    // Written after the clusters, which would inherit it.
    let heading = graph.headingLines.map(\.escapedForDOT).joined(separator: "\\n")
    if !heading.isEmpty { output += "  label=\"\(heading)\"; labelloc=t; fontsize=16\n" }
    output += "}\n"
  }

  /// Returns the row of each node; 0 for all if `dot` ranks them itself.
  private static func rowNumbers(of bands: [Band], _ count: Int) -> [Int] {
    var rows = [Int](repeating: 0, count: count)
    for (row, members) in bands.flatMap(\.rows).enumerated() {
      for number in members { rows[number] = row }
    }
    return rows
  }

  private static let heading = """
    digraph modules {
      graph [rankdir=TB, newrank=true, nodesep=0.25, ranksep=0.55, fontname="Helvetica", \
    fontsize=13, pad=0.2]
      node [shape=box, style="rounded,filled", fillcolor=white, color="#37474f", \
    fontname="Helvetica", fontsize=11, height=0.36, margin="0.12,0.04"]
      edge [color="#78909c", arrowsize=0.6]

    """
}

extension DOTWriter {
  private func append(
    _ band: Band, _ number: Int, firstRow: Int, _ graph: GraphView, to output: inout String
  ) {
    output += "  subgraph cluster_\(number) {\n"
    output += "    style=filled; color=\"#eceff1\"; margin=10\n"
    // `dot` routes edges around nodes, but through the label of a cluster.
    output += "    r\(firstRow) [label=\"\(band.title.shortened(to: 80).escapedForDOT)\", "
    output +=
      "shape=plaintext, style=\"\", fontsize=13, fontname=\"Helvetica-Bold\", fontcolor=\"#546e7a\"]\n"
    let anchors = band.rows.indices.dropFirst().map { "r\(firstRow + $0)" }
    if !anchors.isEmpty {
      output += "    { node [shape=point, style=invis, width=0.01, height=0.01]; "
      output += "\(anchors.joined(separator: "; ")) }\n"
    }
    for number in band.rows.joined() {
      append(graph.nodes[number], number, "    ", to: &output)
    }
    output += "  }\n"
  }

  private func appendRanks(of bands: [Band], to output: inout String) {
    let rows = bands.flatMap(\.rows)
    for (number, row) in rows.enumerated() {
      let names = row.map { "; n\($0)" }.joined()
      output += "  { rank=same; r\(number)\(names) }\n"
    }
    if rows.count > 1 {
      let chain = rows.indices.map { "r\($0)" }.joined(separator: " -> ")
      output += "  \(chain) [style=invis, weight=8]\n"
    }
  }

  private func append(
    _ node: GraphView.Node, _ number: Int, _ indent: String, to output: inout String
  ) {
    let look = NodeStyle(node).attributes
    output += "\(indent)n\(number) [label=\"\(node.label.escapedForDOT)\""
    output += ", tooltip=\"\(node.id.shortened().escapedForDOT)\"\(look)]\n"
  }

  /// Appends an edge.
  ///
  /// An upward edge is written from head to tail with its arrow reversed, which `dot` routes
  /// better.
  private func append(
    _ edge: GraphView.Edge, _ graph: GraphView, _ rows: [Int], to output: inout String
  ) {
    let (from, to) = (graph.nodes[edge.from].name, graph.nodes[edge.to].name)
    var tooltip = "\(from.shortened()) -> \(to.shortened())"
    if !edge.file.isEmpty, edge.linkCount == nil {
      tooltip += "  \(edge.file.shortened()):\(edge.line)"
    }
    if !edge.rules.isEmpty { tooltip += "  [\(edge.rules.joined(separator: ", ").shortened())]" }
    let isTurned = rows[edge.from] > rows[edge.to] || rows[edge.from] == rows[edge.to] && edge.isCut
    let (tail, head) = isTurned ? (edge.to, edge.from) : (edge.from, edge.to)
    output += "  n\(tail) -> n\(head) [tooltip=\"\(tooltip.escapedForDOT)\""
    if let label = edge.label { output += ", label=\"\(label)\", fontsize=9" }
    output += EdgeStyle(edge).attributes(isTurned: isTurned, kind: .init(kindOf: edge)) + "]\n"
  }
}
