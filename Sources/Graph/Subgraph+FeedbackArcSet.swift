extension Subgraph {
  /// Returns cheap links whose removal leaves no cycle among `members`, in order.
  ///
  /// See `Adjacency.minimumFeedbackArcSet(of:cost:budget:)` for the algorithm. Modules with equal `key`
  /// are merged, and all links from one merged module to another count as the first of them, with
  /// its weight. Links between merged modules close no cycle, unless all members are merged.
  ///
  /// - Complexity: O(*m* log *m*) to build the parts, then bounded work.
  /// - Parameters:
  ///   - members: Modules of the subgraph; of one strongly connected component, as a rule.
  ///   - key: A value that merged modules have in common.
  ///   - weight: The cost of removing a link, not negative. The sum of all weights must fit an
  ///     `Int`.
  /// - Returns: The links to remove, the first of each merged group.
  public func minimumFeedbackArcSet(
    of members: some Sequence<ModuleID>, merging key: (ModuleID) -> some Hashable,
    weight: (Link) -> Int
  ) -> [Link] {
    let members = members.sorted()
    let keys = members.map(key)
    var nodes = Dictionary(keys.map { ($0, Int32(-1)) }, uniquingKeysWith: { first, _ in first })
    var nodeOf: [ModuleID: Int32] = [:]
    var count: Int32 = 0
    for (module, key) in zip(members, keys) {
      if nodes[key] == -1 {
        nodes[key] = count
        count += 1
      }
      nodeOf[module] = nodes[key]
    }
    var edges: [(tail: Int32, head: Int32)] = []
    var firstLinks: [Link] = []
    var seen: Set<[Int32]> = []
    for module in members {
      for link in links(from: module) {
        guard let tail = nodeOf[link.from], let head = nodeOf[link.to] else { continue }
        guard tail != head || link.from == link.to || count == 1 else { continue }
        guard seen.insert([tail, head]).inserted else { continue }
        edges.append((tail, head))
        firstLinks.append(link)
      }
    }
    let contracted = Adjacency(nodeCount: Int(count), edges: edges)
    let cut = contracted.minimumFeedbackArcSet(of: 0..<count) { edge in
      weight(firstLinks[Int(contracted.origins[edge])])
    }
    return cut.map { firstLinks[Int(contracted.origins[$0])] }
  }
}
