internal import Graph

extension GraphView {
  /// Returns the graph without the links that chains of other links imply.
  ///
  /// Keeps links with findings, changed links, and links that only embed, which no chain implies.
  ///
  /// - Complexity: That of `Digraph.impliedEdges()`.
  public func reduced() -> GraphView {
    let all = digraph
    let followed = all.subgraph {
      isStep(edges[all.origin(of: $0)]) && edges[all.origin(of: $0)].change != .removed
    }
    let implied = followed.impliedEdges().map { all.origin(of: followed.origin(of: $0)) }
      .filter { edges[$0].rules.isEmpty && edges[$0].change == nil }
    var result = keeping(
      Part(nodes: Set(nodes.indices), edges: Set(edges.indices).subtracting(implied)))
    result.impliedCount = implied.reduce(0) { $0 + (edges[$1].linkCount ?? 1) }
    return result
  }

  /// Says how many links a reduction left out; empty without one.
  public var reduction: String {
    switch impliedCount {
    case nil: ""
    case 0: "no link is implied by others"
    case let count?:
      "\(counted(count, "link")) that others imply \(count == 1 ? "is" : "are") left out"
    }
  }

  var extent: String {
    let (modules, links, externals) = counts
    let extent =
      "\(counted(modules, "module")), \(counted(links, "link"))"
      + (externals == 0 ? "" : ", \(counted(externals, "external"))")
    return reduction.isEmpty ? extent : "\(extent); \(reduction)"
  }
}
