/// The strongly connected components of a graph: the largest groups of nodes that all reach each
/// other.
///
/// Components are in reverse topological order: the number of a component is greater than that of
/// every other component it reaches.
struct Components: Sendable {
  let componentOf: [Int]

  /// The components that contain a cycle, sorted by their smallest member.
  let cyclic: [Int]

  /// The members of component `c` are `nodes[firstMember[c]..<firstMember[c + 1]]`.
  private let firstMember: [Int]

  /// All nodes, sorted by component, then by number.
  private let nodes: [Int]

  /// Groups the nodes with a counting sort; `loops` are the nodes with an edge to themselves.
  fileprivate init(componentOf: [Int], count: Int, loops: [Int]) {
    var firstMember = [Int](repeating: 0, count: count + 1)
    for component in componentOf { firstMember[component + 1] += 1 }
    for component in 0..<count { firstMember[component + 1] += firstMember[component] }

    var next = firstMember
    var nodes = [Int](repeating: 0, count: componentOf.count)
    for (node, component) in componentOf.enumerated() {
      nodes[next[component]] = node
      next[component] += 1
    }

    var isCyclic = (0..<count).map { firstMember[$0 + 1] - firstMember[$0] > 1 }
    for node in loops { isCyclic[componentOf[node]] = true }
    self.cyclic = (0..<count).filter { isCyclic[$0] }
      .sorted { nodes[firstMember[$0]] < nodes[firstMember[$1]] }
    self.componentOf = componentOf
    self.firstMember = firstMember
    self.nodes = nodes
  }

  var count: Int { firstMember.count - 1 }

  func members(of component: Int) -> ArraySlice<Int> {
    nodes[firstMember[component]..<firstMember[component + 1]]
  }
}

extension Digraph {
  /// Returns the strongly connected components in reverse topological order.
  public func stronglyConnectedComponents() -> [[Int]] {
    let components = components()
    return (0..<components.count).map { Array(components.members(of: $0)) }
  }

  /// Returns the components that contain a cycle, sorted by their smallest nodes.
  public func cyclicComponents() -> [[Int]] {
    let components = components()
    return components.cyclic.map { Array(components.members(of: $0)) }
  }

  /// Returns the edges between nodes that reach each other, in order.
  public func cyclicEdges() -> [Int] {
    let componentOf = components().componentOf
    return (0..<nodeCount).flatMap { node in
      edges(from: node).filter { componentOf[head(of: $0)] == componentOf[node] }
    }
  }

  /// Uses the algorithm of Tarjan, "Depth-first search and linear graph algorithms" (1972), with an
  /// explicit stack: a long chain of modules must not overflow the call stack.
  func components() -> Components {
    var walk = ComponentWalk(nodeCount: nodeCount)
    for root in 0..<nodeCount where walk.low[root] == ComponentWalk.unseen {
      walk.enter(root, of: self)
      while let node = walk.path.last {
        let edge = walk.nextEdge[node]
        if edge < edges(from: node).upperBound {
          walk.nextEdge[node] += 1
          walk.follow(from: node, to: head(of: edge), of: self)
        } else {
          walk.leave(node)
        }
      }
    }
    return Components(componentOf: walk.componentOf, count: walk.count, loops: walk.loops)
  }
}

/// The state of Tarjan's algorithm.
private struct ComponentWalk {
  static let unseen = Int.max

  /// The low-link of each node: the lowest visit number among the open nodes that it is known to
  /// reach.
  var low: [Int]
  var nextEdge: [Int]
  var componentOf: [Int]
  /// The nodes from the root to the current one.
  var path: [Int] = []
  var count = 0
  var loops: [Int] = []

  private var visit: [Int]
  private var visits = 0
  /// The visited nodes without a component.
  private var open: [Int] = []

  init(nodeCount: Int) {
    low = Array(repeating: Self.unseen, count: nodeCount)
    visit = low
    nextEdge = Array(repeating: 0, count: nodeCount)
    componentOf = Array(repeating: -1, count: nodeCount)
  }

  mutating func enter(_ node: Int, of graph: Digraph) {
    low[node] = visits
    visit[node] = visits
    visits += 1
    nextEdge[node] = graph.edges(from: node).lowerBound
    open.append(node)
    path.append(node)
  }

  mutating func follow(from node: Int, to head: Int, of graph: Digraph) {
    if low[head] == Self.unseen {
      enter(head, of: graph)
    } else if componentOf[head] < 0 {
      low[node] = min(low[node], visit[head])
      if node == head, loops.last != node { loops.append(node) }
    }
  }

  mutating func leave(_ node: Int) {
    path.removeLast()
    if let caller = path.last { low[caller] = min(low[caller], low[node]) }
    guard low[node] == visit[node] else { return }
    while let member = open.popLast() {
      componentOf[member] = count
      if member == node { break }
    }
    count += 1
  }
}
