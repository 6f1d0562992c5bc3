/// The input of a layout: boxes in rows from top to bottom, rows in bands, and arrows between
/// boxes.
public struct Diagram: Sendable {
  /// The size of each box; box numbers are indices.
  public var boxes: [Size]
  /// The rows of each band from top to bottom, and the boxes of each row; every box is in one.
  ///
  /// The order within a row only breaks ties.
  public var bands: [[[Int]]]
  public var arrows: [Arrow]
  /// The distance between the left edge of a band and its boxes, next to the title, where no arrow
  /// passes.
  public var bandLeft: Double

  public init(
    boxes: [Size], bands: [[[Int]]], arrows: [Arrow], bandLeft: Double = Spacing.bandEdge
  ) {
    self.boxes = boxes
    self.bands = bands
    self.arrows = arrows
    self.bandLeft = bandLeft
  }

  /// An arrow between boxes, in any direction, within a row, or from a box to itself.
  public struct Arrow: Hashable, Sendable {
    public var tail: Int
    public var head: Int
    /// Arrows of the same bundle and head share a route where they would run in parallel.
    public var bundle: Int

    public init(tail: Int, head: Int, bundle: Int = 0) {
      self.tail = tail
      self.head = head
      self.bundle = bundle
    }
  }

  /// The minimum distances, in pixels.
  public enum Spacing {
    /// The distance between two boxes of a row.
    static let boxes = 26.0
    /// The distance between two adjacent arrows that pass a row.
    static let arrows = 9.0
    /// The distance between two rows, without the space in which arrows turn.
    static let rows = 36.0
    /// The distance between the edge of a band and its boxes.
    public static let bandEdge = 18.0
    static let bands = 14.0
  }
}

/// The output of a layout.
public struct Drawing: Sendable {
  public var size: Size
  public var boxes: [Rectangle]
  /// The frame of each band; all have one width.
  public var bands: [Rectangle]
  /// The route of each arrow, from its tail to its head.
  public var routes: [Route]
}

/// The route of an arrow: Bézier curves, each of which begins at the end of the previous one.
public struct Route: Hashable, Sendable {
  public var start: Point
  public var curves: [Curve]

  /// A cubic Bézier curve, without its start.
  public struct Curve: Hashable, Sendable {
    public var firstControl: Point
    public var secondControl: Point
    public var end: Point

    /// Whether it is a vertical line.
    public var isStraight: Bool { firstControl.x == end.x && secondControl.x == end.x }
  }

  func reversed() -> Route {
    var starts = [start]
    for curve in curves { starts.append(curve.end) }
    let turned = zip(curves, starts).reversed().map { curve, start in
      Curve(firstControl: curve.secondControl, secondControl: curve.firstControl, end: start)
    }
    return Route(start: starts[curves.count], curves: turned)
  }
}

extension Drawing {
  /// Creates a layered layout of `diagram`.
  ///
  /// Equal diagrams result in equal drawings.
  ///
  /// - Complexity: O(*m* log *n*) for each of at most 48 sweeps over *m* segments, one for each row
  ///   that an arrow reaches.
  public init(of diagram: Diagram) {
    let layering = CrossingReduction.ordered(Layering(diagram)).bundled(diagram.arrows)
    let centres = HorizontalPlacement.centres(of: layering, boxes: diagram.boxes)
    let heights = RowHeights(diagram, layering, centres)
    let (left, inset) = (diagram.bandLeft, Diagram.Spacing.bandEdge)

    boxes = diagram.boxes.enumerated().map { box, size in
      let top = heights.rows[layering.row[box]].lowerBound
      let height = heights.rows[layering.row[box]].upperBound - top
      let corner = Point(
        x: left + centres[box] - size.width / 2, y: top + (height - size.height) / 2)
      return Rectangle(origin: corner, size: size)
    }
    let right = zip(centres, 0...).map { centre, node in
      centre + (layering.isBend(node) ? 0 : diagram.boxes[node].width / 2)
    }.max()
    let width = left + (right ?? 0) + inset
    bands = heights.bands.map { band in
      Rectangle(
        origin: Point(x: 0, y: band.lowerBound),
        size: Size(width: width, height: band.upperBound - band.lowerBound))
    }
    size = Size(width: width, height: heights.bands.last?.upperBound ?? 0)
    routes = Routing(layering, boxes, heights, centres.map { $0 + left }).routes(
      of: diagram.arrows)
  }
}

/// A point in a drawing, in pixels; `y` increases downwards.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle, in pixels.
public struct Rectangle: Hashable, Sendable {
  /// The upper left corner.
  public var origin: Point
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var midX: Double { origin.x + size.width / 2 }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
}
