/// The vertical extents of rows and bands.
struct RowHeights {
  private(set) var rows: [ClosedRange<Double>] = []
  private(set) var bands: [ClosedRange<Double>] = []

  /// Computes the extents.
  ///
  /// The distance between rows depends on the arrows between them.
  init(_ diagram: Diagram, _ layering: Layering, _ centres: [Double]) {
    let spacing = diagram.spacing
    let hasLevelArrow = Self.rowsWithLevelArrows(diagram, layering)
    var number = 0
    var top = 0.0
    for (place, band) in diagram.bands.enumerated() {
      if place > 0 { top += spacing.bands }
      let bandTop = top
      top += spacing.bandEdge
      if number > 0 {
        // Half of the room for arrows is above the edge of the band, half below.
        let needed = Self.room(below: number - 1, layering, centres, spacing)
        let given = 2 * spacing.bandEdge + spacing.bands
        top += max(0, needed - given)
      }
      for (rowInBand, members) in band.enumerated() {
        if rowInBand > 0 { top += Self.room(below: number - 1, layering, centres, spacing) }
        let height = members.map { diagram.boxes[$0].height }.max() ?? 0
        rows.append(top...top + height)
        top += height + (hasLevelArrow[number] ? spacing.rows / 2 : 0)
        number += 1
      }
      top += spacing.bandEdge
      bands.append(bandTop...top)
    }
  }

  /// Returns the room in which arrows turn: more for more arrows and longer horizontal distances.
  private static func room(
    below number: Int, _ layering: Layering, _ centres: [Double], _ spacing: Diagram.Spacing
  ) -> Double {
    var sideways = 0.0
    for node in layering.rows[number] {
      for other in layering.below(node) {
        sideways += min(400, abs(centres[node] - centres[other]))
      }
    }
    return spacing.rows + min(120, sideways / 90)
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
