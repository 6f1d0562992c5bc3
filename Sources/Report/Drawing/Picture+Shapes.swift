import Layout
import Text

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

// The labels of links, where they cover neither modules nor each other.
extension Picture {
  struct Label {
    var text: String
    var center: Point
    var isFresh: Bool
  }

  /// Returns the labels with their places.
  ///
  /// Without room for it, a label is only in the tooltip of its link.
  func placedLabels() -> [Label] {
    var taken = drawing.boxes
    return drawnEdges.reversed().compactMap { number in
      let edge = graph.edges[number]
      guard let text = edge.label else { return nil }
      let isFresh = EdgeStyle(edge) == .fresh
      let fontSize = isFresh ? 18.0 : Self.titleSize
      let size = Size(width: text.labelWidth(size: fontSize).rounded(.up) + 4, height: fontSize + 3)
      let beside = edge.from == edge.to ? size.width / 2 + 8 : 0
      for middle in drawing.routes[number].middles {
        let center = Point(x: middle.x + beside, y: middle.y)
        let corner = Point(x: center.x - size.width / 2, y: center.y - size.height / 2)
        let frame = Rectangle(origin: corner, size: size)
        if taken.contains(where: { $0.overlaps(frame) }) { continue }
        taken.append(frame)
        return Label(text: text, center: center, isFresh: isFresh)
      }
      return nil
    }
  }
}

extension Rectangle {
  fileprivate func overlaps(_ other: Rectangle) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

extension Route {
  /// Points for a label: those of the longest curve first, and of each curve the midpoint first.
  fileprivate var middles: [Point] {
    var starts = [start]
    for curve in curves { starts.append(curve.end) }
    func length(_ pair: (Point, Curve)) -> Double {
      abs(pair.1.end.y - pair.0.y) + abs(pair.1.end.x - pair.0.x)
    }
    let pairs = zip(starts, curves).map { ($0, $1) }.sorted { length($0) > length($1) }
    return pairs.flatMap { from, curve in
      [0.5, 0.3, 0.7, 0.15, 0.85].map { curve.point(at: $0, from: from) }
    }
  }
}

extension Route.Curve {
  /// Returns the point at `part` of the curve, by De Casteljau's formula.
  fileprivate func point(at part: Double, from start: Point) -> Point {
    let rest = 1 - part
    let (a, b) = (rest * rest * rest, 3 * rest * rest * part)
    let (c, d) = (3 * rest * part * part, part * part * part)
    return Point(
      x: a * start.x + b * firstControl.x + c * secondControl.x + d * end.x,
      y: a * start.y + b * firstControl.y + c * secondControl.y + d * end.y)
  }
}
