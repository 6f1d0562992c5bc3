/// Divides heights into bands with the fewest links within a band.
struct HeightBands {
  /// The number of links from each height (first index, from the top) to each other height.
  private var counts: [[Int]]

  init(heights: Int) {
    counts = Array(repeating: Array(repeating: 0, count: heights), count: heights)
  }

  mutating func addLink(_ top: Int, _ bottom: Int) { counts[top][bottom] += 1 }

  /// Returns the bands from the top.
  ///
  /// Of equal divisions, selects the one with the widest bands at the bottom.
  ///
  /// - Complexity: O(*h* ^ 2 *b*) for *h* heights and *b* bands.
  func divided(into limit: Int) -> [Range<Int>] {
    let inside = linksInside()
    let count = counts.count
    // The minimum cost of all heights from an index on, and the end of the first band.
    var best = Array(repeating: (cost: Int.max, end: count), count: count + 1)
    best[count] = (0, count)
    var ends: [[Int]] = []
    for _ in 0..<limit {
      var next = best
      for start in 0..<count {
        for end in start + 1...count where best[end].cost < .max {
          let cost = best[end].cost + inside[start][end - 1]
          if cost < next[start].cost { next[start] = (cost, end) }
        }
      }
      ends.append(next.map(\.end))
      best = next
    }
    return Self.bands(ends, count)
  }

  private static func bands(_ ends: [[Int]], _ count: Int) -> [Range<Int>] {
    var bands: [Range<Int>] = []
    var start = 0
    for step in ends.reversed() where start < count {
      bands.append(start..<step[start])
      start = step[start]
    }
    return bands
  }

  private func linksInside() -> [[Int]] {
    var inside = counts
    for top in counts.indices.reversed() {
      for bottom in counts.indices where bottom > top {
        let middle = top + 1 < bottom ? inside[top + 1][bottom - 1] : 0
        inside[top][bottom] += inside[top + 1][bottom] + inside[top][bottom - 1] - middle
      }
    }
    return inside
  }
}
