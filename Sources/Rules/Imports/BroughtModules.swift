internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import Workspace

/// Finds the modules that links make available by name, including modules built elsewhere.
struct BroughtModules {
  private let graph: ModuleGraph
  private let importable: ImportableModules
  /// The links that may be unused.
  private let candidates: LinkSet
  /// External modules by name; a name without an external maps to the modules that link it.
  private var foreign: [String: [ModuleID]] = [:]
  /// Externals that may contain modules with any name.
  private var packages: ModuleSet
  /// Modules without Swift that have a module map.
  private var mapped: ModuleSet = []
  private var unmapped: ModuleSet = []
  /// The modules that have a name or reach one that has it, by query.
  private var leading: [Question: ModuleSet] = [:]

  /// The links to traverse.
  enum Way {
    case any
    /// All links but those that may be unused.
    case sure
    /// The links of `sure` that copy code into the dependent, unlike links of dynamic frameworks.
    case linked
  }

  private struct Question: Hashable {
    var name: String
    var way: Way
  }

  /// - Parameters:
  ///   - graph: The modules and links.
  ///   - importable: The modules by import name.
  ///   - candidates: The links that may be unused.
  ///   - maps: The module names in the module maps of modules without Swift; empty without a map.
  /// - Complexity: O(*n* + *m*).
  init(
    in graph: ModuleGraph, _ importable: ImportableModules, besides candidates: LinkSet,
    maps: [ModuleID: [String]]
  ) {
    self.graph = graph
    self.importable = importable
    self.candidates = candidates
    packages = []
    for module in graph.externals {
      switch graph[module].external {
      case nil, .sdk: continue
      case .file, .carthage, .pod, .package: packages.insert(module)
      }
      for name in importable.names.knownNames(of: module) {
        foreign[name, default: []].append(module)
      }
    }
    for module in graph.builtModules {
      for name in graph[module].looseNames { foreign[name, default: []].append(module) }
    }
    for (module, names) in maps {
      for name in names { foreign[name, default: []].append(module) }
      if names.isEmpty { unmapped.insert(module) } else { mapped.insert(module) }
    }
  }

  /// Whether one of the modules has the name or reaches a module that has it.
  mutating func bring(_ name: String, through modules: [ModuleID], by way: Way) -> Bool {
    guard !modules.isEmpty else { return false }
    let question = Question(name: name, way: way)
    let known =
      leading[question]
      ?? graph.reaching(
        importable.modules(named: name) + (foreign[name] ?? []), along: { follows($0, by: way) })
    leading[question] = known
    return modules.contains { known.contains($0) }
  }

  /// Returns the reachable packages, binaries and modules without Swift, whose module names are
  /// mostly unknown.
  func looselyNamed(through modules: [ModuleID], by way: Way) -> ModuleSet {
    graph.reachable(from: modules, along: { follows($0, by: way) })
      .intersection(packages.union(unmapped))
  }

  /// Whether the module has a module map or reaches a module with one.
  func leadsToMap(_ module: ModuleID) -> Bool {
    !mapped.isEmpty
      && !graph.reachable(from: [module], along: { follows($0, by: .any) }).intersection(mapped)
        .isEmpty
  }

  private func follows(_ link: Link, by way: Way) -> Bool {
    guard !link.isImport else { return false }
    switch way {
    case .any: return true
    case .sure: return !candidates.contains(link.id)
    case .linked:
      return !candidates.contains(link.id) && link.flags.contains(.linked)
        && (graph[link.from].packageTarget != nil || graph[link.from].linkage == .static)
    }
  }
}

// Links that make imported modules available under another name.
extension LinkEvidence {
  /// Keeps links to modules that provide an import that nothing else provides.
  ///
  /// Such a module re-exports the import, or links the package or binary that contains it.
  /// Declarations and links known to be used count as providers; links that may be unused do not
  /// excuse each other. The target could link a module of the workspace itself, so a link that is
  /// the only provider of one is noted.
  ///
  /// - Complexity: O(*n* + *m*) for each name that is imported and not declared.
  mutating func clearByProvidedModules(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    var brought = BroughtModules(
      in: graph, importable, besides: LinkSet(candidates.values.joined().map(\.link.id)),
      maps: mappedModules(&scan))
    for (dependent, mine) in undecided {
      let imported = foreignNames(of: dependent, &scan)
      let entries = Set(mine.map(\.link.location))
      candidates[dependent] = mine.filter { candidate in
        switch need(of: candidate, imported, besides: entries, &brought, &scan) {
        case .none: return true
        case .only(let names):
          notes.onlyWays[candidate.link.id] = names
          return true
        case .certain: return false
        }
      }
    }
    clearByDependents(&brought, &scan)
  }

