internal import Architecture
internal import Diagnostics
internal import Graph

/// Tells which links lead to modules of some name, also of what is built elsewhere and cannot be read here.
struct BroughtModules {
  private let graph: ModuleGraph
  private let importable: ImportableModules
  /// Links that may go.
  private let suspects: LinkSet
  /// What is built elsewhere by its names; of what is in no graph, the modules that link it.
  private var foreign: [String: [ModuleID]] = [:]
  /// What may have modules of any name.
  private var packages: ModuleSet
  /// What has no Swift, and whether its names are known: whether a module map was found.
  private var mapped: ModuleSet = []
  private var unmapped: ModuleSet = []
  /// The modules that lead to something of a name, or have it; of names that were asked for.
  private var leading: [Question: ModuleSet] = [:]

  /// The links by which something is brought.
  enum Way {
    case any
    /// Without those that may go.
    case sure
    /// Of these the ones behind which the code ends up in what links: a framework keeps what it links to
    /// itself.
    case linked
  }

  private struct Question: Hashable {
    var name: String
    var way: Way
  }

  /// - Parameters:
  ///   - graph: The modules and links.
  ///   - importable: The modules by the names of their imports.
  ///   - suspects: Links that may go.
  ///   - maps: The modules in the module maps of those without Swift; empty where none was found.
  /// - Complexity: O(*n* + *m*).
  init(
    in graph: ModuleGraph, _ importable: ImportableModules, besides suspects: LinkSet,
    maps: [ModuleID: [String]]
  ) {
    self.graph = graph
    self.importable = importable
    self.suspects = suspects
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

  /// Whether one of some modules has that name, or leads to one that has.
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

  /// The packages, binaries and modules without Swift that some modules lead to: of most it is not known which
  /// modules they have.
  func looselyNamed(through modules: [ModuleID], by way: Way) -> ModuleSet {
    graph.reachable(from: modules, along: { follows($0, by: way) })
      .intersection(packages.union(unmapped))
  }

  /// Whether a module leads to one that a module map names, or is one.
  func leadsToMap(_ module: ModuleID) -> Bool {
    !mapped.isEmpty
      && !graph.reachable(from: [module], along: { follows($0, by: .any) }).intersection(mapped)
        .isEmpty
  }

  private func follows(_ link: Link, by way: Way) -> Bool {
    guard !link.isImport else { return false }
    switch way {
    case .any: return true
    case .sure: return !suspects.contains(link.id)
    case .linked:
      return !suspects.contains(link.id) && link.flags.contains(.linked)
        && (graph[link.from].packageTarget != nil || graph[link.from].linkage == .static)
    }
  }
}

// Links that bring what the sources import under another name.
extension LinkEvidence {
  /// Takes links out to modules that bring what the sources import, and neither the target declares nor links that
  /// stay bring: they import it for others, or link the package or the binary that it comes from.
  ///
  /// Links that may all go do not excuse each other. A module of the workspace the target could link itself; what
  /// only one link leads to is noted.
  ///
  /// - Complexity: O(*n* + *m*) for each name that is imported and not declared.
  mutating func clearByWhatTheyBring(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    var brought = BroughtModules(
      in: graph, importable, besides: LinkSet(suspects.values.joined().map(\.link.id)),
      maps: mappedModules(&scan))
    for (dependent, mine) in suspects where !mine.isEmpty {
      let imported = foreignNames(of: dependent, &scan)
      let entries = Set(mine.map(\.link.location))
      suspects[dependent] = mine.filter { suspect in
        switch need(of: suspect, imported, besides: entries, &brought, &scan) {
        case .none: return true
        case .only(let names):
          notes.onlyWays[suspect.link.id] = names
          return true
        case .certain: return false
        }
      }
    }
    clearByWhatOthersNeed(&brought, &scan)
  }

