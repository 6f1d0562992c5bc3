internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import SourceReading
internal import Workspace

// Links through which a target gets a module that it imports and does not declare.
extension LinkEvidence {
  /// Keeps links to modules that may provide an import that nothing else provides.
  ///
  /// Such a module re-exports the import, or links the module, package or binary that contains it.
  /// Declarations and links known to be used count as providers; links that may be unused do not
  /// excuse each other. The target could link a module of the workspace itself, so a link that is
  /// the only provider of one is noted.
  ///
  /// - Complexity: O(*n* + *m*) for each name that is imported and not declared, and the size of the
  ///   unread sources of dependents of targets whose links lead to packages or binaries.
  mutating func excludeProviders(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    var providers = ImportProviders(
      in: graph, importable, besides: LinkSet(candidates.values.joined().map(\.link.id)),
      unnamed: modulesOfUnknownName())
    var shared: [ModuleID: ModuleSet] = [:]
    for (dependent, mine) in undecided {
      let needs = needs(of: dependent, besides: mine, &providers, &scan)
      shared[dependent] = needs.shared
      guard !needs.names.isEmpty else { continue }
      candidates[dependent] = mine.filter { candidate in
        let module = candidate.link.to
        var names: Set = [candidate.name]
        addReexports(to: &names, &scan)
        guard names.isDisjoint(with: needs.names), !needs.shared.contains(module),
          !needs.external.contains(module)
        else { return false }
        let single = needs.single.filter { $0.providers.contains(module) }.map(\.name)
        if !single.isEmpty { notes.exclusiveImports[candidate.link.id] = single }
        return true
      }
    }
    excludeProvidersOfDependents(shared, &providers, &scan)
  }

  /// Returns the modules that candidates lead to and that sources may import by another name: those
  /// without Swift, and those with a module map.
  private mutating func modulesOfUnknownName() -> ModuleSet {
    let heads = Set(candidates.values.joined().map(\.link.to))
    let reached = graph.reachable(from: heads, along: { !$0.isImport })
      .filter { graph.builtModules.contains($0) }
    sources.load(reached)
    return ModuleSet(
      reached.filter { module in
        guard let own = sources[module], !own.code.isEmpty else { return false }
        return own.hasModuleMap || own.swift.isEmpty
      })
  }

  /// The imports of a module that neither a declaration nor a used link provides.
  private struct Needs {
    var names: Set<String> = []
    /// The modules that may provide one that the workspace does not build.
    var external = ModuleSet()
    /// The modules that provide one of the workspace that several links bring.
    var shared = ModuleSet()
    /// The imports of modules of the workspace that a single link brings, in order.
    var single: [(name: String, providers: ModuleSet)] = []
  }

  /// Returns what a module needs and none of its links except `mine` provides.
  ///
  /// Only a link that copies code provides what the workspace does not build. Packages may contain a
  /// module of any name. Requires that the sources of the module were read.
  private mutating func needs(
    of module: ModuleID, besides mine: [Candidate], _ providers: inout ImportProviders,
    _ scan: inout SourceScan
  ) -> Needs {
    let entries = Set(mine.map(\.link.location))
    let links = graph.links(from: module).filter { !$0.isImport }
    let others = links.filter { !entries.contains($0.location) }
    let linked = others.filter { $0.flags.contains(.linked) }
    let imported = importedNames(of: module, &scan).filter { !SystemFrameworks.contains($0) }
    var needs = Needs()
    var isExternal = false
    for name in declared.undeclared(among: imported, of: module, besides: entries)
      .sorted(by: { $0.precedes($1) })
    {
      let isBuilt = !importable.modules(named: name).isEmpty
      let used = providers.providers(of: name, by: isBuilt ? .used : .copying)
      if (isBuilt ? others : linked).contains(where: { used.contains($0.to) }) { continue }
      needs.names.insert(name)
      let all = providers.providers(of: name, by: .any)
      if !isBuilt {
        isExternal = true
        needs.external.formUnion(all)
      } else if Set(links.lazy.filter { all.contains($0.to) }.map(\.location)).count > 1 {
        needs.shared.formUnion(all)
      } else {
        needs.single.append((name, all))
      }
    }
    if isExternal {
      needs.external.formUnion(
        providers.providersOfUnnamed(besides: linked.map(\.to), by: .copying))
    }
    return needs
  }

  /// Keeps links that a dependent of the target needs for what it imports and reaches in no other
  /// way: those among the `shared` ones, and those that lead to packages or binaries.
  private mutating func excludeProvidersOfDependents(
    _ shared: [ModuleID: ModuleSet], _ providers: inout ImportProviders,
    _ scan: inout SourceScan
  ) {
    let behind = providers.providersOfUnnamed(besides: [], by: .any)
    var known: [ModuleID: ModuleSet] = [:]
    for (dependent, mine) in undecided {
      let leadsOut = mine.contains { behind.contains($0.link.to) }
      var needed = ModuleSet()
      for module in graph.reaching([dependent], along: { !$0.isImport })
      where module != dependent && graph.builtModules.contains(module) {
        needed.formUnion(shared[module] ?? [])
        guard leadsOut else { continue }
        if known[module] == nil {
          sources.load([module])
          scan.scan(files(of: module, &scan))
          known[module] = needs(of: module, besides: [], &providers, &scan).external
        }
        needed.formUnion(known[module] ?? [])
      }
      candidates[dependent] = mine.filter { !needed.contains($0.link.to) }
    }
  }
}

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
  private var known: [Route: [String: ModuleSet]] = [:]

  enum Route {
    case any
    /// All links but those that may be unused.
    case used
    /// The links of `used` that copy code into the dependent, unlike links of dynamic frameworks.
    case copying
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
      for name in importable.table.knownNames(of: module) {
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
    if let found = known[route]?[name] { return found }
    let owners = importable.modules(named: name) + (externals[name] ?? [])
    let found = graph.reaching(owners, along: { follows($0, by: route) })
    known[route, default: [:]][name] = found
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
