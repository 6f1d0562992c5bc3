extension NodeStyle {
  /// The attributes that differ from the default node, each preceded by a comma.
  var attributes: String {
    var attributes = isStatic ? ", peripheries=2" : ""
    switch kind {
    case .module: break
    case .program: attributes += ", style=\"filled,bold\""
    case .interface: attributes += ", shape=ellipse, style=filled"
    case .tests: attributes += ", shape=note, style=filled"
    case .external: attributes += ", style=\"filled,dashed\""
    }
    switch change {
    case .added: attributes += ", color=\"#2e7d32\", fontcolor=\"#2e7d32\""
    case .removed: attributes += ", color=\"#90a4ae\", fontcolor=\"#90a4ae\""
    case nil: break
    }
    return attributes
  }
}

extension EdgeStyle {
  /// Returns the attributes that differ from the default edge, each preceded by a comma.
  ///
  /// `kind` is the style of the edge without findings.
  func attributes(isTurned: Bool, kind: EdgeStyle = .link) -> String {
    let attributes = attributes(isTurned: isTurned)
    guard kind != .link, self != kind else { return attributes }
    let solid = attributes.split(separator: ", style=dashed", omittingEmptySubsequences: false)
    let ring = ", \(isTurned ? "arrowtail" : "arrowhead")=odot"
    return solid.joined() + ", style=dotted" + (kind == .embedded && self != .known ? ring : "")
  }

  private func attributes(isTurned: Bool) -> String {
    let turn = isTurned ? ", dir=back" : ""
    switch self {
    case .link: return turn
    case .embedded:
      return turn + ", style=dotted, \(isTurned ? "arrowtail" : "arrowhead")=odot"
    case .imported: return turn + ", style=dotted"
    case .warned: return turn + ", color=\"#b26a00\", penwidth=1.4"
    case .violation: return turn + ", color=\"#d32f2f\", penwidth=1.8"
    case .cut: return turn + ", color=\"#d32f2f\", penwidth=1.8, style=dashed"
    case .fresh: return turn + ", color=\"#d32f2f\", penwidth=3"
    case .known:
      let arrow = isTurned ? "arrowtail" : "arrowhead"
      return turn + ", color=\"#b0bec5\", penwidth=1.8, \(arrow)=onormal"
    case .added: return turn + ", color=\"#2e7d32\", penwidth=2.4"
    case .removed: return turn + ", color=\"#90a4ae\", style=dashed"
    }
  }
}

extension DOTWriter {
  /// Appends a legend of the styles that occur, below the graph.
  ///
  /// A graph of plain modules has none.
  func appendLegend(of graph: GraphView, below bands: [Band], to output: inout String) {
    let (nodeStyles, edgeStyles) = (
      NodeStyle.legendEntries(in: graph), EdgeStyle.legendEntries(in: graph)
    )
    guard nodeStyles.count + edgeStyles.count > 0 else { return }
    output += "  subgraph cluster_legend {\n"
    output += "    label=\"legend\"; labeljust=l; fontsize=10; fontcolor=\"#546e7a\"; "
    output += "color=\"#cfd8dc\"; margin=8\n"
    output += "    node [fontsize=9, height=0.24]\n"
    for (number, nodeStyle) in nodeStyles.enumerated() {
      output += "    k\(number) [label=\"\(nodeStyle.title)\"\(nodeStyle.attributes)]\n"
    }
    for (number, edgeStyle) in edgeStyles.enumerated() {
      output += "    s\(number) [label=\"\(edgeStyle.title)\", style=invis]\n"
      output += "    t\(number) [label=\"\(edgeStyle.title)\", shape=plaintext, style=\"\"]\n"
      output += "    s\(number) -> t\(number) [weight=8\(edgeStyle.attributes(isTurned: false))]\n"
    }
    output += "  }\n"
    appendLegendRank(
      nodeStyles.indices.map { "k\($0)" } + edgeStyles.indices.map { "s\($0)" }, bands, to: &output)
  }

  private func appendLegendRank(_ names: [String], _ bands: [Band], to output: inout String) {
    output += "  { rank=same; \(names.joined(separator: " -> ")) [style=invis] }\n"
    let rows = bands.reduce(0) { $0 + $1.rows.count }
    if rows > 0, let first = names.first { output += "  r\(rows - 1) -> \(first) [style=invis]\n" }
  }
}
