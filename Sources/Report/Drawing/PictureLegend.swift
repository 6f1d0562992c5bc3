internal import Layout

/// The legend of a picture: one line below it that explains the styles that occur.
struct PictureLegend {
  let nodeStyles: [NodeStyle]
  let edgeStyles: [EdgeStyle]
  let tallies: [FindingTally]

  init(of graph: GraphView) {
    nodeStyles = NodeStyle.legendEntries(in: graph)
    edgeStyles = EdgeStyle.legendEntries(in: graph)
    tallies = FindingTally.legendEntries(in: graph)
  }

  var isEmpty: Bool { nodeStyles.isEmpty && edgeStyles.isEmpty && tallies.isEmpty }
}

extension PictureLegend {
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
