/// The modules of one layer, or of none, in the rows in which they are drawn.
struct Band {
  var title: String
  /// Numbers of nodes, from top to bottom.
  ///
  /// No link within the band leads to a row above, but for those of a cycle.
  var rows: [[Int]]

  /// The title, as long as pictures have room beside the modules.
  var shownTitle: String { title.shortened(to: 28) }
}

extension GraphView {
  /// The layers from top to bottom, then what is in none, then externals; empty ones left out.
  ///
  /// Without layers there are no bands.
  func bands() -> [Band] {
    guard !layers.isEmpty else { return [] }
    var members = [[Int]](repeating: [], count: layers.count + 2)
    let places = Dictionary(zip(layers, layers.indices)) { first, _ in first }
    for (number, node) in nodes.enumerated() {
      let place = node.layer.flatMap { places[$0] } ?? layers.count + (node.isExternal ? 1 : 0)
      members[place].append(number)
    }
    let rows = rows(of: members)
    return zip(layers + ["no layer", "external"], rows).compactMap { title, rows in
      rows.isEmpty ? nil : Band(title: title, rows: rows)
    }
  }

  /// The bands; without layers one, whose title is empty, with all nodes in rows by depth.
  func bandsOrRows() -> [Band] {
    guard layers.isEmpty, !nodes.isEmpty else { return bands() }
    return [Band(title: "", rows: rows(of: [Array(nodes.indices)])[0])]
  }

  /// The rows of bands with these members.
  ///
  /// A link passes each row between its ends. Where thousands of modules lie in thousands of rows that
  /// is more than anybody draws: then several depths have a row together.
  private func rows(of bands: [[Int]]) -> [[[Int]]] {
    var depths = depthsWithinBands(bands)
    while true {
      let rows = bands.map { Self.rows(of: $0, depths) }
      guard nodes.count > Self.manyNodes, depths.contains(where: { $0 > 0 }),
        rowsPassed(in: rows) > Self.mostRowsPassed * (nodes.count + edges.count)
      else { return rows }
      depths = depths.map { $0 / 2 }
    }
  }

  private static var manyNodes: Int { 1000 }
  /// Rows that links pass, in the mean for each module and link.
  private static var mostRowsPassed: Int { 24 }

  private func rowsPassed(in bands: [[[Int]]]) -> Int {
    var row = [Int](repeating: 0, count: nodes.count)
    for (number, members) in bands.joined().enumerated() {
      for node in members { row[node] = number }
    }
    return edges.reduce(0) { $0 + abs(row[$1.from] - row[$1.to]) }
  }

  /// Rows by depth; rows that are too long for a page are broken.
  private static func rows(of members: [Int], _ depths: [Int]) -> [[Int]] {
    // Twice the root of all keeps the shape of large bands, and the largest have so many rows at most.
    var longest = max(8, members.count / 24)
    while longest * longest < members.count * 4 { longest += 1 }
    let byDepth = Dictionary(grouping: members) { depths[$0] }.sorted { $0.key < $1.key }
    return byDepth.flatMap { _, row -> [[Int]] in
      let count = (row.count + longest - 1) / longest
      return (0..<count).map { Array(row[row.count * $0 / count..<row.count * ($0 + 1) / count]) }
    }
  }

  /// For each node the most links of its own band that lead down to it.
  ///
  /// Takes nodes as their last dependent is done (Kahn 1962). Where only circles are left, the first
  /// node by name is taken as if nothing led to it.
  private func depthsWithinBands(_ members: [[Int]]) -> [Int] {
    var bands = [Int](repeating: 0, count: nodes.count)
    for (band, members) in members.enumerated() {
      for number in members { bands[number] = band }
    }
    let inner = edges.filter { bands[$0.from] == bands[$0.to] && $0.from != $0.to && !$0.isCut }
    let heads = Dictionary(grouping: inner, by: \.from).mapValues { $0.map(\.to) }
    var waiting = [Int](repeating: 0, count: nodes.count)
    for edge in inner { waiting[edge.to] += 1 }

    var depths = [Int](repeating: 0, count: nodes.count)
    var done: Set<Int> = []
    var ready = nodes.indices.filter { waiting[$0] == 0 }
    for first in nodes.indices {
      while let number = ready.popLast() {
        done.insert(number)
        for head in heads[number] ?? [] where !done.contains(head) {
          depths[head] = max(depths[head], depths[number] + 1)
          waiting[head] -= 1
          if waiting[head] == 0 { ready.append(head) }
        }
      }
      if !done.contains(first) { ready.append(first) }
    }
    return depths
  }
}
