public import Architecture
public import Graph

extension LayeredGraph {
  /// The images that a copy of the static module `module` ends up in on some platform, in order.
  ///
  /// - Complexity: O(*n* + *m*).
  public func images(absorbing module: ModuleID) -> [ModuleID] {
    let isStatic =
      graph[module].linkage == .static || graph[module].facts.contains { $0.linkage == .static }
    guard isStatic else { return [] }
    var isOwner = [Bool](repeating: false, count: graph.rows.count)
    for processes in PlatformLinkage.onEachPlatform(self) {
      let leads = processes.marked(reaching: [module.index]) { $0.contains(.absorbs) }
      for node in leads.indices where leads[node] && processes.kinds[node].contains(.isImage) {
        isOwner[node] = true
      }
    }
    return isOwner.indices.filter { isOwner[$0] }.map { ModuleID($0) }
  }
}
