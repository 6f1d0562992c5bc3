import Graph

// Walks.
extension PlatformLinkage {
  /// Marks `starts` and all that reach them through links of which `isFollowed` holds.
  ///
  /// - Complexity: O(*n*), and the links of what reaches them.
  func marked(reaching starts: some Sequence<Int32>, where isFollowed: (Use) -> Bool) -> [Bool] {
    let backward = graph.backward
    return marked(starts, in: backward) { isFollowed(uses[Int(backward.origins[$0])]) }
  }

  /// Marks `starts` and all that they reach through links of which `isFollowed` holds.
  ///
  /// - Complexity: O(*n*), and the links of what they reach.
  func marked(from starts: some Sequence<Int32>, where isFollowed: (Use) -> Bool) -> [Bool] {
    marked(starts, in: graph.forward) { isFollowed(uses[$0]) }
  }

  private func marked(
    _ starts: some Sequence<Int32>, in adjacency: Adjacency, where isFollowed: (Int) -> Bool
  ) -> [Bool] {
    var isMarked = [Bool](repeating: false, count: kinds.count)
    var open: [Int32] = []
    for start in starts where !isMarked[Int(start)] {
      isMarked[Int(start)] = true
      open.append(start)
    }
    while let node = open.popLast() {
      for edge in adjacency.edges(from: node) where isFollowed(edge) {
        let head = adjacency.heads[edge]
        guard !isMarked[Int(head)] else { continue }
        isMarked[Int(head)] = true
        open.append(head)
      }
    }
    return isMarked
  }

  /// The application whose process loads the test bundle `module`.
  func host(of module: Int32) -> Int32? {
    guard let host = graph.rows[Int(module)].host,
      kinds[Int(module)].union(kinds[Int(host.index)]).isDisjoint(with: .isIgnored),
      graph.rows[Int(module)].platforms.intersection(graph[host].platforms).contains(platform)
    else { return nil }
    return host.index
  }
}

/// Some nodes of a graph, numbered anew in order, so that a sweep costs what they are.
struct NodeSubset {
  private var numbers: [Int32]
  private(set) var nodes: [Int32] = []

  /// No nodes of a graph that has `count`.
  init(count: Int) {
    numbers = Array(repeating: -1, count: count)
  }

  mutating func insert(_ node: Int32) {
    guard numbers[Int(node)] < 0 else { return }
    numbers[Int(node)] = Int32(nodes.count)
    nodes.append(node)
  }

  /// The new number of `node`, or -1 if it is left out.
  func number(of node: Int32) -> Int32 { numbers[Int(node)] }

  /// The links among the nodes that do `use`, and `more` edges between old numbers.
  func adjacency(
    of processes: PlatformLinkage, by use: PlatformLinkage.Use,
    and more: [(tail: Int32, head: Int32)] = []
  ) -> Adjacency {
    let forward = processes.graph.forward
    var edges = more.map { (tail: number(of: $0.tail), head: number(of: $0.head)) }
    for node in nodes {
      let tail = number(of: node)
      for edge in forward.edges(from: node) where processes.uses[edge].contains(use) {
        let head = number(of: forward.heads[edge])
        if head >= 0 { edges.append((tail, head)) }
      }
    }
    return Adjacency(nodeCount: nodes.count, edges: edges)
  }
}
