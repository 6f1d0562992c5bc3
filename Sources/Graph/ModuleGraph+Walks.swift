import Diagnostics

// Walks. Each calls `isFollowed` at most once per link.
extension ModuleGraph {
  /// Returns the modules reachable from any of `starts` through links, including `starts`.
  ///
  /// - Complexity: O(*n* / 64), and the links of the reached modules.
  @inlinable public func reachable(
    from starts: some Sequence<ModuleID>, along isFollowed: (Link) -> Bool = { _ in true }
  ) -> ModuleSet {
    var reached = ModuleSet(capacity: rows.count)
    var open: [ModuleID] = []
    for start in starts where reached.insert(start).inserted { open.append(start) }
    while let module = open.popLast() {
      for row in forward.edges(from: module.number) where isFollowed(links[row]) {
        let head = links[row].to
        if reached.insert(head).inserted { open.append(head) }
      }
    }
    return reached
  }

  /// Returns the modules that reach any of `ends` through links, including `ends`.
  ///
  /// - Complexity: O(*n* / 64), and the links to the found modules.
  @inlinable public func reaching(
    _ ends: some Sequence<ModuleID>, along isFollowed: (Link) -> Bool = { _ in true }
  ) -> ModuleSet {
    var found = ModuleSet(capacity: rows.count)
    var open: [ModuleID] = []
    for end in ends where found.insert(end).inserted { open.append(end) }
    while let module = open.popLast() {
      for edge in backward.edges(from: module.number) {
        let row = backward.origin(of: edge)
        guard isFollowed(links[row]) else { continue }
        if found.insert(links[row].from).inserted { open.append(links[row].from) }
      }
    }
    return found
  }

  /// Returns the first shortest chain; no links if `start` is `end`, `nil` for none.
  public func shortestPath(
    from start: ModuleID, to end: ModuleID, along isFollowed: (Link) -> Bool = { _ in true }
  ) -> [Link]? {
    var search = PathSearch(forward)
    return search.shortestPath(from: start.number, to: end.number) { isFollowed(links[$0]) }
      .map { $0.map { links[$0] } }
  }
}

// Modules that depend on local packages that were not read.
extension ModuleGraph {
  /// The externals that represent unread local packages, and the modules that depend on a product
  /// that no package has.
  private var unreadEnds: [ModuleID] {
    externals.filter { self[$0].roles.contains(.unreadPackage) }
      + unknownReferences.filter { $0.scope.isOfPackages }.map(\.from)
  }

  /// The modules that reach an unread package, which may link any target of a local package.
  public var modulesReachingUnread: ModuleSet {
    let ends = unreadEnds
    return ends.isEmpty ? [] : reaching(ends, along: { !$0.isImport })
  }

  /// Returns the modules that unread packages among `modules` may link, directly or indirectly:
  /// those reachable from targets in products of local packages.
  public func modulesReachable(throughUnreadOf modules: ModuleSet) -> ModuleSet {
    guard unreadEnds.contains(where: { modules.contains($0) }) else { return [] }
    var vended: [Int: Set<String>] = [:]
    for (number, spec) in specs.enumerated() where !spec.products.isEmpty {
      vended[number] = Set(spec.products.flatMap(\.targets))
    }
    return reachable(
      from: builtModules.filter { vended[self[$0].spec]?.contains(self[$0].name) ?? false },
      along: { !$0.isImport })
  }
}
