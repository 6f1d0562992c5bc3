extension Adjacency {
  /// Returns for each node the number of nodes it reaches, itself included, or the sum of their
  /// `weights`.
  ///
  /// Never stores the whole closure: components are counted a word at a time. All members of a
  /// component reach the same nodes, so one represents them, weighted with their number.
  ///
  /// - Complexity: O(*c* · (*n* + *m*) / 64) for *c* components, in O(*n*) memory: a quarter of a
  ///   second for 20,000 nodes with 100,000 edges, seconds for 100,000.
  func reachCounts(weights: [Int]? = nil) -> [Int] {
    let components = stronglyConnectedComponents()
    var counts = [Int](repeating: 0, count: components.count)
    for start in stride(from: 0, to: components.count, by: UInt64.bitWidth) {
      // A component reaches only those with smaller numbers.
      let batch = Array(Int32(start)..<Int32(min(start + UInt64.bitWidth, components.count)))
      let sizes = batch.map { component in
        let members = components.members(of: component)
        return weights.map { weights in members.reduce(0) { $0 + weights[Int($1)] } }
          ?? members.count
      }
      var words = [UInt64](repeating: 0, count: components.count)
      for (bit, component) in batch.enumerated() { words[Int(component)] = 1 << UInt64(bit) }
      for component in start..<components.count {
        var word = words[component]
        for node in components.members(of: Int32(component)) {
          for edge in edges(from: node) {
            word |= words[Int(components.componentOf[Int(heads[edge])])]
          }
        }
        words[component] = word
        while word != 0 {
          counts[component] += sizes[word.trailingZeroBitCount]
          word &= word - 1
        }
      }
    }
    return components.componentOf.map { counts[Int($0)] }
  }
}
