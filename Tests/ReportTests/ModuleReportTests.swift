import Diagnostics
import Testing

@testable import Report

@Suite struct ModuleReportTests {
  private static let graph = GraphView(
    nodes: [
      .init(id: "#A", name: "A\u{1B}[31m", layer: "top"), .init(id: "#B", name: "B"),
      .init(id: "#C", name: "C"),
    ],
    edges: [
      .init(from: 0, to: 1, file: "a/quite/deep/folder/project.yml", line: 7, rules: ["cycle"]),
      .init(from: 1, to: 0, isLinked: false, file: "b/project.yml", line: 8),
      .init(from: 1, to: 2, isLinked: false, isEmbedded: true, file: "b/project.yml", line: 9),
    ], layers: ["top"])

  private static let sheet = ModuleReport(
    node: 1,
    facts: [
      .init("layer", "none", because: "no layer matches it"),
      .init("linkage", "static", because: "by MACH_O_TYPE", file: "b/project.yml", line: 3),
    ], absorbedBy: ["A\u{1B}[31m"], codeOwners: ["@b", "@\u{1B}"],
    findings: [Diagnostic("cycle", .error, "m", at: range(23, 9..<20))])

  @Test func fitsANarrowTerminal() {
    #expect(
      Self.sheet.text(of: Self.graph, sources: sources, style: Style(width: 60)) == #"""
        B
          layer        none, no layer matches it
          linkage      static, by MACH_O_TYPE  b/project.yml:3
          code owners  @b, @\u{1B}

        links 2
          'A\u{1B}[31m' of 'top', not linked  b/project.yml:8
          'C', embedded only                  b/project.yml:9

        linked by 1
          'A\u{1B}[31m' of 'top'
              a/quite/deep/folder/project.yml:7  [cycle]

        copied into 1
          'A\u{1B}[31m'

        findings 1
          service/CosmonautService/project.yml:23:9: error: m [cycle]

        """#)
  }

  @Test func writesChains() {
    let graph = Self.graph
    let paths = graph.chains(from: [0], to: [2], limit: 9)
    #expect(paths == [[0, 2]])
    let style = Style(width: 60)
    #expect(
      Chains(from: "A", to: "C", paths: paths, isComplete: true).text(of: graph, style: style)
        == #"""
        'A' leads to 'C' by 2 links
          'A\u{1B}[31m' links 'B'
              a/quite/deep/folder/project.yml:7  [cycle]
          'B' embeds 'C'  b/project.yml:9

        """#)
    let none = Chains(from: "\u{1B}", to: "x", paths: [], isComplete: true)
    #expect(none.text(of: graph, style: style) == "'\\u{1B}' does not lead to 'x'\n")
    #expect(none.json(of: graph).contains("\"chains\": [],\n  \"complete\": true"))
  }
}
