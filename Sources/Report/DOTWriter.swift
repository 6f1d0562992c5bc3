/// Writes a graph in the language of Graphviz, for `dot`.
///
/// Layers are clusters from top to bottom. `dot` ranks nodes by edges, which here break the order
/// of the layers where it matters most; so each row of modules shares its rank with an invisible
/// node, the invisible nodes form a chain, and only they decide on ranks.
public struct DOTWriter: Sendable {
  public init() {}

  public func write(_ graph: GraphView, to output: inout String) {
    let bands = graph.bands()
    output += Self.heading
    if bands.isEmpty {
      for (number, node) in graph.nodes.enumerated() { append(node, number, "  ", to: &output) }
    }
    for (number, band) in bands.enumerated() { append(band, number, graph, to: &output) }
    appendRanks(of: bands, to: &output)
    for edge in graph.edges { append(edge, graph, isRanked: bands.isEmpty, to: &output) }
    appendLegend(of: graph, below: bands, to: &output)
    output += "}\n"
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
    _ band: Band, _ number: Int, _ graph: GraphView, to output: inout String
  ) {
    output += "  subgraph cluster_\(number) {\n"
    output += "    label=\"\(band.title.escapedForDOT)\"; labeljust=l; style=filled; "
    output += "color=\"#eceff1\"; fontcolor=\"#546e7a\"; margin=10\n"
    for number in band.rows.joined() {
      append(graph.nodes[number], number, "    ", to: &output)
    }
    output += "  }\n"
  }

  private func appendRanks(of bands: [Band], to output: inout String) {
    let rows = bands.flatMap(\.rows)
    guard !rows.isEmpty else { return }
    output += "  node [shape=point, style=invis, width=0.01, height=0.01, label=\"\"]\n"
    for (number, row) in rows.enumerated() {
      let names = row.map { "; n\($0)" }.joined()
      output += "  { rank=same; r\(number)\(names) }\n"
    }
    if rows.count > 1 {
      let chain = rows.indices.map { "r\($0)" }.joined(separator: " -> ")
      output += "  \(chain) [style=invis]\n"
    }
  }

  private func append(
    _ node: GraphView.Node, _ number: Int, _ indent: String, to output: inout String
  ) {
    let look = Look(node).attributes
    output += "\(indent)n\(number) [label=\"\(node.name.shortened.escapedForDOT)\""
    output += ", tooltip=\"\(node.id.shortened.escapedForDOT)\"\(look)]\n"
  }

  private func append(
    _ edge: GraphView.Edge, _ graph: GraphView, isRanked: Bool, to output: inout String
  ) {
    let (from, to) = (graph.nodes[edge.from].name, graph.nodes[edge.to].name)
    var tooltip = "\(from.shortened) -> \(to.shortened)"
    if !edge.file.isEmpty { tooltip += "  \(edge.file.shortened):\(edge.line)" }
    if !edge.rules.isEmpty { tooltip += "  [\(edge.rules.joined(separator: ", ").shortened)]" }
    output += "  n\(edge.from) -> n\(edge.to) [tooltip=\"\(tooltip.escapedForDOT)\""
    output += Line(edge).attributes
    if !isRanked || edge.isCut { output += ", constraint=false" }
    output += "]\n"
  }
}

extension DOTWriter {
  /// How a module is drawn, told apart without colour.
  enum Look: CaseIterable {
    case module, app, interface, statics, tests, external

    var title: String {
      switch self {
      case .module: "module"
      case .app: "program"
      case .interface: "interface"
      case .statics: "static"
      case .tests: "tests"
      case .external: "external"
      }
    }
  }
}

extension String {
  /// Graphviz refuses very long strings.
  fileprivate var shortened: String {
    guard unicodeScalars.count > 200 else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(199))) + "…"
  }
}
