/// Searches for cycles depth first, without recursion: a chain may be as long as a file.
struct CycleSearch<ID: Hashable> {
  /// Whether a node is still being followed, for each that was visited.
  private var isOpen: [ID: Bool] = [:]

  /// Follows a node and all that it leads to.
  ///
  /// - Parameters:
  ///   - root: The node; one that was visited adds nothing.
  ///   - id: What identifies a node.
  ///   - next: The nodes that a node leads to, in order.
  ///   - found: Called with each cycle, its first node again at the end, and with that node.
  /// - Complexity: O(*n* + *m*) for *n* nodes with *m* links, for all roots together, without cycles.
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
