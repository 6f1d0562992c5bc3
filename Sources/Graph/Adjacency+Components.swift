/// The strongly connected components of a graph: the largest groups of nodes that all reach each
/// other.
///
/// Components are in reverse topological order: the number of a component is greater than that of
/// every other component it reaches.
struct Components: Sendable {
  let componentOf: [Int32]

  /// The components that contain a cycle, sorted by their smallest member.
  let cyclic: [Int32]

  /// The members of component `c` are `nodes[firstMember[c]..<firstMember[c + 1]]`.
  private let firstMember: [Int32]

  /// All nodes, sorted by component, then by number.
  let nodes: [Int32]

  /// Groups the nodes with a counting sort; `loops` are the nodes with an edge to themselves.
  fileprivate init(componentOf: [Int32], count: Int, loops: [Int32]) {
    var firstMember = [Int32](repeating: 0, count: count + 1)
    for component in componentOf { firstMember[Int(component) + 1] += 1 }
    for component in 0..<count { firstMember[component + 1] += firstMember[component] }

    var next = firstMember
    var nodes = [Int32](repeating: 0, count: componentOf.count)
    for (node, component) in componentOf.enumerated() {
      nodes[Int(next[Int(component)])] = Int32(node)
      next[Int(component)] += 1
    }

    var isCyclic = (0..<count).map { firstMember[$0 + 1] - firstMember[$0] > 1 }
    for node in loops { isCyclic[Int(componentOf[Int(node)])] = true }
    self.cyclic = (0..<Int32(count)).filter { isCyclic[Int($0)] }
      .sorted { nodes[Int(firstMember[Int($0)])] < nodes[Int(firstMember[Int($1)])] }
    self.componentOf = componentOf
    self.firstMember = firstMember
    self.nodes = nodes
  }

  var count: Int { firstMember.count - 1 }

  /// Returns the nodes of `component`, in order.
  func members(of component: Int32) -> ArraySlice<Int32> {
    nodes[Int(firstMember[Int(component)])..<Int(firstMember[Int(component) + 1])]
  }
}

extension Adjacency {
  /// Returns the strongly connected components.
  ///
  /// Uses the algorithm of Tarjan, "Depth-first search and linear graph algorithms" (1972), with an
  /// explicit stack: a long chain of modules must not overflow the call stack.
  ///
  /// - Complexity: O(*n* + *m*).
  func stronglyConnectedComponents() -> Components {
    var walk = ComponentWalk(nodeCount: nodeCount)
    for root in 0..<Int32(nodeCount) where walk.low[Int(root)] == ComponentWalk.unseen {
      walk.enter(root, of: self)
      while let node = walk.path.last {
        let edge = Int(walk.nextEdge[Int(node)])
        if edge < edges(from: node).upperBound {
          walk.nextEdge[Int(node)] += 1
          walk.follow(from: node, to: heads[edge], of: self)
        } else {
          walk.leave(node)
        }
      }
    }
    return Components(
      componentOf: walk.componentOf, count: Int(walk.count), loops: walk.loops)
  }
}

/// The state of Tarjan's algorithm.
private struct ComponentWalk {
  static let unseen = Int32.max

  /// The low-link of each node: the lowest visit number among the open nodes that it is known to
  /// reach.
  var low: [Int32]
  var nextEdge: [Int32]
  var componentOf: [Int32]
  /// The nodes from the root to the current one.
  var path: [Int32] = []
  var count: Int32 = 0
  var loops: [Int32] = []

  private var visit: [Int32]
  private var visits: Int32 = 0
  /// The visited nodes without a component.
  private var open: [Int32] = []

  init(nodeCount: Int) {
    low = Array(repeating: Self.unseen, count: nodeCount)
    visit = low
    nextEdge = Array(repeating: 0, count: nodeCount)
    componentOf = Array(repeating: -1, count: nodeCount)
  }

  mutating func enter(_ node: Int32, of graph: Adjacency) {
    low[Int(node)] = visits
    visit[Int(node)] = visits
    visits += 1
    nextEdge[Int(node)] = Int32(graph.edges(from: node).lowerBound)
    open.append(node)
    path.append(node)
  }

  mutating func follow(from node: Int32, to head: Int32, of graph: Adjacency) {
    if low[Int(head)] == Self.unseen {
      enter(head, of: graph)
    } else if componentOf[Int(head)] < 0 {
      low[Int(node)] = min(low[Int(node)], visit[Int(head)])
      if node == head, loops.last != node { loops.append(node) }
    }
  }

  mutating func leave(_ node: Int32) {
    path.removeLast()
    if let caller = path.last { low[Int(caller)] = min(low[Int(caller)], low[Int(node)]) }
    guard low[Int(node)] == visit[Int(node)] else { return }
    while let member = open.popLast() {
      componentOf[Int(member)] = count
      if member == node { break }
    }
    count += 1
  }
}