  /// Returns the names in the module maps of modules without Swift that candidates reach.
  private mutating func mappedModules(_ scan: inout SourceScan) -> [ModuleID: [String]] {
    let heads = Set(candidates.values.joined().map(\.link.to))
    let reached = graph.reachable(from: Array(heads), along: { !$0.isImport })
      .filter { graph.builtModules.contains($0) }
    sources.load(reached)
    var maps: [ModuleID: [String]] = [:]
    for module in reached {
      guard let own = sources[module], !own.code.contains(where: { $0.hasSuffix(".swift") }),
        !own.code.isEmpty
      else { continue }
      maps[module] = index.headers(of: module, own).moduleMaps
        .flatMap { scan.moduleNames(inMap: $0) }
    }
    return maps
  }

  /// Returns the imports of a module that are not part of the system.
  ///
  /// Requires that its sources were read.
  private func foreignNames(of module: ModuleID, _ scan: inout SourceScan) -> Set<String> {
    importedNames(of: module, &scan).filter { !$0.isEmpty && !SystemFrameworks.contains($0) }
  }

  /// The imports that only one link provides.
  private enum Need {
    case none
    /// Modules of the workspace that the target could link itself, in order.
    case only([String])
    case certain
  }

  private mutating func need(
    of candidate: Candidate, _ imported: Set<String>, besides entries: Set<SourceRange>,
    _ brought: inout BroughtModules, _ scan: inout SourceScan
  ) -> Need {
    let (dependent, entry) = (candidate.link.from, candidate.link.location)
    let links = graph.links(from: dependent).filter { !$0.isImport }
    let own = links.filter { $0.location == entry }.map(\.to)
    let all = links.filter { $0.location != entry }
    let others = all.filter { !entries.contains($0.location) }
    let linked = others.filter { $0.flags.contains(.linked) }.map(\.to)
    var unexplained: Set<String> = []
    var ways: [String] = []
    var isCertain = false
    // A package may have unknown modules. Modules that the entry links directly were judged by
    // their headers.
    lazy var bringsMore = !brought.looselyNamed(through: own, by: .any).subtracting(
      ModuleSet(own.filter { graph.builtModules.contains($0) })
    )
    .isSubset(of: brought.looselyNamed(through: linked, by: .linked))
    for name in imported where !declared.contains(name, of: dependent, besides: entry) {
      if importable.modules(named: name).isEmpty {
        if brought.bring(name, through: linked, by: .linked) { continue }
        if brought.bring(name, through: own, by: .any) || bringsMore { isCertain = true }
      } else {
        if brought.bring(name, through: others.map(\.to), by: .sure) { continue }
        if brought.bring(name, through: own, by: .any) {
          // The other providers may be unused as well.
          if brought.bring(name, through: all.map(\.to), by: .any) {
            shared[dependent, default: []].insert(name)
            isCertain = true
          }
          ways.append(name)
        }
      }
      unexplained.insert(name)
    }
    if isCertain { return .certain }
    guard !unexplained.isEmpty else { return .none }
    var reexported: Set<String> = [candidate.name]
    addReexports(to: &reexported, &scan)
    if !reexported.isDisjoint(with: unexplained) { return .certain }
    return ways.isEmpty ? .none : .only(ways.sorted { $0.precedes($1) })
  }

  /// Keeps links to packages, binaries and modules of other possibly unused links that a dependent
  /// of the target imports and reaches in no other way.
  ///
  /// - Complexity: O(*n* + *m*) for each link to such a module, and the size of the unread sources
  ///   of the dependents.
  private mutating func clearByDependents(
    _ brought: inout BroughtModules, _ scan: inout SourceScan
  ) {
    for (dependent, mine) in undecided {
      candidates[dependent] = mine.filter { candidate in
        let packages = brought.looselyNamed(through: [candidate.link.to], by: .any)
        let bringsMore = !packages.isEmpty || brought.leadsToMap(candidate.link.to)
        guard bringsMore || !shared.isEmpty else { return true }
        let above = graph.reaching([dependent], along: { !$0.isImport })
          .filter { $0 != dependent && graph.builtModules.contains($0) }
        return !above.contains { module in
          let own = shared[module] ?? []
          if own.contains(where: { brought.bring($0, through: [candidate.link.to], by: .any) }) {
            return true
          }
          guard bringsMore else { return false }
          let names = unexplainedNames(of: module, &brought, &scan)
          guard !names.isEmpty else { return false }
          let links = graph.links(from: module).filter { !$0.isImport }.map(\.to)
          return names.contains { brought.bring($0, through: [candidate.link.to], by: .any) }
            || !packages.isSubset(of: brought.looselyNamed(through: links, by: .sure))
        }
      }
    }
  }

  /// Returns the imports of a module that are built elsewhere and that neither a declaration nor a
  /// used link provides.
  private mutating func unexplainedNames(
    of module: ModuleID, _ brought: inout BroughtModules, _ scan: inout SourceScan
  ) -> Set<String> {
    if let known = unexplained[module] { return known }
    sources.load([module])
    scan.scan((sources[module]?.code ?? []).map { scan.number(of: $0) })
    let links = graph.links(from: module).filter { !$0.isImport }.map(\.to)
    let names = foreignNames(of: module, &scan).filter { name in
      importable.modules(named: name).isEmpty && !declared.contains(name, of: module)
        && !brought.bring(name, through: links, by: .sure)
    }
    unexplained[module] = names
    return names
  }
}
