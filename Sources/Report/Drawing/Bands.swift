/// A horizontal band of a picture: the modules of one layer, or of none, in rows.
struct Band {
  var title: String
  /// Node numbers from top to bottom; links lead to lower rows, except in a cycle.
  var rows: [[Int]]

  var shownTitle: String { title.shortened(to: 80) }
}

extension GraphView {
  static let outsideTitle = "outside the layers"

  /// Returns the bands that have nodes: modules that need no layer, the layers from top to bottom,
  /// modules without a layer, and externals.
  ///
  /// Without layers there are no bands.
  func bands() -> [Band] {
    guard !layers.isEmpty else { return [] }
    var members = [[Int]](repeating: [], count: layers.count + 3)
    let places = Dictionary(zip(layers, layers.indices)) { first, _ in first }
    for (number, node) in nodes.enumerated() {
      let place = node.layer.flatMap { places[$0] }.map { $0 + 1 }
      let rest = node.isExternal ? layers.count + 2 : node.isOutside ? 0 : layers.count + 1
      members[place ?? rest].append(number)
    }
    let rows = rows(of: members)
    return zip([Self.outsideTitle] + layers + ["no layer", "external"], rows).compactMap {
      title, rows in
      rows.isEmpty ? nil : Band(title: title, rows: rows)
    }
  }

  /// Returns the bands, or without layers one untitled band of all nodes in rows by depth.
  func bandsOrRows() -> [Band] {
    guard layers.isEmpty, !nodes.isEmpty else { return bands() }
    return [Band(title: "", rows: rows(of: [Array(nodes.indices)])[0])]
  }

  /// Returns the rows of each band.
  ///
  /// A link takes room in each row between its ends. If thousands of modules would have thousands
  /// of rows, several depths share a row.
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
  /// The maximum number of rows that links cross, on average for each node and edge.
  private static var mostRowsPassed: Int { 24 }

  private func rowsPassed(in bands: [[[Int]]]) -> Int {
    var row = [Int](repeating: 0, count: nodes.count)
    for (number, members) in bands.joined().enumerated() {
      for node in members { row[node] = number }
    }
    return edges.reduce(0) { $0 + abs(row[$1.from] - row[$1.to]) }
  }

  private static func rows(of members: [Int], _ depths: [Int]) -> [[Int]] {
    // Twice the square root keeps the shape of large bands; a 24th limits the rows of the largest.
    var longest = max(8, members.count / 24)
    while longest * longest < members.count * 4 { longest += 1 }
    let byDepth = Dictionary(grouping: members) { depths[$0] }.sorted { $0.key < $1.key }
    return byDepth.flatMap { _, row -> [[Int]] in
      let count = (row.count + longest - 1) / longest
      return (0..<count).map { Array(row[row.count * $0 / count..<row.count * ($0 + 1) / count]) }
    }
  }

  /// Returns the length of the longest chain of links within its band to each node.
  ///
  /// Visits nodes in topological order (Kahn 1962). In a cycle, starts at the first node by name.
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
