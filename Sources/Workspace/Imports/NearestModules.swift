internal import Diagnostics
internal import Graph
internal import Paths

/// Tells which of several modules of one name a source imports.
struct NearestModules {
  private let graph: ModuleGraph
  /// What the target that was asked about last reaches by its links.
  private var last: (dependent: ModuleID, reached: ModuleSet)?
  /// For each specification another one of its group, or itself; empty before the first question.
  private var groups: [Int] = []

  init(_ graph: ModuleGraph) { self.graph = graph }

  /// The one of some modules of one name that a source of `dependent` imports: one that the target reaches by its
  /// links, else one of its own project, else the nearest by folder; never one of a project that no links and no
  /// Xcode workspace join with the target's.
  ///
  /// - Complexity: O(*n* + *m*) for each target that is asked about.
  mutating func nearest(of modules: [ModuleID], to dependent: ModuleID) -> ModuleID? {
    guard modules.count > 1 else { return modules.first }
    if last?.dependent != dependent { last = (dependent, self.modules(reachedBy: dependent)) }
    for found in [
      modules.filter { last?.reached.contains($0) ?? false },
      modules.filter { graph[$0].spec == graph[dependent].spec },
      modules.filter { isJoined($0, with: dependent) },
    ] where !found.isEmpty {
      return found.min { distance($0, dependent) < distance($1, dependent) }
    }
    return nil
  }

  private func modules(reachedBy dependent: ModuleID) -> ModuleSet {
    // What loads a test brings what it links.
    graph.reachable(
      from: [dependent] + (graph[dependent].host.map { [$0] } ?? []), along: { !$0.isImport })
  }

  /// How many folders lie between the specifications of two modules, and then the order by path.
  private func distance(_ module: ModuleID, _ dependent: ModuleID) -> Distance {
    let from = Path.components(of: graph.spec(of: dependent)?.folder ?? "")
    let to = Path.components(of: graph.spec(of: module)?.folder ?? "")
    let shared = zip(from, to).prefix { $0 == $1 }.count
    return Distance(
      folders: from.count + to.count - 2 * shared, path: graph.spec(of: module)?.path ?? "",
      module: module)
  }

  private struct Distance: Comparable {
    var folders: Int
    var path: String
    var module: ModuleID

    static func < (a: Distance, b: Distance) -> Bool {
      if a.folders != b.folders { return a.folders < b.folders }
      return a.path == b.path ? a.module < b.module : a.path.precedes(b.path)
    }
  }

  private mutating func isJoined(_ module: ModuleID, with dependent: ModuleID) -> Bool {
    let (a, b) = (graph[module].spec, graph[dependent].spec)
    guard graph.specs.indices.contains(a), graph.specs.indices.contains(b) else { return false }
    if graph.haveXcodeWorkspace(a, b) { return true }
    if groups.isEmpty { join() }
    return group(of: a) == group(of: b)
  }

  /// Puts specifications into one group that links join (Tarjan, Data Structures and Network Algorithms, chapter 2).
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
