/// Searches for cycles depth first, without recursion: a chain may be as long as a file.
struct CycleSearch<ID: Hashable> {
  /// Whether each visited node is on the current path.
  private var isOpen: [ID: Bool] = [:]

  /// Visits a node and all nodes that it leads to.
  ///
  /// - Parameters:
  ///   - root: The node; a visited one adds nothing.
  ///   - id: Returns the identity of a node.
  ///   - next: Returns the nodes that a node leads to, in order.
  ///   - found: Called with each cycle, its first node repeated at the end, and with that node.
  /// - Complexity: O(*n* + *m*) for *n* nodes with *m* links, for all roots together, without
  ///   cycles.
  mutating func visit<Node>(
    _ root: Node, id: (Node) -> ID, next: (Node) -> [Node], found: ([Node], Node) -> Void
  ) {
    guard isOpen[id(root)] == nil else { return }
    isOpen[id(root)] = true
    var path = [(node: root, rest: next(root)[...])]
    while let last = path.indices.last {
      guard let node = path[last].rest.popFirst() else {
        isOpen[id(path[last].node)] = false
        path.removeLast()
        continue
      }
      if isOpen[id(node)] == true {
        found(path.map(\.node).drop { id($0) != id(node) } + [node], node)
      } else if isOpen[id(node)] == nil {
        isOpen[id(node)] = true
        path.append((node, next(node)[...]))
      }
    }
  }
}
