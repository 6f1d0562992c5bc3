internal import Layout
internal import Text

// The labels of links, where they cover neither modules nor each other.
extension Picture {
  struct Label {
    var text: String
    var center: Point
    /// Whether it marks a new violation.
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
