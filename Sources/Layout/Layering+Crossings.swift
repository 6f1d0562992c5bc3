extension Layering {
  /// How often segments cross one another in the present order.
  ///
  /// - Complexity: O(*m* log *n*) for *m* segments.
  func crossings(_ places: [Int]) -> Int {
    var total = 0
    for number in rows.indices.dropLast() { total += crossings(below: number, places) }
    return total
  }

  /// How often segments between row `number` and the next cross.
  ///
  /// Counts inversions with a tree of partial sums (Barth, Jünger and Mutzel: Simple and efficient
  /// bilayer cross counting, 2002).
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
