internal import Graph
internal import Paths

struct NearestModules {
  private let graph: ModuleGraph
  /// The modules that the target of the last call reaches by links.
  private var last: (dependent: ModuleID, reached: ModuleSet)?
  /// A disjoint-set forest of specs; empty before the first call.
  private var groups: [Int] = []

  init(_ graph: ModuleGraph) { self.graph = graph }

  /// Returns the module that a source of `dependent` imports among modules of the same name.
  ///
  /// Prefers a module that the target reaches by links, then one of its project, then the nearest
  /// by folder. Skips modules of projects that neither links nor Xcode workspaces connect with the
  /// target's project.
  ///
  /// - Complexity: O(*n* + *m*) for each target.
  mutating func nearest(of modules: [ModuleID], to dependent: ModuleID) -> ModuleID? {
    guard modules.count > 1 else { return modules.first }
    if last?.dependent != dependent { last = (dependent, self.modules(reachedBy: dependent)) }
    for found in [
      modules.filter { last?.reached.contains($0) ?? false },
      modules.filter { graph[$0].spec == graph[dependent].spec },
      modules.filter { isJoined($0, with: dependent) },
    ] where !found.isEmpty {
      // Specs are in order of path.
      return found.min {
        (distance($0, dependent), graph[$0].spec) < (distance($1, dependent), graph[$1].spec)
      }
    }
    return nil
  }

  private func modules(reachedBy dependent: ModuleID) -> ModuleSet {
    // A test bundle can import the dependencies of its host.
    graph.reachable(
      from: [dependent] + (graph[dependent].host.map { [$0] } ?? []), along: { !$0.isImport })
  }

  /// Returns the number of folders between the specs of two modules.
  private func distance(_ module: ModuleID, _ dependent: ModuleID) -> Int {
    let from = Path.components(of: graph.spec(of: dependent)?.folder ?? "")
    let to = Path.components(of: graph.spec(of: module)?.folder ?? "")
    return from.count + to.count - 2 * zip(from, to).prefix { $0 == $1 }.count
  }

  private mutating func isJoined(_ module: ModuleID, with dependent: ModuleID) -> Bool {
    let (a, b) = (graph[module].spec, graph[dependent].spec)
    guard graph.specs.indices.contains(a), graph.specs.indices.contains(b) else { return false }
    if graph.haveXcodeWorkspace(a, b) { return true }
    if groups.isEmpty { join() }
    return group(of: a) == group(of: b)
  }

  /// Unites the specs that links connect (Tarjan, Data Structures and Network Algorithms, chapter
  /// 2).
  private mutating func join() {
    groups = Array(graph.specs.indices)
    for link in graph.links where !link.isImport && graph.builtModules.contains(link.to) {
      let (a, b) = (graph[link.from].spec, graph[link.to].spec)
      guard a != b, groups.indices.contains(a), groups.indices.contains(b) else { continue }
      groups[group(of: a)] = group(of: b)
    }
  }

  private mutating func group(of spec: Int) -> Int {
    var spec = spec
    while groups[spec] != spec {
      groups[spec] = groups[groups[spec]]
      spec = groups[spec]
    }
    return spec
  }
}
