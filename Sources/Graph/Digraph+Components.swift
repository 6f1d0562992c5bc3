/// The strongly connected components of a graph: the largest groups of nodes that all reach each
/// other.
///
/// Components are in reverse topological order: the number of a component is greater than that of
/// every other component it reaches.
public struct Components: Sendable {
  /// The component of each node.
  public fileprivate(set) var componentOf: [Int]

  /// All nodes, sorted by component, then by number.
  public fileprivate(set) var nodes: [Int] = []

  /// The members of the components that contain a cycle, sorted by their smallest members.
  public fileprivate(set) var cyclic: [[Int]] = []

  /// The members of component `c` are `nodes[firstMember[c]..<firstMember[c + 1]]`.
  fileprivate var firstMember = [0]

  fileprivate init(nodeCount: Int) { componentOf = Array(repeating: -1, count: nodeCount) }

  public var count: Int { firstMember.count - 1 }

  public func members(of component: Int) -> ArraySlice<Int> {
    nodes[firstMember[component]..<firstMember[component + 1]]
  }
}

extension Digraph {
  /// Uses the algorithm of Tarjan, "Depth-first search and linear graph algorithms" (1972), with an
  /// explicit stack: a long chain of modules must not overflow the call stack.
  public func stronglyConnectedComponents() -> Components {
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
    walk.components.cyclic.sort { $0[0] < $1[0] }
    return walk.components
  }
}

extension ModuleGraph {
  public func stronglyConnectedComponents() -> Components { forward.stronglyConnectedComponents() }
}

/// The state of Tarjan's algorithm.
private struct ComponentWalk {
  static let unseen = Int.max

  /// The low-link of each node: the lowest visit number among the open nodes that it is known to
  /// reach.
  var low: [Int]
  var nextEdge: [Int]
  /// The nodes from the root to the current one.
  var path: [Int] = []
  var components: Components

  private var visit: [Int]
  private var visits = 0
  /// The visited nodes without a component.
  private var open: [Int] = []
  /// Whether each node has an edge to itself.
  private var hasLoop: [Bool]

  init(nodeCount: Int) {
    low = Array(repeating: Self.unseen, count: nodeCount)
    visit = low
    nextEdge = Array(repeating: 0, count: nodeCount)
    hasLoop = Array(repeating: false, count: nodeCount)
    components = Components(nodeCount: nodeCount)
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
    } else if components.componentOf[head] < 0 {
      low[node] = min(low[node], visit[head])
      if node == head { hasLoop[node] = true }
    }
  }

  mutating func leave(_ node: Int) {
    path.removeLast()
    if let caller = path.last { low[caller] = min(low[caller], low[node]) }
    guard low[node] == visit[node] else { return }
    let first = components.nodes.count
    while let member = open.popLast() {
      components.componentOf[member] = components.count
      components.nodes.append(member)
      if member == node { break }
    }
    components.firstMember.append(components.nodes.count)
    guard components.nodes.count > first + 1 || hasLoop[node] else { return }
    components.nodes[first...].sort()
    components.cyclic.append(Array(components.nodes[first...]))
  }
}
