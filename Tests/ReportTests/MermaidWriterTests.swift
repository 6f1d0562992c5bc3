import Testing

@testable import Report

@Suite struct MermaidWriterTests {
  private func mermaid(_ graph: GraphView) -> String { MermaidChart(of: graph).text }

  private func node(
    _ name: String, _ layer: String? = nil, _ roles: [GraphView.Role] = [],
    linkage: String = "dynamic", change: GraphView.Change? = nil
  ) -> GraphView.Node {
    .init(id: "#" + name, name: name, linkage: linkage, layer: layer, roles: roles, change: change)
  }

  @Test func drawsLayersKindsAndFindings() {
    let graph = GraphView(
      nodes: [
        node("App", "top", [.app, .executable]), node("Api", "low", [.interface]),
        node("Kit", "low", linkage: "static"), node("KitTests", "low", [.test]),
        node("Maps", nil, [.external], linkage: "static"),
      ],
      edges: [
        .init(from: 0, to: 1), .init(from: 1, to: 0, rules: ["upward"]),
        .init(from: 2, to: 1, rules: ["cycle"], isCut: true),
        .init(from: 2, to: 4, rules: ["x"], isKnown: true),
        .init(from: 0, to: 4, isLinked: false, isEmbedded: true),
      ], layers: ["top", "low"])
    #expect(
      mermaid(graph) == """
        flowchart TB
          subgraph b0["top"]
            n0{{"App"}}
          end
          subgraph b1["low"]
            n1(["Api"])
            n2["Kit"]
            n3>"KitTests"]
          end
          subgraph b2["external"]
            n4["Maps"]
          end
          n0 --> n1
          n0 <--> n1
          n1 <-.-> n2
          n2 --o n4
          n0 -.- n4
          n0 ~~~ n1 & n2 & n3
          n1 ~~~ n4
          subgraph legend
            k0{{"program"}}
            k1(["interface"])
            k2>"for tests"]
            k3["external"]
            k4["static library"]
            s0[" "] -.- t0["only embeds"]
            s1[" "] --> t1["breaks a rule"]
            s2[" "] -.-> t2["to cut"]
            s3[" "] --o t3["known"]
          end
          n4 ~~~ k0 & k1 & k2 & k3 & k4 & s0 & s1 & s2 & s3
          classDef statics stroke-width:4px
          class n2,n4,k4 statics
          classDef external stroke-dasharray:5 3
          class n4,k3 external
          linkStyle 10 stroke:#d32f2f,stroke-width:2px
          linkStyle 1 stroke:#d32f2f,stroke-width:2px,marker-end:none
          linkStyle 11 stroke:#d32f2f,stroke-width:2px
          linkStyle 2 stroke:#d32f2f,stroke-width:2px,marker-end:none
          linkStyle 3,12 stroke:#b0bec5

        """)
  }

  @Test func marksWhatChanged() {
    let graph = GraphView(
      nodes: [node("New", change: .added), node("Old", change: .removed)],
      edges: [
        .init(from: 0, to: 1, change: .added), .init(from: 1, to: 0, change: .removed),
        .init(from: 0, to: 0, rules: ["cycle"], change: .added),
      ], layers: [])
    #expect(
      mermaid(graph) == """
        flowchart TB
          n0["+ New · links itself: + new, breaks a rule"]
          n1["− Old"]
          n0 ==> n1
          n1 -.-x n0
          subgraph legend
            k0["+ added"]
            k1["− removed"]
            s0[" "] ==> t0["+ new, breaks a rule"]
            s1[" "] ==> t1["new link"]
            s2[" "] -.-x t2["removed link"]
          end
          classDef added stroke:#2e7d32,color:#2e7d32
          class n0,k0 added
          classDef removed stroke:#90a4ae,color:#90a4ae
          class n1,k1 removed
          linkStyle 2 stroke:#d32f2f,stroke-width:4px
          linkStyle 0,3 stroke:#2e7d32
          linkStyle 1,4 stroke:#90a4ae

        """)
  }

  @Test func quotesWhateverNamesContain() {
    let names = ["a\"b", "c\\", "x\ny", "&lt;<b>", "#quot;", "`md`", "%%{init}%%", ""]
    let labels = [
      "a#34;b", "c#92;", "x#92;u{0A}y", "#38;lt#59;#60;b#62;", "#35;quot#59;", "#96;md#96;",
      "#37;#37;{init}#37;#37;", " ",
    ]
    let output = mermaid(GraphView(nodes: names.map { node($0) }, edges: [], layers: []))
    for (number, label) in labels.enumerated() {
      #expect(output.contains("  n\(number)[\"\(label)\"]\n"))
    }
  }

  @Test func needsNoModules() {
    #expect(mermaid(GraphView(nodes: [], edges: [], layers: ["a"])) == "flowchart TB\n")
  }

  @Test func countsWhatGroupsStandFor() {
    let graph = GraphView(
      nodes: [
        .init(id: "layer:a", name: "a", memberCount: 12),
        .init(id: "layer:b", name: "b", memberCount: 1),
      ], edges: [.init(from: 0, to: 1, linkCount: 34)], layers: [])
    #expect(
      mermaid(graph) == """
        flowchart TB
          n0["a · 12 modules"]
          n1["b"]
          n0 -->|"34"| n1

        """)
  }
}
