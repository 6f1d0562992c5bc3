import Diagnostics
import Foundation
import Testing

@testable import Report

/// What the page does is tried in a browser, by `scripts/check_page.py`.
struct HTMLReporterTests {
  private func page(_ view: GraphView, _ findings: [Diagnostic] = []) -> String {
    let report = Report(
      findings: findings, sources: SourceMap(), summary: .init(findings: findings), graph: view)
    var text = ""
    HTMLReporter().write(report, lines: { _, _ in String?.none }, to: &text)
    return text
  }

  @Test
  func `Names end no script and begin no element`() {
    let name = "</script><img src=x onerror=alert(1)><!--"
    let view = GraphView(
      nodes: [GraphView.Node(id: name, name: name, layer: name)], edges: [], layers: [name])
    let finding = Diagnostic("same-layer", .error, "\(name)", at: nil, help: ["\(name)"])
    let text = page(view, [finding])
    #expect(text.split(separator: "</script>", omittingEmptySubsequences: false).count == 3)
    #expect(!text.contains("<img") && !text.contains("<!--"))
  }

  @Test
  func `The page may load nothing`() {
    let text = page(GraphView(nodes: [], edges: [], layers: []))
    #expect(text.contains("content=\"default-src 'none';"))
    #expect(!text.contains("src=") && !text.contains("href=\"h") && !text.contains("@import"))
  }

  /// A browser runs the script of this hash alone, which page.html states.
  @Test
  func `The page runs its own script`() throws {
    let text = page(GraphView(nodes: [], edges: [], layers: []))
    let script = try #require(
      text.components(separatedBy: "<script>").last?.components(separatedBy: "</script>").first)
    let hash = Data(SHA256.hash(of: Array(script.utf8))).base64EncodedString()
    #expect(text.contains("script-src 'sha256-\(hash)'"))
    let standard = SHA256.hash(of: Array("abc".utf8))
    #expect(Data(standard).base64EncodedString() == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  @Test
  func `A finding has its line, its chain and its help`() throws {
    let view = GraphView(nodes: [], edges: [], layers: [])
    let findings = [sameLayer, cycle]
    var text = ""
    let report = Report(
      findings: findings, sources: sources, summary: .init(findings: findings), graph: view)
    HTMLReporter().write(report, lines: lines, to: &text)
    #expect(text.contains("<h1>1 error, 1 warning</h1>"))
    let source = #""source": [23, "      - ", "framework: ISSSpacesuitService.framework", ""]"#
    #expect(text.contains(source))
    #expect(text.contains(#"["help", "link the interface 'ISSSpacesuitServiceCore' instead"]"#))
    #expect(
      text.contains(#"["chain", "'A' links 'Bee'", "service/CosmonautService/project.yml:2:7"]"#))
    #expect(text.contains(#"["note", "cut this one"]"#))
  }

  @Test
  func `Links name what they share by number`() {
    let nodes = ["A", "B"].map { GraphView.Node(id: $0, name: $0) }
    let edges = [(0, 1, "a.yml", 3), (1, 0, "b.yml", 4)].map {
      GraphView.Edge(
        from: $0.0, to: $0.1, file: $0.2, line: $0.3, rules: $0.0 == 0 ? [] : ["upward"])
    }
    let text = page(GraphView(nodes: nodes, edges: edges, layers: []))
    #expect(text.contains(#""links": [[0, 1, 0, 0, 3], [1, 0, 0, 1, 4, "upward"]]"#))
    #expect(text.contains(#""files": ["a.yml", "b.yml"]"#))
  }
}
