/// Places the ordered nodes of each row near the middle of their neighbors.
///
/// Minimizes the sum of the squared widths of all segments, with weights that keep long arrows
/// straight (Gansner, Koutsofios, North and Vo 1993, section 4), over all placements with the
/// minimum distances. Descends row by row: with the adjacent rows fixed, the best placement of a
/// row is an isotonic regression. Finally straightens arrows where there is room.
struct HorizontalPlacement {
  private let layering: Layering
  /// The width of each node; bends have none.
  private let widths: [Double]
  private var centres: [Double]

  /// Returns the `x` of the center of each node; the left edge of the leftmost node is 0.
  ///
  /// - Complexity: O(*k* (*n* + *m*)) for *n* nodes, *m* segments and *k* = 40 sweeps, fewer for
  ///   large layerings.
  static func centres(of layering: Layering, boxes: [Size]) -> [Double] {
    var placement = HorizontalPlacement(layering, boxes)
    let numbers = Array(layering.rows.indices)
    for sweep in 0..<layering.sweeps(40) {
      // The first sweeps only look back, so that packed rows unfold quickly.
      let isDownwards = sweep % 2 == 0
      for number in isDownwards ? numbers : numbers.reversed() {
        placement.place(number, above: isDownwards || sweep > 3, below: !isDownwards || sweep > 3)
      }
    }
    for _ in 0..<3 { placement.straighten() }
    return placement.fromZero()
  }

  private init(_ layering: Layering, _ boxes: [Size]) {
    self.layering = layering
    widths = boxes.map(\.width) + Array(repeating: 0, count: layering.nodeCount - boxes.count)
    centres = [Double](repeating: 0, count: layering.nodeCount)
    for row in layering.rows {
      let offsets = offsets(of: row)
      let middle = (offsets.last ?? 0) / 2
      for (node, offset) in zip(row, offsets) { centres[node] = offset - middle }
    }
  }

  /// Returns the minimum distance between the centers of two neighbors in a row.
  private func distance(_ left: Int, _ right: Int) -> Double {
    let gap =
      switch (layering.isBend(left), layering.isBend(right)) {
      case (false, false): Diagram.Spacing.boxes
      case (true, true): Diagram.Spacing.arrows
      default: (Diagram.Spacing.boxes + Diagram.Spacing.arrows) / 2
      }
    return (widths[left] + widths[right]) / 2 + gap
  }

  private func offsets(of row: [Int]) -> [Double] {
    var offset = 0.0
    return row.indices.map { slot in
      if slot > 0 { offset += distance(row[slot - 1], row[slot]) }
      return offset
    }
  }

  private func fromZero() -> [Double] {
    let left = zip(centres, widths).map { $0 - $1 / 2 }.min() ?? 0
    return centres.map { $0 - left }
  }

  /// Adjacent nodes of a row, and their best position: the mean of their ideal positions.
  private struct Pool {
    var sum: Double
    var weight: Double
    var count: Int

    var mean: Double { sum / weight }
  }

  /// Places row `number` optimally for its neighbors in the adjacent rows.
  ///
  /// Relative to the offsets of the packed row, centers must not decrease from left to right.
  /// Pooling adjacent violators finds the best such sequence (Ayer, Brunk, Ewing, Reid and
  /// Silverman: An empirical distribution function for sampling with incomplete information, 1955).
  private mutating func place(_ number: Int, above: Bool, below: Bool) {
    let row = layering.rows[number]
    let offsets = offsets(of: row)
    var pools: [Pool] = []
    for (node, offset) in zip(row, offsets) {
      var pool = ideal(of: node, above: above, below: below)
      pool.sum -= pool.weight * offset
      while let last = pools.last, last.mean > pool.mean {
        pool = Pool(
          sum: pool.sum + last.sum, weight: pool.weight + last.weight,
          count: pool.count + last.count)
        pools.removeLast()
      }
      pools.append(pool)
    }
    var slot = 0
    for pool in pools {
      for _ in 0..<pool.count {
        centres[row[slot]] = pool.mean + offsets[slot]
        slot += 1
      }
    }
  }

  private func ideal(of node: Int, above: Bool, below: Bool) -> Pool {
    // A node without neighbors has a weak preference for its current position.
    var ideal = Pool(sum: 0.01 * centres[node], weight: 0.01, count: 1)
    for (isAsked, others) in [(above, layering.above(node)), (below, layering.below(node))]
    where isAsked {
      for other in others {
        let weight =
          switch (layering.isBend(node), layering.isBend(other)) {
          case (false, false): 1.0
          case (true, true): 8.0
          default: 2.0
          }
        ideal.sum += weight * centres[other]
        ideal.weight += weight
      }
    }
    return ideal
  }

  /// Aligns successive bends of an arrow if there is room in their rows.
  private mutating func straighten() {
    let places = layering.places()
    for start in layering.boxCount..<layering.nodeCount
    where !layering.above(start).contains(where: layering.isBend) {
      var run: [Int] = []
      var room = -Double.infinity...Double.infinity
      var next: Int? = start
      while let bend = next {
        let own = self.room(of: bend, places)
        if own.overlaps(room) {
          room = own.clamped(to: room)
        } else {
          align(run, within: room)
          run.removeAll()
          room = own
        }
        run.append(bend)
        next = layering.below(bend).first(where: layering.isBend)
      }
      align(run, within: room)
    }
  }

  /// Returns the range in which `node` can move without violating the distance to its neighbors.
  private func room(of node: Int, _ places: [Int]) -> ClosedRange<Double> {
    let row = layering.rows[layering.row[node]]
    let slot = places[node]
    let left =
      slot == 0
      ? -.infinity : centres[row[slot - 1]] + distance(row[slot - 1], node)
    let right =
      slot == row.count - 1
      ? .infinity : centres[row[slot + 1]] - distance(node, row[slot + 1])
    // Rounding can make the room negative.
    return min(left, centres[node])...max(right, centres[node])
  }

  /// Aligns a run of bends; the neighbors of its ends determine the side of the room.
  private mutating func align(_ run: [Int], within room: ClosedRange<Double>) {
    guard let first = run.first, let last = run.last else { return }
    let ends = Array(layering.above(first)) + layering.below(last)
    let ideal = ends.reduce(0) { $0 + centres[$1] } / Double(ends.count)
    let x = min(max(ideal, room.lowerBound), room.upperBound)
    for bend in run { centres[bend] = x }
  }
}
