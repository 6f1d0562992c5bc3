internal import Graph
internal import Imports
internal import Workspace

/// Finds the modules that make a name importable: they have it, or links lead from them to a module
/// that has it.
struct ImportProviders {
  /// Packages, binaries and modules without Swift, whose module names are mostly unknown.
  let unnamed: ModuleSet

  private let graph: ModuleGraph
  private let importable: ImportableModules
  private let candidates: LinkSet
  /// Externals by name; a name without an external maps to the modules that link it.
  private var externals: [String: [ModuleID]] = [:]
  private var known: [Query: ModuleSet] = [:]

  enum Route {
    case any
    /// All links but those that may be unused.
    case used
    /// The links of `used` that copy code into the dependent, unlike links of dynamic frameworks.
    case copying
  }

  private struct Query: Hashable {
    var name: String
    var route: Route
  }

  /// `candidates` are the links that may be unused, and `others` modules of unknown names.
  ///
  /// - Complexity: O(*n* + *m*).
  init(
    in graph: ModuleGraph, _ importable: ImportableModules, besides candidates: LinkSet,
    unnamed others: ModuleSet
  ) {
    self.graph = graph
    self.importable = importable
    self.candidates = candidates
    var unnamed = others
    for module in graph.externals {
      switch graph[module].external {
      case nil, .sdk: continue
      case .file, .carthage, .pod, .package: unnamed.insert(module)
      }
      for name in importable.names.knownNames(of: module) {
        externals[name, default: []].append(module)
      }
    }
    for module in graph.builtModules {
      for name in graph[module].looseNames { externals[name, default: []].append(module) }
    }
    self.unnamed = unnamed
  }

  /// Returns the modules that have the name or lead to a module that has it.
  ///
  /// - Complexity: O(*n* + *m*) for each name.
  mutating func providers(of name: String, by route: Route) -> ModuleSet {
    let query = Query(name: name, route: route)
    if let found = known[query] { return found }
    let owners = importable.modules(named: name) + (externals[name] ?? [])
    let found = graph.reaching(owners, along: { follows($0, by: route) })
    known[query] = found
    return found
  }

  /// Returns the modules that lead to one of unknown name that `modules` do not lead to.
  ///
  /// - Complexity: O(*n* + *m*).
  func providersOfUnnamed(besides modules: [ModuleID], by route: Route) -> ModuleSet {
    let reached = graph.reachable(from: modules, along: { follows($0, by: route) })
    return graph.reaching(unnamed.subtracting(reached), along: { follows($0, by: .any) })
  }

  private func follows(_ link: Link, by route: Route) -> Bool {
    guard !link.isImport else { return false }
    switch route {
    case .any: return true
    case .used: return !candidates.contains(link.id)
    case .copying:
      return !candidates.contains(link.id) && link.flags.contains(.linked)
        && (graph[link.from].packageTarget != nil || graph[link.from].linkage == .static)
    }
  }
}