  /// The modules in the module maps of what the suspects lead to and has no Swift.
  private mutating func mappedModules(_ scan: inout SourceScan) -> [ModuleID: [String]] {
    let heads = Set(suspects.values.joined().map(\.link.to))
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

  /// What the sources of a module import that does not come with the system; they have been read.
  private func foreignNames(of module: ModuleID, _ scan: inout SourceScan) -> Set<String> {
    importedNames(of: module, &scan).filter { !$0.isEmpty && !SystemFrameworks.contains($0) }
  }

  /// What a link brings that nothing else does.
  private enum Need {
    case none
    /// Modules of the workspace, in order, that the target could link itself.
    case only([String])
    case certain
  }

  private mutating func need(
    of suspect: Suspect, _ imported: Set<String>, besides entries: Set<SourceRange>,
    _ brought: inout BroughtModules, _ scan: inout SourceScan
  ) -> Need {
    let (dependent, entry) = (suspect.link.from, suspect.link.location)
    let links = graph.links(from: dependent).filter { !$0.isImport }
    let own = links.filter { $0.location == entry }.map(\.to)
    let all = links.filter { $0.location != entry }
    let others = all.filter { !entries.contains($0.location) }
    let linked = others.filter { $0.flags.contains(.linked) }.map(\.to)
    var unexplained: Set<String> = []
    var ways: [String] = []
    // A package has more modules than are known here; what is linked itself was judged by its headers.
    lazy var bringsMore = !brought.looselyNamed(through: own, by: .any).subtracting(
      ModuleSet(own.filter { graph.builtModules.contains($0) })
    )
    .isSubset(of: brought.looselyNamed(through: linked, by: .linked))
    for name in imported where !declared.contains(name, of: dependent, besides: entry) {
      if importable.modules(named: name).isEmpty {
        if brought.bring(name, through: linked, by: .linked) { continue }
        if brought.bring(name, through: own, by: .any) || bringsMore { return .certain }
      } else {
        if brought.bring(name, through: others.map(\.to), by: .sure) { continue }
        if brought.bring(name, through: own, by: .any) {
          // What else brings it may go as well.
          if brought.bring(name, through: all.map(\.to), by: .any) {
            shared[dependent, default: []].insert(name)
            return .certain
          }
          ways.append(name)
        }
      }
      unexplained.insert(name)
    }
    guard !unexplained.isEmpty else { return .none }
    var reexported: Set<String> = [suspect.name]
    addReexports(to: &reexported, &scan)
    if !reexported.isDisjoint(with: unexplained) { return .certain }
    return ways.isEmpty ? .none : .only(ways.sorted { $0.precedes($1) })
  }

  /// Takes links out to what a target imports that depends on the one which links it, and has by no other way:
  /// packages and binaries, and modules that a second link brings which may go as well.
  ///
  /// - Complexity: O(*n* + *m*) for each link that leads to such, and the size of the sources of what depends on its
  ///   target that were not read yet.
  private mutating func clearByWhatOthersNeed(
    _ brought: inout BroughtModules, _ scan: inout SourceScan
  ) {
    for (dependent, mine) in suspects where !mine.isEmpty {
      suspects[dependent] = mine.filter { suspect in
        let packages = brought.looselyNamed(through: [suspect.link.to], by: .any)
        let bringsMore = !packages.isEmpty || brought.leadsToMap(suspect.link.to)
        guard bringsMore || !shared.isEmpty else { return true }
        let above = graph.reaching([dependent], along: { !$0.isImport })
          .filter { $0 != dependent && graph.builtModules.contains($0) }
        return !above.contains { module in
          let own = shared[module] ?? []
          if own.contains(where: { brought.bring($0, through: [suspect.link.to], by: .any) }) {
            return true
          }
          guard bringsMore else { return false }
          let names = unexplainedNames(of: module, &brought, &scan)
          guard !names.isEmpty else { return false }
          let links = graph.links(from: module).filter { !$0.isImport }.map(\.to)
          return names.contains { brought.bring($0, through: [suspect.link.to], by: .any) }
            || !packages.isSubset(of: brought.looselyNamed(through: links, by: .sure))
        }
      }
    }
  }

  /// What the sources of a module import that is built elsewhere, and that neither a dependency names nor a link
  /// that stays brings.
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
