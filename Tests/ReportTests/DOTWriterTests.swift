import Testing

@testable import Report

@Suite struct DOTWriterTests {
  private func dot(_ graph: GraphView) -> String { graph.dot() }

  /// What follows the heading, which is about looks only.
  private func body(_ graph: GraphView) -> String {
    dot(graph).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(4)
      .joined(separator: "\n")
  }

  private func node(
    _ name: String, _ layer: String?, _ roles: [GraphView.Role] = [], linkage: String = "dynamic"
  ) -> GraphView.Node {
    .init(id: "#" + name, name: name, linkage: linkage, layer: layer, roles: roles)
  }

  @Test func drawsLayersAsBandsFromTopToBottom() {
    let graph = GraphView(
      nodes: [
        node("A", "top"), node("B", "top", [.interface], linkage: "static"), node("C", "low"),
        node("D", nil), node("Maps", nil, [.external]),
      ],
      edges: [
        .init(from: 0, to: 1, file: "p.yml", line: 7),
        .init(from: 2, to: 0, rules: ["cycle", "upward"], isCut: true),
        .init(from: 0, to: 2, rules: ["x"], isKnown: true),
      ], layers: ["top", "empty", "low"])
    #expect(
      body(graph) == #"""
          subgraph cluster_0 {
            style=filled; color="#eceff1"; margin=10
            r0 [label="top", shape=plaintext, style="", fontsize=13, fontname="Helvetica-Bold", fontcolor="#546e7a"]
            { node [shape=point, style=invis, width=0.01, height=0.01]; r1 }
            n0 [label="A", tooltip="#A"]
            n1 [label="B", tooltip="#B", peripheries=2, shape=ellipse, style=filled]
          }
          subgraph cluster_1 {
            style=filled; color="#eceff1"; margin=10
            r2 [label="low", shape=plaintext, style="", fontsize=13, fontname="Helvetica-Bold", fontcolor="#546e7a"]
            n2 [label="C", tooltip="#C"]
          }
          subgraph cluster_2 {
            style=filled; color="#eceff1"; margin=10
            r3 [label="no layer", shape=plaintext, style="", fontsize=13, fontname="Helvetica-Bold", fontcolor="#546e7a"]
            n3 [label="D", tooltip="#D"]
          }
          subgraph cluster_3 {
            style=filled; color="#eceff1"; margin=10
            r4 [label="external", shape=plaintext, style="", fontsize=13, fontname="Helvetica-Bold", fontcolor="#546e7a"]
            n4 [label="Maps", tooltip="#Maps", style="filled,dashed"]
          }
          { rank=same; r0; n0 }
          { rank=same; r1; n1 }
          { rank=same; r2; n2 }
          { rank=same; r3; n3 }
          { rank=same; r4; n4 }
          r0 -> r1 -> r2 -> r3 -> r4 [style=invis, weight=8]
          n0 -> n1 [tooltip="A -> B  p.yml:7"]
          n0 -> n2 [tooltip="C -> A  [cycle, upward]", dir=back, color="#d32f2f", penwidth=1.8, style=dashed]
          n0 -> n2 [tooltip="A -> C  [x]", color="#b0bec5", penwidth=1.8, arrowhead=onormal]
          subgraph cluster_legend {
            label="legend"; labeljust=l; fontsize=10; fontcolor="#546e7a"; color="#cfd8dc"; margin=8
            node [fontsize=9, height=0.24]
            k0 [label="interface", shape=ellipse, style=filled]
            k1 [label="external", style="filled,dashed"]
            k2 [label="static library", peripheries=2]
            s0 [label="to cut", style=invis]
            t0 [label="to cut", shape=plaintext, style=""]
            s0 -> t0 [weight=8, color="#d32f2f", penwidth=1.8, style=dashed]
            s1 [label="known", style=invis]
            t1 [label="known", shape=plaintext, style=""]
            s1 -> t1 [weight=8, color="#b0bec5", penwidth=1.8, arrowhead=onormal]
          }
          { rank=same; k0 -> k1 -> k2 -> s0 -> s1 [style=invis] }
          r4 -> k0 [style=invis]
        }

        """#)
  }

  @Test func quotesWhateverNamesContain() {
    let names = ["a\"b", "c\\", "\\N", "x\ny", "&lt;", "\u{1B}\u{202E}\0"]
    let graph = GraphView(
      nodes: names.map { node($0, nil) }, edges: [.init(from: 0, to: 1, rules: ["]\""])],
      layers: [])
    let labels = [
      #""a\"b""#, #""c\\""#, #""\\N""#, #""x\\u{0A}y""#, #""&amp;lt;""#,
      #""\\u{1B}\\u{202E}\\u{00}""#,
    ]
    let output = dot(graph)
    for (number, label) in labels.enumerated() {
      #expect(output.contains("  n\(number) [label=\(label), tooltip=\"#"))
    }
    #expect(output.contains(#"n0 -> n1 [tooltip="a\"b -> c\\  []\"]""#))
    let long = dot(
      GraphView(nodes: [node(String(repeating: "x", count: 99_999), nil)], edges: [], layers: []))
    #expect(long.utf8.count < 1000)
  }

  @Test func needsNoLayersAndNoModules() {
    #expect(body(GraphView(nodes: [], edges: [], layers: ["a"])) == "}\n")
    let pair = GraphView(
      nodes: [node("A", nil), node("B", nil)],
      edges: [.init(from: 0, to: 1), .init(from: 1, to: 0)], layers: [])
    #expect(
      body(pair) == """
          n0 [label="A", tooltip="#A"]
          n1 [label="B", tooltip="#B"]
          n0 -> n1 [tooltip="A -> B"]
          n1 -> n0 [tooltip="B -> A"]
        }

        """)
  }

  @Test func breaksLongRows() {
    let graph = GraphView(
      nodes: (0..<20).map { node("M\($0)", "one") }, edges: [], layers: ["one"])
    let rows = dot(graph).split(separator: "\n").filter { $0.hasPrefix("  { rank=same; r") }
    #expect(rows.map { $0.split(separator: ";").count - 2 } == [6, 7, 7])
  }
}
