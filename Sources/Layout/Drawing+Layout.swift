extension Drawing {
  /// Lays `diagram` out in layers.
  ///
  /// Equal diagrams give equal drawings.
  ///
  /// - Complexity: O(*m* log *n*) for each of at most 48 sweeps over the *m* segments, one for each
  ///   row that an arrow comes to.
  public init(of diagram: Diagram) {
    let layering = CrossingReduction.ordered(Layering(diagram)).bundled(diagram.arrows)
    let centres = HorizontalPlacement.centres(
      of: layering, boxes: diagram.boxes, spacing: diagram.spacing)
    let heights = RowHeights(diagram, layering, centres)
    let inset = diagram.spacing.bandEdge

    boxes = diagram.boxes.enumerated().map { box, size in
      let top = heights.rows[layering.row[box]].lowerBound
      let height = heights.rows[layering.row[box]].upperBound - top
      let corner = Point(
        x: inset + centres[box] - size.width / 2, y: top + (height - size.height) / 2)
      return Rectangle(origin: corner, size: size)
    }
    let right = zip(centres, 0...).map { centre, node in
      centre + (layering.isBend(node) ? 0 : diagram.boxes[node].width / 2)
    }.max()
    let width = (right ?? 0) + 2 * inset
    bands = heights.bands.map { band in
      Rectangle(
        origin: Point(x: 0, y: band.lowerBound),
        size: Size(width: width, height: band.upperBound - band.lowerBound))
    }
    size = Size(width: width, height: heights.bands.last?.upperBound ?? 0)
    routes = Routing(layering, boxes, heights, centres.map { $0 + inset }).routes(
      of: diagram.arrows)
  }
}
