internal import Layout

extension NodeStyle {
  var className: String {
    "\(kind)" + (isStatic ? " static" : "") + (change.map { " \($0)" } ?? "")
  }

  /// Appends the outline of a node in `frame`; kinds differ in shape and border.
  func append(_ frame: Rectangle, to output: inout String) {
    switch kind {
    case .tests:
      let (left, top, right, bottom) = (frame.minX, frame.minY, frame.maxX, frame.maxY)
      output += "<path class=\"outline\" d=\"M\(left.pixels) \(top.pixels)H\((right - 9).pixels)"
      output += "l9 9V\(bottom.pixels)H\(left.pixels)z\"/>"
    case .interface:
      output +=
        "<rect class=\"outline\" \(frame.attributes) rx=\"\((frame.size.height / 2).pixels)\"/>"
    case .program, .module, .external:
      output += "<rect class=\"outline\" \(frame.attributes) rx=\"4\"/>"
    }
    guard isStatic else { return }
    var inner = frame
    inner.origin.x += 3
    inner.origin.y += 3
    inner.size.width -= 6
    inner.size.height -= 6
    output +=
      "<rect class=\"inner\" \(inner.attributes) rx=\"\(kind == .interface ? "12" : "2")\"/>"
  }
}

extension EdgeStyle {
  /// The path of the arrowhead in a square of 8 pixels: a ring for embedded products, else a
  /// triangle.
  var head: String {
    self == .embedded ? "M1.5,4a2.5,2.5 0 1 0 5,0a2.5,2.5 0 1 0 -5,0z" : "M0,0.8L8,4L0,7.2z"
  }

  var className: String { self == .link ? "link" : "link \(self)" }
}

extension GraphView.Edge {
  var className: String {
    let (style, kind) = (EdgeStyle(self), EdgeStyle(kindOf: self))
    return style.className + (kind == .link || style == kind ? "" : " \(kind)")
  }
}

extension Rectangle {
  var attributes: String {
    "x=\"\(minX.pixels)\" y=\"\(minY.pixels)\" "
      + "width=\"\(size.width.pixels)\" height=\"\(size.height.pixels)\""
  }
}

extension Route {
  /// The `d` attribute of an SVG path, in whole pixels and short relative coordinates.
  var pathData: String {
    var data = "M\(start.x.pixels) \(start.y.pixels)"
    var (x, y) = (start.x.rounded(), start.y.rounded())
    for curve in curves {
      let points = [curve.firstControl, curve.secondControl, curve.end].map {
        "\(($0.x.rounded() - x).pixels) \(($0.y.rounded() - y).pixels)"
      }
      data +=
        curve.isStraight
        ? "v\((curve.end.y.rounded() - y).pixels)" : "c\(points.joined(separator: " "))"
      (x, y) = (curve.end.x.rounded(), curve.end.y.rounded())
    }
    return data
  }
}

extension Double {
  var pixels: String { String(Int(rounded())) }
}
