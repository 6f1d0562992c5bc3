internal import Graph

/// The shortest chains of links from modules of one side to modules of the other that pass no other
/// module of either side.
///
/// Of equally short chains the first by name, as `PathSearch` has it.
struct ConstraintChains {
  fileprivate let graph: Adjacency
  fileprivate let backward: Adjacency
  fileprivate let isSource: [Bool]
  fileprivate let isTarget: [Bool]
  /// Whether a chain may pass through a node: of neither side, behind a source and before a target.
  fileprivate let isBetween: [Bool]
  private let sources: [Int32]
  private let targets: [Int32]

  /// `backward` is `graph` with its edges turned round.
  ///
  /// - Complexity: O(*n* + *m*).
  init(_ graph: Adjacency, backward: Adjacency, from isSource: [Bool], to isTarget: [Bool]) {
    self.graph = graph
    self.backward = backward
    self.isSource = isSource
    self.isTarget = isTarget
    let isLoose = isSource.indices.map { !isSource[$0] && !isTarget[$0] }
    let ahead = Self.reached(from: isSource, in: graph, through: isLoose)
    let behind = Self.reached(from: isTarget, in: backward, through: isLoose)
    isBetween = isLoose.indices.map { isLoose[$0] && ahead[$0] && behind[$0] }
    let nodes = Int32(0)..<Int32(graph.nodeCount)
    sources = nodes.filter { isSource[Int($0)] && behind[Int($0)] }
    targets = nodes.filter { isTarget[Int($0)] && ahead[Int($0)] }
  }

  /// Marks what one edge or more lead to from the starts, over nodes that `isPassed`.
  private static func reached(
    from isStart: [Bool], in graph: Adjacency, through isPassed: [Bool]
  ) -> [Bool] {
    var isReached = [Bool](repeating: false, count: graph.nodeCount)
    var open = (Int32(0)..<Int32(graph.nodeCount)).filter { isStart[Int($0)] }
    while let node = open.popLast() {
      for edge in graph.edges(from: node) {
        let head = graph.heads[edge]
        guard !isReached[Int(head)] else { continue }
        isReached[Int(head)] = true
        if isPassed[Int(head)] { open.append(head) }
      }
    }
    return isReached
  }

  /// Hands out the chains, each as the origins of its edges, always in the same order.
  ///
  /// One search for each node of the smaller side finds all its chains. A node that many searches pass
  /// is in many chains, so that is little more than what is handed out.
  ///
  /// - Complexity: O(*n* + *m*) for each node of the smaller side, and the length of all chains.
  func forEach(_ body: (_ chain: [Int]) -> Void) {
    if sources.count <= targets.count {
      var search = ForwardSearch(count: graph.nodeCount)
      for source in sources { search.chains(from: source, in: self, body) }
    } else {
      var search = BackwardSearch(count: graph.nodeCount)
      for target in targets { search.chains(to: target, in: self, body) }
    }
  }
}

/// Finds the chains from one source at a time, without allocating for each.
private struct ForwardSearch {
  /// The search that last met each node.
  private var lastSearch: [Int32]
  /// The node and the edge from which it was met.
  private var arrival: [(node: Int32, edge: Int32)]
  private var search: Int32 = 0
  private var queue: [Int32] = []

  init(count: Int) {
    lastSearch = Array(repeating: 0, count: count)
    arrival = Array(repeating: (-1, -1), count: count)
  }

  mutating func chains(
    from source: Int32, in chains: ConstraintChains, _ body: (_ chain: [Int]) -> Void
  ) {
    search += 1
    lastSearch[Int(source)] = search
    queue.removeAll(keepingCapacity: true)
    queue.append(source)
    var found: [Int32] = []
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for edge in chains.graph.edges(from: node) {
        let head = chains.graph.heads[edge]
        guard lastSearch[Int(head)] != search else { continue }
        let isEnd = chains.isTarget[Int(head)]
        guard isEnd || chains.isBetween[Int(head)] else { continue }
        lastSearch[Int(head)] = search
        arrival[Int(head)] = (node, Int32(edge))
        if isEnd { found.append(head) } else { queue.append(head) }
      }
    }
    for target in found.sorted() {
      var chain: [Int] = []
      var node = target
      while node != source {
        chain.append(Int(chains.graph.origins[Int(arrival[Int(node)].edge)]))
        node = arrival[Int(node)].node
      }
      body(chain.reversed())
    }
  }
}

/// Finds the chains to one target at a time, without allocating for each.
private struct BackwardSearch {
  private var lastSearch: [Int32]
  private var distance: [Int32]
  /// The first edge of the first shortest way from each node.
  private var departure: [Int32]
  private var search: Int32 = 0
  private var queue: [Int32] = []

  init(count: Int) {
    lastSearch = Array(repeating: 0, count: count)
    distance = lastSearch
    departure = lastSearch
  }

  mutating func chains(
    to target: Int32, in chains: ConstraintChains, _ body: (_ chain: [Int]) -> Void
  ) {
    search += 1
    lastSearch[Int(target)] = search
    distance[Int(target)] = 0
    queue.removeAll(keepingCapacity: true)
    queue.append(target)
    var found: [Int32] = []
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for back in chains.backward.edges(from: node) {
        let tail = chains.backward.heads[back]
        let edge = chains.backward.origins[back]
        let isNew = lastSearch[Int(tail)] != search
        if isNew {
          let isStart = chains.isSource[Int(tail)]
          guard isStart || chains.isBetween[Int(tail)] else { continue }
          lastSearch[Int(tail)] = search
          distance[Int(tail)] = distance[Int(node)] + 1
          departure[Int(tail)] = edge
          if isStart { found.append(tail) } else { queue.append(tail) }
        } else if distance[Int(tail)] == distance[Int(node)] + 1 {
          // Edges are in the order of their tails, then of their heads.
          departure[Int(tail)] = min(departure[Int(tail)], edge)
        }
      }
    }
    for source in found.sorted() {
      var chain: [Int] = []
      var node = source
      while node != target {
        let edge = Int(departure[Int(node)])
        chain.append(Int(chains.graph.origins[edge]))
        node = chains.graph.heads[edge]
      }
      body(chain)
    }
  }
}
