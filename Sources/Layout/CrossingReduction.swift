import Graph

/// Orders the nodes of each row to reduce crossings of segments.
///
/// Sorts by weighted medians in sweeps down and up, and swaps neighbors after each sweep (Gansner,
/// Koutsofios, North and Vo: A technique for drawing directed graphs, 1993, section 3). Finding the
/// best order is NP-hard even for two rows (Garey and Johnson, 1983).
struct CrossingReduction {
  private var layering: Layering
  private var places: [Int]
  private var above: NeighbourPlaces
  private var below: NeighbourPlaces

  private init(_ layering: Layering) {
    self.layering = layering
    places = layering.places()
    above = NeighbourPlaces(of: layering.up)
    below = NeighbourPlaces(of: layering.down)
  }

  /// Returns `layering` in the best order found.
  ///
  /// - Complexity: O(*k* · *m* log *n*) for *m* segments and at most *k* = 24 sweeps from each of
  ///   two starts, and as many rounds of swaps; `Layering.sweeps(_:)` for large ones.
  static func ordered(_ layering: Layering) -> Layering {
    var best = layering
    let most = layering.sweeps(24)
    // A searched order is better for bundles than the initial one with as many crossings.
    var fewest = best.crossings(best.places()) + 1
    for isDownwards in most < 24 ? [true] : [true, false] {
      var search = CrossingReduction(layering)
      search.order(fromAbove: isDownwards)
      search.improve(&best, &fewest, startsDownwards: isDownwards, sweeps: most)
      if fewest == 0 { break }
    }
    return best
  }

  private mutating func improve(
    _ best: inout Layering, _ fewest: inout Int, startsDownwards: Bool, sweeps: Int
  ) {
    var idleSweeps = 0
    var own = Int.max
    for sweep in 0..<sweeps where idleSweeps < 3 {
      let isDownwards = (sweep % 2 == 0) == startsDownwards
      sortByMedians(isDownwards: isDownwards)
      exchangeNeighbours()
      // Only an upward sweep leaves arrows to the same box side by side, where they can be bundled.
      if isDownwards { continue }
      let count = layering.crossings(places)
      idleSweeps = count < own ? 0 : idleSweeps + 1
      own = min(own, count)
      if count < fewest {
        fewest = count
        best = layering
      }
      if count == 0 { return }
    }
  }

  /// Sets the initial order by breadth-first search from the first row, or from the last.
  private mutating func order(fromAbove isFromAbove: Bool) {
    var isSeen = [Bool](repeating: false, count: layering.nodeCount)
    var ordered = [[Int]](repeating: [], count: layering.rows.count)
    let numbers = layering.rows.indices
    for start in isFromAbove ? Array(numbers) : numbers.reversed() {
      var queue = layering.rows[start].filter { !isSeen[$0] }
      for node in queue { isSeen[node] = true }
      var next = 0
      while next < queue.count {
        let node = queue[next]
        next += 1
        ordered[layering.row[node]].append(node)
        for other in isFromAbove ? layering.below(node) : layering.above(node)
        where !isSeen[other] {
          isSeen[other] = true
          queue.append(other)
        }
      }
    }
    layering.rows = ordered
    places = layering.places()
  }

  /// Sorts each row by the medians of the row before: one sweep.
  private mutating func sortByMedians(isDownwards: Bool) {
    let numbers = layering.rows.indices
    for number in isDownwards ? Array(numbers.dropFirst()) : numbers.dropLast().reversed() {
      refreshPlaces(of: number, isAbove: isDownwards, isBelow: !isDownwards)
      var moved: [(median: Double, slot: Int, node: Int)] = []
      for (slot, node) in layering.rows[number].enumerated() {
        // Nodes without neighbors keep their position.
        guard let median = (isDownwards ? above : below).median(of: node) else { continue }
        moved.append((median, slot, node))
      }
      let sorted = moved.sorted { ($0.median, $0.slot) < ($1.median, $1.slot) }
      for (old, new) in zip(moved, sorted) {
        layering.rows[number][old.slot] = new.node
        places[new.node] = old.slot
      }
    }
  }

