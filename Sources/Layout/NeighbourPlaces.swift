internal import Graph

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
