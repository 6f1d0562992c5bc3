internal import Layout
internal import Text

// The heading of a picture in a file: its title, and what it draws.
extension Picture {
  private static let headingSize = 16.0

  /// The magnification of the heading, which has to be read together with the whole picture.
  private var headingScale: Int { max(1, Int(drawing.size.width / 1600)) }

  /// The magnification of the legend; a page shows it at its size.
  var legendScale: Double { place == .page ? 1 : Double(headingScale) }

  var headingHeight: Double {
    place == .page || graph.headingLines.isEmpty ? 0 : 60 * Double(headingScale) - Self.margin
  }

  var headingWidth: Double {
    guard place == .file else { return 0 }
    let widths = graph.headingLines.map {
      $0.labelWidth(size: $0 == graph.extent ? Self.titleSize : Self.headingSize) * Self.boldness
    }
    return (widths.max() ?? 0) * Double(headingScale)
  }

  func writeHeading(to output: inout String) {
    let lines = graph.headingLines
    guard !lines.isEmpty else { return }
    let left = Self.margin.pixels
    output += "<g class=\"heading\" transform=\"translate(\(left) 0) scale(\(headingScale))\">"
    for (line, y) in zip(lines, lines.count == 1 ? [26] : [26, 46]) {
      let name = line == graph.extent ? " class=\"extent\"" : ""
      output += "<text\(name) y=\"\(y)\">\(line.escapedForXML)</text>"
    }
    output += "</g>\n"
  }
}

extension GraphView {
  /// The lines above a picture: the title, and what is drawn.
  ///
  /// Without a title, there are none, unless links were left out.
  var headingLines: [String] {
    let name = title.shortened(to: 120).escapedForTerminal
    if name.isEmpty { return reduction.isEmpty ? [] : [extent] }
    return [name, extent]
  }
}
