internal import Graph

/// For each node the places of its neighbours in one of the two adjoining rows, in order.
struct NeighbourPlaces {
  private let edges: Digraph
  /// The places of the neighbours of node `n` are at `edges.edges(from: n)`.
  private var places: [Int]
  private var next: [Int]

  init(of edges: Digraph) {
    self.edges = edges
    places = [Int](repeating: 0, count: edges.edgeCount)
    next = [Int](repeating: 0, count: edges.nodeCount)
  }

  /// Reads the neighbours of `nodes` from the order of `others`, the whole adjoining row;
  /// `backwards` leads from there to the nodes.
  ///
  /// Handing out places from left to right leaves each list sorted.
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

  /// The median of the places, `nil` without neighbours.
  ///
  /// Between two, nearer to the side where they lie denser (Gansner, Koutsofios, North and Vo 1993,
  /// figure 3-2).
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

  /// How many crossings go if `left` and its right neighbour `right` change places.
  ///
  /// - Complexity: O(*d*), the neighbours of both.
  func gain(of left: Int, _ right: Int) -> Int {
    let (left, right) = (edges.edges(from: left), edges.edges(from: right))
    // Nearly all are bends, which have one neighbour each.
    if left.count == 1, right.count == 1 {
      return (places[left.lowerBound] - places[right.lowerBound]).signum()
    }
    return inversions(left, right) - inversions(right, left)
  }

  /// How many pairs of one of `left` and one of `right` are in the wrong order.
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
