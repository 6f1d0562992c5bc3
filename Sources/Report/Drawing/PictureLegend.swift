internal import Layout

/// Explains the looks and strokes that occur in a picture, in one line below it.
struct PictureLegend {
  let looks: [NodeStyle]
  let strokes: [EdgeStyle]

  init(of graph: GraphView) {
    looks = NodeStyle.legendEntries(in: graph)
    strokes = EdgeStyle.legendEntries(in: graph)
  }

  var isEmpty: Bool { looks.isEmpty && strokes.isEmpty }
}

extension PictureLegend {
  static let height = 44.0

  var width: Double {
    (looks.map(\.title) + strokes.map(\.title)).reduce(0) { $0 + Self.width(of: $1) }
  }

  /// A sign, its title, and the distance to the next one.
  private static func width(of title: String) -> Double {
    42 + title.labelWidth(size: 11).rounded(.up) + 22
  }

  func write(below top: Double, to output: inout String) {
    guard !isEmpty else { return }
    output += "<g class=\"legend\">\n"
    let middle = top + Self.height - 14
    var x = 0.0
    for look in looks {
      output += "<g class=\"module \(look.className)\">"
      look.append(
        Rectangle(origin: Point(x: x, y: middle - 9), size: Size(width: 34, height: 18)),
        to: &output)
      output += "</g>"
      append(look.title, &x, middle, to: &output)
    }
    for stroke in strokes {
      output += "<path class=\"\(stroke.className)\" d=\"M\(x.pixels) \(middle.pixels)h34\"/>"
      append(stroke.title, &x, middle, to: &output)
    }
    output += "</g>\n"
  }

  private func append(
    _ title: String, _ x: inout Double, _ middle: Double, to output: inout String
  ) {
    output += "<text x=\"\((x + 42).pixels)\" y=\"\((middle + 4).pixels)\">\(title)</text>\n"
    x += Self.width(of: title)
  }
}
