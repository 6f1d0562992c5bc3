import Layout
import TestSupport
import Testing

@testable import Report

struct SVGWriterTests {
  private func svg(_ names: [String], edges: [(Int, Int)] = [], layers: [String] = []) -> String {
    let nodes = names.map { GraphView.Node(id: "spec.yml#\($0)", name: $0, layer: layers.first) }
    let links = edges.map { GraphView.Edge(from: $0.0, to: $0.1) }
    return GraphView(nodes: nodes, edges: links, layers: layers).svg()
  }

  @Test
  func `An empty graph is an empty picture`() {
    #expect(svg([]).contains("<title id=\"title\">0 modules, 0 links</title>"))
    #expect(svg([]).hasSuffix("</svg>\n"))
  }

  @Test
  func `The name of a layer has the room that it needs`() {
    let layer = "HarbourMasterDetails and others"
    #expect(svg(["A"], layers: [layer]).contains(">\(layer)</text>"))
  }

  @Test
  func `Names cannot leave their place`() throws {
    let name = "</text><script>alert(\"1\")</script>&'\u{202E}\u{1B}[31m\n"
    let text = svg([name], layers: [name])
    #expect(!text.contains("<script") && !text.contains("\u{1B}") && !text.contains("\u{202E}"))
    #expect(try XMLElements(of: text).count("text") == 2, "the name and the layer")
    #expect(
      text.contains("&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"))
  }

  /// Widths in DejaVu Sans Bold at 12 pixels, as a browser measures them.
  @Test(arguments: [
    ("ISSCosmonautService", 147.0), ("WWWWWWWW", 105.9), ("mmmmWWWW", 103.0), ("iiiiiiii", 32.9),
    ("abcdefghijklmnopqrstuvwxyz", 198.5), ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 235.5),
    ("0123456789_-. ()", 114.2), ("日本語", 36),
  ])
  func `A label is as wide as in the widest common face, and not much wider`(
    label: String, measured: Double
  ) {
    let width = label.labelWidth(size: 12) * Picture.boldness
    #expect(width >= measured && width < measured * 1.45)
  }

  @Test
  func `Circles without layers stand in rows`() {
    let view = GraphView(
      nodes: ["A", "B", "C"].map { GraphView.Node(id: $0, name: $0) },
      edges: [(0, 1), (1, 2), (2, 0)].map { GraphView.Edge(from: $0.0, to: $0.1) }, layers: [])
    #expect(view.bandsOrRows().map(\.rows) == [[[0], [1], [2]]])
  }

  @Test(arguments: [(900, 900), (1200, 1200), (1500, nil)])
  func `A deep graph stands in fewer rows where links pass too many`(
    count: Int, rows: Int?
  ) {
    var edges = (1..<count).map { GraphView.Edge(from: $0 - 1, to: $0) }
    // Every link of those passes half of all rows.
    if rows == nil { edges += (0..<count / 2).map { .init(from: $0, to: $0 + count / 2) } }
    let nodes = (0..<count).map { GraphView.Node(id: "M\($0)", name: "M\($0)") }
    let bands = GraphView(nodes: nodes, edges: edges, layers: []).bandsOrRows()
    #expect(bands[0].rows.joined().sorted() == Array(0..<count))
    if let rows { #expect(bands[0].rows.count == rows) } else { #expect(bands[0].rows.count < 400) }
  }

  @Test
  func `What only embeds is dotted, what breaks a rule is drawn last`() {
    var edges = [(0, 1), (0, 2), (1, 2)].map { GraphView.Edge(from: $0.0, to: $0.1) }
    edges[0].rules = ["same-layer"]
    edges[2].isLinked = false
    edges[2].isEmbedded = true
    let nodes = ["A", "B", "C"].map { GraphView.Node(id: $0, name: $0) }
    let text = GraphView(nodes: nodes, edges: edges, layers: []).svg()
    let order = text.split(separator: "\n").filter { $0.hasPrefix("<path class=") }
    #expect(order.count == 5, "three links and two in the legend")
    #expect(order[0].contains("class=\"link embedded\"") && order[0].contains("B → C"))
    #expect(order[1].contains("class=\"link\"") && order[1].contains("A → C"))
    #expect(order[2].contains("class=\"link violation\"") && order[2].contains("A → B"))
  }

  @Test(arguments: 0..<40)
  func `No link comes where the name of a layer stands`(seed: Int) {
    var random = SplitMix64(state: UInt64(seed))
    let layers = (0..<Int.random(in: 1...6, using: &random)).map {
      String(
        repeating: ["W", "i", "layer ", "日"][$0 % 4], count: .random(in: 1...40, using: &random))
        + "\($0)"
    }
    let nodes = (0..<Int.random(in: 2...30, using: &random)).map { number in
      GraphView.Node(
        id: "\(number)", name: "M\(number)", layer: layers.randomElement(using: &random))
    }
    let edges = (0..<3 * nodes.count).map { _ in
      GraphView.Edge(
        from: .random(in: nodes.indices, using: &random),
        to: .random(in: nodes.indices, using: &random),
        isLinked: .random(using: &random), isEmbedded: .random(using: &random))
    }
    let picture = Picture(
      of: GraphView(nodes: nodes, edges: edges, layers: layers), for: .file)
    let widest = picture.bands.map { $0.shownTitle.labelWidth(size: Picture.titleSize) }.max() ?? 0
    // A curve lies within its control points.
    let places = picture.drawing.routes.flatMap { route in
      [route.start] + route.curves.flatMap { [$0.firstControl, $0.secondControl, $0.end] }
    }
    #expect(places.allSatisfy { $0.x > Picture.titleInset + widest })
    #expect(picture.drawing.boxes.allSatisfy { $0.minX > Picture.titleInset + widest })
  }

  @Test(arguments: 0..<20)
  func `Labels cover neither each other nor modules`(seed: Int) {
    var random = SplitMix64(state: UInt64(seed))
    let nodes = (0..<Int.random(in: 2...20, using: &random)).map {
      GraphView.Node(id: "\($0)", name: "M\($0)")
    }
    let edges = (0..<4 * nodes.count).map { _ in
      GraphView.Edge(
        from: .random(in: nodes.indices, using: &random),
        to: .random(in: nodes.indices, using: &random),
        linkCount: .random(in: 2...99, using: &random))
    }
    let picture = Picture(of: GraphView(nodes: nodes, edges: edges, layers: []), for: .file)
    var frames = picture.drawing.boxes
    for label in picture.placedLabels() {
      let width = label.text.labelWidth(size: Picture.titleSize)
      let frame = Rectangle(
        origin: Point(x: label.center.x - width / 2, y: label.center.y - 5),
        size: Size(width: width, height: 10))
      #expect(
        !frames.contains {
          $0.minX < frame.maxX && frame.minX < $0.maxX
            && $0.minY < frame.maxY && frame.minY < $0.maxY
        })
      frames.append(frame)
    }
    #expect(frames.count > nodes.count)
  }

  @Test
  func `A module shows the number of its errors, or of its warnings`() {
    let nodes = [
      GraphView.Node(id: "A", name: "A", errorCount: 3, warningCount: 5),
      .init(id: "B", name: "B", warningCount: 2), .init(id: "C", name: "C"),
    ]
    let text = GraphView(nodes: nodes, edges: [], layers: []).svg()
    #expect(text.contains("<title>A, dynamic, 3 errors, 5 warnings</title>"))
    let shown = text.matches(of: /class="tally (\w+)"><rect [^>]*><text [^>]*>([^<]*)/)
    #expect(
      shown.map { "\($0.1) \($0.2)" } == ["error 3", "warning 2", "error n", "warning n"])
  }
}
