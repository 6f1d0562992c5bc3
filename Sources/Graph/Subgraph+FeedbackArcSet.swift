extension Subgraph {
  /// The cheapest links whose removal leaves no cycle among `members`, in order.
  ///
  /// See `Adjacency.minimumFeedbackArcSet(of:cost:)` for how it is found. Modules that `merging` gives the
  /// same module are one, and all links from one such to another are one: the first stands for them, with
  /// its weight. Links between modules that are one close no cycle, unless all members are.
  ///
  /// - Complexity: O(*m* log *m*) to build the parts, then bounded work.
  /// - Parameters:
  ///   - members: Modules that the subgraph has; of one strongly connected component, as a rule.
  ///   - merging: Of modules that are one, the same module for each; every module is itself unless given.
  ///   - weight: What it costs to remove a link, not negative. All weights together must fit an `Int`.
  /// - Returns: The links to remove, the first of each group that is one.
  public func minimumFeedbackArcSet(
    of members: some Sequence<ModuleID>, merging: (ModuleID) -> ModuleID = { $0 },
    weight: (Link) -> Int
  ) -> [Link] {
    let members = members.sorted()
    var nodes: [ModuleID: Int32] = [:]
    var nodeOf: [ModuleID: Int32] = [:]
    for module in members {
      let next = Int32(nodes.count)
      let node = nodes[merging(module), default: next]
      nodes[merging(module)] = node
      nodeOf[module] = node
    }
    var edges: [(tail: Int32, head: Int32)] = []
    var firstLinks: [Link] = []
    var seen: Set<[Int32]> = []
    for module in members {
      for link in links(from: module) {
        guard let tail = nodeOf[link.from], let head = nodeOf[link.to] else { continue }
        guard tail != head || link.from == link.to || nodes.count == 1 else { continue }
        guard seen.insert([tail, head]).inserted else { continue }
        edges.append((tail, head))
        firstLinks.append(link)
      }
    }
    let contracted = Adjacency(nodeCount: nodes.count, edges: edges)
    let cut = contracted.minimumFeedbackArcSet(of: 0..<Int32(nodes.count)) { edge in
      weight(firstLinks[Int(contracted.origins[edge])])
    }
    return cut.map { firstLinks[Int(contracted.origins[$0])] }
  }
}
