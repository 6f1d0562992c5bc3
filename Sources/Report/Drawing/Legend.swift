import Diagnostics
import Layout
import Text

/// The styles that occur in a picture and need an explanation.
struct Legend {
  let nodeStyles: [NodeStyle]
  let edgeStyles: [EdgeStyle]
  let tallies: [FindingTally]

  init(of graph: GraphView) {
    let shown = Set(graph.nodes.map(NodeStyle.init))
    let kinds = NodeStyle.Kind.allCases.filter { kind in
      kind != .module && shown.contains { $0.kind == kind }
    }
    let changes: [GraphView.Change] = [.added, .removed]
    nodeStyles =
      kinds.map { NodeStyle(kind: $0) }
      + (shown.contains(where: \.isStatic) ? [NodeStyle(kind: .module, isStatic: true)] : [])
      + changes.filter { change in shown.contains { $0.change == change } }
      .map { NodeStyle(kind: .module, change: $0) }
    let drawn = Set(graph.edges.flatMap { [EdgeStyle($0), EdgeStyle(kindOf: $0)] })
    edgeStyles = EdgeStyle.allCases.filter { $0 != .link && drawn.contains($0) }
    let severities = Set(graph.nodes.compactMap { FindingTally(of: $0)?.severity })
    tallies = Severity.allCases.filter(severities.contains).map { FindingTally(severity: $0) }
  }

  var hasStyles: Bool { !nodeStyles.isEmpty || !edgeStyles.isEmpty }
  var isEmpty: Bool { !hasStyles && tallies.isEmpty }
}

// The legend of a picture: one line below it.
extension Legend {
  static let height = 44.0

  var width: Double {
    (nodeStyles.map(\.title) + edgeStyles.map(\.title) + tallies.map(\.title))
      .reduce(0) { $0 + Self.width(of: $1) }
  }

  private static func width(of title: String) -> Double {
    42 + title.labelWidth(size: 11).rounded(.up) + 22
  }

  func write(below top: Double, scale: Double, to output: inout String) {
    guard !isEmpty else { return }
    // A page moves the inner group.
    output += "<g transform=\"translate(0 \(top.pixels)) scale(\(scale.pixels))\">"
    output += "<g class=\"legend\">\n"
    let middle = Self.height - 14
    var x = 0.0
    for nodeStyle in nodeStyles {
      output += "<g class=\"module \(nodeStyle.className)\">"
      nodeStyle.append(
        Rectangle(origin: Point(x: x, y: middle - 9), size: Size(width: 34, height: 18)),
        to: &output)
      output += "</g>"
      append(nodeStyle.title, &x, middle, to: &output)
    }
    for edgeStyle in edgeStyles {
      output += "<path class=\"\(edgeStyle.className)\" d=\"M\(x.pixels) \(middle.pixels)h34\"/>"
      append(edgeStyle.title, &x, middle, to: &output)
    }
    for tally in tallies {
      tally.append(
        at: Rectangle(origin: Point(x: x, y: middle), size: Size(width: 22, height: 0)),
        to: &output)
      append(tally.title, &x, middle, to: &output)
    }
    output += "</g></g>\n"
  }

  private func append(
    _ title: String, _ x: inout Double, _ middle: Double, to output: inout String
  ) {
    output += "<text x=\"\((x + 42).pixels)\" y=\"\((middle + 4).pixels)\">\(title)</text>\n"
    x += Self.width(of: title)
  }
}

/// The number of new findings at a module: of errors if there are any, else of warnings.
struct FindingTally: Hashable {
  var severity: Severity
  /// `nil` in the legend.
  var count: Int?

  var title: String { "\(severity.rawValue)s" }

  func append(at box: Rectangle, to output: inout String) {
    let text = count.map(String.init) ?? "n"
    // Bold digits of 10 pixels are as wide as others of 10.7.
    let width = text.labelWidth(size: 10.7).rounded(.up) + 12
    let frame = Rectangle(
      origin: Point(x: box.maxX + 8 - width, y: box.minY - 8), size: Size(width: width, height: 16))
    output += "<g class=\"tally \(severity.rawValue)\"><rect \(frame.attributes) rx=\"8\"/>"
    output +=
      "<text x=\"\(frame.midX.pixels)\" y=\"\((frame.minY + 12).pixels)\">\(text)</text></g>"
  }
}

extension FindingTally {
  init?(of node: GraphView.Node) {
    guard node.errorCount + node.warningCount > 0 else { return nil }
    severity = node.errorCount > 0 ? .error : .warning
    count = node.errorCount > 0 ? node.errorCount : node.warningCount
  }
}
