import Graph

/// Routes the arrows: vertically through each row, in reserved gaps, and in curves between rows, so
/// that no arrow touches an unrelated box.
struct Routing {
  private let layering: Layering
  private let boxes: [Rectangle]
  private let heights: RowHeights
  private let centres: [Double]
  /// The `x` at which segments leave a box below or enter it above; the center for bends.
  private var lowerPorts: [Double]
  private var upperPorts: [Double]

  init(_ layering: Layering, _ boxes: [Rectangle], _ heights: RowHeights, _ centres: [Double]) {
    self.layering = layering
    self.boxes = boxes
    self.heights = heights
    self.centres = centres
    lowerPorts = [Double](repeating: 0, count: layering.down.edgeCount)
    upperPorts = lowerPorts
    for node in 0..<layering.nodeCount {
      for (segment, x) in ports(of: node, in: layering.down) { lowerPorts[segment] = x }
      for (segment, x) in ports(of: node, in: layering.up) { upperPorts[segment] = x }
    }
  }

  /// Distributes the ends of segments over the middle of a box, in the order of their other ends.
  private func ports(
    of node: Int, in graph: Digraph
  ) -> [(segment: Int, x: Double)] {
    let segments = graph.edges(from: node).map {
      (number: graph.origin(of: $0), other: graph.head(of: $0))
    }
    let centre = centres[node]
    guard !layering.isBend(node), segments.count > 1 else {
      return segments.map { ($0.number, centre) }
    }
    let width = boxes[node].size.width * 0.7
    let step = min(12, width / Double(segments.count - 1))
    let first = centre - step * Double(segments.count - 1) / 2
    let sorted = segments.sorted {
      (centres[$0.other], $0.number) < (centres[$1.other], $1.number)
    }
    return sorted.enumerated().map { ($1.number, first + step * Double($0)) }
  }

  /// Returns the route of each arrow.
  ///
  /// - Complexity: O(*m* log *d*) for *m* segments and nodes of degree *d*.
  func routes(of arrows: [Diagram.Arrow]) -> [Route] {
    zip(arrows, layering.segments).map { arrow, segments in
      if arrow.tail == arrow.head { return loop(at: boxes[arrow.tail]) }
      if segments.isEmpty { return level(from: boxes[arrow.tail], to: boxes[arrow.head]) }
      let isDownwards = layering.row[arrow.tail] < layering.row[arrow.head]
      let (upper, lower) = isDownwards ? (arrow.tail, arrow.head) : (arrow.head, arrow.tail)
      let route = route(from: upper, to: lower, along: segments)
      return isDownwards ? route : route.reversed()
    }
  }

  private func route(from upper: Int, to lower: Int, along segments: [Int]) -> Route {
    let start = Point(x: lowerPorts[segments[0]], y: boxes[upper].maxY)
    var route = Route(start: start, curves: [])
    for (number, segment) in segments.enumerated() {
      let isLast = number == segments.count - 1
      // Each segment leads to the next row.
      let row = heights.rows[layering.row[upper] + number + 1]
      let end = Point(x: upperPorts[segment], y: isLast ? boxes[lower].minY : row.lowerBound)
      route.turn(to: end)
      if !isLast { route.turn(to: Point(x: end.x, y: row.upperBound)) }
    }
    return route
  }

  private func level(from tail: Rectangle, to head: Rectangle) -> Route {
    let side = tail.midX < head.midX ? 1.0 : -1.0
    let start = Point(x: tail.midX + side * tail.size.width / 4, y: tail.maxY)
    let end = Point(x: head.midX - side * head.size.width / 4, y: head.maxY)
    // Four thirds of the height of the bow.
    let depth = min(30, 14 + abs(end.x - start.x) / 20) * 4 / 3
    let lowest = max(start.y, end.y) + depth
    let bow = Route.Curve(
      firstControl: Point(x: start.x, y: lowest), secondControl: Point(x: end.x, y: lowest),
      end: end)
    return Route(start: start, curves: [bow])
  }

  private func loop(at box: Rectangle) -> Route {
    let start = Point(x: box.maxX - min(16, box.size.width / 2), y: box.maxY)
    let end = Point(x: box.maxX, y: box.maxY - min(10, box.size.height / 2))
    let loop = Route.Curve(
      firstControl: Point(x: start.x, y: start.y + 20),
      secondControl: Point(x: end.x + 20, y: end.y + 12), end: end)
    return Route(start: start, curves: [loop])
  }
}

extension Route {
  /// Extends the route to `end` with vertical tangents; merges consecutive straight lines.
  fileprivate mutating func turn(to end: Point) {
    let place = curves.last?.end ?? start
    guard place.x == end.x else {
      let middle = (place.y + end.y) / 2
      curves.append(
        Curve(
          firstControl: Point(x: place.x, y: middle), secondControl: Point(x: end.x, y: middle),
          end: end))
      return
    }
    var line = Curve(firstControl: place, secondControl: end, end: end)
    if let last = curves.last, last.isStraight {
      line.firstControl = last.firstControl
      curves.removeLast()
    }
    curves.append(line)
  }
}

struct RowHeights {
  private(set) var rows: [ClosedRange<Double>] = []
  private(set) var bands: [ClosedRange<Double>] = []

  /// Computes the extents; the distance between rows depends on the arrows between them.
  init(_ diagram: Diagram, _ layering: Layering, _ centres: [Double]) {
    typealias Spacing = Diagram.Spacing
    let hasLevelArrow = Self.rowsWithLevelArrows(diagram, layering)
    var number = 0
    var top = 0.0
    for (place, band) in diagram.bands.enumerated() {
      if place > 0 { top += Spacing.bands }
      let bandTop = top
      top += Spacing.bandEdge
      if number > 0 {
        // Half of the room for arrows is above the edge of the band, half below.
        let needed = Self.room(below: number - 1, layering, centres)
        let given = 2 * Spacing.bandEdge + Spacing.bands
        top += max(0, needed - given)
      }
      for (rowInBand, members) in band.enumerated() {
        if rowInBand > 0 { top += Self.room(below: number - 1, layering, centres) }
        let height = members.map { diagram.boxes[$0].height }.max() ?? 0
        rows.append(top...top + height)
        top += height + (hasLevelArrow[number] ? Spacing.rows / 2 : 0)
        number += 1
      }
      top += Spacing.bandEdge
      bands.append(bandTop...top)
    }
  }

  /// Returns the room in which arrows turn: more for more arrows and longer horizontal distances.
  private static func room(
    below number: Int, _ layering: Layering, _ centres: [Double]
  ) -> Double {
    var sideways = 0.0
    for node in layering.rows[number] {
      for other in layering.below(node) {
        sideways += min(400, abs(centres[node] - centres[other]))
      }
    }
    return Diagram.Spacing.rows + min(120, sideways / 90)
  }

  /// Returns for each row whether an arrow connects two of its boxes or a box with itself.
  private static func rowsWithLevelArrows(_ diagram: Diagram, _ layering: Layering) -> [Bool] {
    var isLevel = [Bool](repeating: false, count: layering.rows.count)
    for (arrow, segments) in zip(diagram.arrows, layering.segments) where segments.isEmpty {
      isLevel[layering.row[arrow.tail]] = true
    }
    return isLevel
  }
}