  private mutating func refreshPlaces(of number: Int, isAbove: Bool = true, isBelow: Bool = true) {
    let nodes = layering.rows[number]
    if isAbove, number > 0 {
      above.refresh(nodes, from: layering.rows[number - 1], by: layering.down)
    }
    if isBelow, number < layering.rows.count - 1 {
      below.refresh(nodes, from: layering.rows[number + 1], by: layering.up)
    }
  }

  /// Swaps neighbors in a row while that removes crossings.
  private mutating func exchangeNeighbours() {
    var isActive = [Bool](repeating: true, count: layering.rows.count)
    for _ in 0..<4 where isActive.contains(true) {
      for number in layering.rows.indices where isActive[number] {
        isActive[number] = false
        guard exchangeNeighbours(in: number) else { continue }
        for other in max(0, number - 1)...min(layering.rows.count - 1, number + 1) {
          isActive[other] = true
        }
      }
    }
  }

  private mutating func exchangeNeighbours(in number: Int) -> Bool {
    refreshPlaces(of: number)
    var row = layering.rows[number]
    var hasChanged = false
    for slot in row.indices.dropLast() {
      let (left, right) = (row[slot], row[slot + 1])
      guard above.gain(of: left, right) + below.gain(of: left, right) > 0 else { continue }
      row.swapAt(slot, slot + 1)
      places[left] += 1
      places[right] -= 1
      hasChanged = true
    }
    layering.rows[number] = row
    return hasChanged
  }
}

/// The sorted positions of each node's neighbors in one adjacent row.
struct NeighbourPlaces {
  private let edges: Digraph
  /// The positions of the neighbors of node `n` are at `edges.edges(from: n)`.
  private var places: [Int]
  private var next: [Int]

  init(of edges: Digraph) {
    self.edges = edges
    places = [Int](repeating: 0, count: edges.edgeCount)
    next = [Int](repeating: 0, count: edges.nodeCount)
  }

  /// Updates the neighbors of `nodes` from the order of `others`, the whole adjacent row;
  /// `backwards` leads from there to the nodes.
  ///
  /// Assigning positions from left to right keeps each list sorted.
  ///
  /// - Complexity: O(*n* + *m*) for *m* edges between the rows.
  mutating func refresh(_ nodes: [Int], from others: [Int], by backwards: Digraph) {
    for node in nodes { next[node] = edges.edges(from: node).lowerBound }
    for (place, other) in others.enumerated() {
      for edge in backwards.edges(from: other) {
        let node = backwards.head(of: edge)
        places[next[node]] = place
        next[node] += 1
      }
    }
  }

  /// Returns the median of the positions; `nil` without neighbors.
  ///
  /// Of two medians, weights the side where positions are denser (Gansner, Koutsofios, North and Vo
  /// 1993, figure 3-2).
  func median(of node: Int) -> Double? {
    let range = edges.edges(from: node)
    guard let first = range.first, let last = range.last else { return nil }
    let middle = first + range.count / 2
    if range.count % 2 == 1 { return Double(places[middle]) }
    let (left, right) = (Double(places[middle - 1]), Double(places[middle]))
    let (leftSpread, rightSpread) = (left - Double(places[first]), Double(places[last]) - right)
    guard leftSpread + rightSpread > 0 else { return (left + right) / 2 }
    return (left * rightSpread + right * leftSpread) / (leftSpread + rightSpread)
  }

  /// Returns the number of crossings saved by swapping `left` and its right neighbor `right`.
  ///
  /// - Complexity: O(*d*) for *d* neighbors of both.
  func gain(of left: Int, _ right: Int) -> Int {
    let (left, right) = (edges.edges(from: left), edges.edges(from: right))
    // The common case: bends have one neighbor each.
    if left.count == 1, right.count == 1 {
      return (places[left.lowerBound] - places[right.lowerBound]).signum()
    }
    return inversions(left, right) - inversions(right, left)
  }

  /// Returns the number of pairs of `left` and `right` that are in the wrong order.
  private func inversions(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    var count = 0
    var smaller = right.lowerBound
    for place in left {
      while smaller < right.upperBound, places[smaller] < places[place] { smaller += 1 }
      count += smaller - right.lowerBound
    }
    return count
  }
}
