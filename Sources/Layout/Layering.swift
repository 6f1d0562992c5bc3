internal import Graph

/// A diagram whose arrows all lead from one row to the next.
///
/// An arrow that crosses a row has a *bend* there, a separate node. Nodes are the boxes by number,
/// then the bends.
///
/// These are the proper hierarchies of Sugiyama, Tagawa and Toda (Methods for visual understanding
/// of hierarchical system structures, 1981), whose stages the layout follows: order the nodes of
/// each row, place them, then draw the arrows.
struct Layering {
  let boxCount: Int
  let row: [Int]
  /// The nodes of each row from left to right.
  var rows: [[Int]]
  /// The nodes of each arrow from its upper end to its lower one; only the ends if both are in one
  /// row.
  let chains: [[Int]]
  /// The segments of all arrows, from the upper row to the lower one.
  let down: Digraph
  let up: Digraph
  /// The segments along each chain: origins of the edges of both graphs.
  let segments: [[Int]]

  private init(boxCount: Int, row: [Int], rows: [[Int]], chains: [[Int]]) {
    self.boxCount = boxCount
    self.row = row
    self.rows = rows
    self.chains = chains

    var ends: [(tail: Int, head: Int)] = []
    var shared: [UInt64: Int] = [:]
    segments = chains.map { chain -> [Int] in
      guard chain.count > 2 || row[chain[0]] != row[chain[1]] else { return [] }
      return zip(chain, chain.dropFirst()).map { tail, head in
        // Two arrows between the same boxes have separate segments; bundles share one.
        let key = UInt64(tail) << 32 | UInt64(head)
        if chain.count > 2, let number = shared[key] { return number }
        if chain.count > 2 { shared[key] = ends.count }
        ends.append((tail, head))
        return ends.count - 1
      }
    }
    down = Digraph(nodeCount: row.count, edges: ends)
    up = down.reversed()
  }
}

extension Layering {
  /// Creates the layering of a diagram.
  ///
  /// - Complexity: O(*n* + *m*) for the *m* rows that all arrows reach.
  init(_ diagram: Diagram) {
    var rows = Array(diagram.bands.joined())
    var row = [Int](repeating: -1, count: diagram.boxes.count)
    for (number, members) in rows.enumerated() {
      for box in members {
        precondition(row[box] < 0, "a box is in two rows")
        row[box] = number
      }
    }
    precondition(!row.contains(-1), "a box is in no row")

    let chains = diagram.arrows.map { arrow -> [Int] in
      var (upper, lower) = (arrow.tail, arrow.head)
      if row[upper] > row[lower] { swap(&upper, &lower) }
      var chain = [upper]
      for number in (row[upper]..<row[lower]).dropFirst() {
        chain.append(row.count)
        rows[number].append(row.count)
        row.append(number)
      }
      return chain + [lower]
    }
    self.init(boxCount: diagram.boxes.count, row: row, rows: rows, chains: chains)
  }

  /// Returns the layering in the same order, merging arrows of one bundle from the first row in
  /// which they are parallel.
  ///
  /// - Complexity: O(*m*) for the *m* rows that all arrows reach.
  func bundled(_ arrows: [Diagram.Arrow]) -> Layering {
    var places = [BendPlace?](repeating: nil, count: nodeCount)
    for (chain, arrow) in arrows.enumerated() where row[arrow.tail] < row[arrow.head] {
      for (place, bend) in chains[chain].enumerated().dropFirst().dropLast() {
        places[bend] = BendPlace(
          chain: chain, place: place, head: arrow.head, bundle: arrow.bundle)
      }
    }
    var twins = Array(0..<nodeCount)
    var rows = self.rows
    for number in rows.indices {
      var kept: [Int] = []
      for node in rows[number] where twins[node] == node {
        guard let last = kept.last, let own = places[node], let other = places[last],
          own.head == other.head, own.bundle == other.bundle
        else {
          kept.append(node)
          continue
        }
        let rest = zip(chains[own.chain][own.place...], chains[other.chain][other.place...])
        for (bend, twin) in rest { twins[bend] = twin }
      }
      rows[number] = kept
    }
    return replacing(twins, rows)
  }

  private struct BendPlace {
    var chain: Int
    var place: Int
    var head: Int
    var bundle: Int
  }

  /// Replaces each node by its twin; `rows` contains the remaining nodes.
  private func replacing(_ twins: [Int], _ rows: [[Int]]) -> Layering {
    var numbers = [Int](repeating: -1, count: nodeCount)
    var row = Array(self.row.prefix(boxCount))
    for box in 0..<boxCount { numbers[box] = box }
    for bend in rows.joined().filter(isBend).sorted() {
      numbers[bend] = row.count
      row.append(self.row[bend])
    }
    let number = { (node: Int) in
      var node = node
      while twins[node] != node { node = twins[node] }
      return numbers[node]
    }
    return Layering(
      boxCount: boxCount, row: row, rows: rows.map { $0.map(number) },
      chains: chains.map { $0.map(number) })
  }

  /// Returns the number of sweeps: `most` for graphs of readable size, else as many as cost no more
  /// than those of a large picture.
  func sweeps(_ most: Int) -> Int {
    guard boxCount > Self.manyBoxes else { return most }
    return max(most / 8, min(most, most * Self.manySegments / max(1, down.edgeCount)))
  }

  private static var manyBoxes: Int { 1000 }
  private static var manySegments: Int { 60_000 }

  var nodeCount: Int { row.count }

  func isBend(_ node: Int) -> Bool { node >= boxCount }

  /// Returns the unordered neighbors of `node` in the row above.
  func above(_ node: Int) -> Digraph.Heads { up.heads(from: node) }

  /// Returns the unordered neighbors of `node` in the row below.
  func below(_ node: Int) -> Digraph.Heads { down.heads(from: node) }

  func places() -> [Int] {
    var places = [Int](repeating: 0, count: nodeCount)
    for row in rows {
      for (place, node) in row.enumerated() { places[node] = place }
    }
    return places
  }

  /// Returns the number of crossings in the current order.
  ///
  /// - Complexity: O(*m* log *n*) for *m* segments.
  func crossings(_ places: [Int]) -> Int {
    var total = 0
    for number in rows.indices.dropLast() { total += crossings(below: number, places) }
    return total
  }

  /// Returns the number of crossings between row `number` and the next.
  ///
  /// Counts inversions with a Fenwick tree (Barth, Jünger and Mutzel: Simple and efficient bilayer
  /// cross counting, 2002).
  private func crossings(below number: Int, _ places: [Int]) -> Int {
    var firstLeaf = 1
    while firstLeaf < rows[number + 1].count { firstLeaf *= 2 }
    firstLeaf -= 1
    var tree = [Int](repeating: 0, count: 2 * firstLeaf + 1)
    var total = 0
    var heads: [Int] = []
    for node in rows[number] {
      heads.removeAll(keepingCapacity: true)
      for other in below(node) { heads.append(places[other]) }
      heads.sort()
      for head in heads {
        var leaf = firstLeaf + head
        tree[leaf] += 1
        while leaf > 0 {
          if leaf % 2 == 1 { total += tree[leaf + 1] }
          leaf = (leaf - 1) / 2
          tree[leaf] += 1
        }
      }
    }
    return total
  }
}
