extension Subgraph {
  /// Returns cheap links whose removal leaves no cycle among `members`, in order.
  ///
  /// See `Digraph.minimumFeedbackArcSet(of:budget:cost:)` for the algorithm. Modules with equal `key`
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
    let groups = Dictionary(grouping: members, by: key).values.sorted { $0[0] < $1[0] }
    var nodeOf: [ModuleID: Int] = [:]
    for (node, group) in groups.enumerated() { for module in group { nodeOf[module] = node } }
    var edges: [(tail: Int, head: Int)] = []
    var firstLinks: [Link] = []
    var seen: Set<[Int]> = []
    for link in members.flatMap({ links(from: $0) }) {
      guard let tail = nodeOf[link.from], let head = nodeOf[link.to] else { continue }
      guard tail != head || link.from == link.to || groups.count == 1 else { continue }
      guard seen.insert([tail, head]).inserted else { continue }
      edges.append((tail, head))
      firstLinks.append(link)
    }
    let merged = Digraph(nodeCount: groups.count, edges: edges)
    let cut = merged.minimumFeedbackArcSet(of: groups.indices) { edge in
      weight(firstLinks[merged.origin(of: edge)])
    }
    return cut.map { firstLinks[merged.origin(of: $0)] }
  }
}
