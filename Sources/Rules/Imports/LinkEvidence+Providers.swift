internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import SourceReading
internal import Workspace

// Links through which a target gets a module that it imports and does not declare.
extension LinkEvidence {
  /// Keeps links to modules that provide an import that nothing else provides.
  ///
  /// Such a module re-exports the import, or links the package or binary that contains it.
  /// Declarations and links known to be used count as providers; links that may be unused do not
  /// excuse each other. The target could link a module of the workspace itself, so a link that is
  /// the only provider of one is noted.
  ///
  /// - Complexity: O(*n* + *m*) for each name that is imported and not declared.
  mutating func excludeProviders(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    var providers = ImportProviders(
      in: graph, importable, besides: LinkSet(candidates.values.joined().map(\.link.id)),
      unnamed: modulesOfUnknownName())
    // The imports that targets get through several links that may all be unused.
    var shared: [ModuleID: Set<String>] = [:]
    for (dependent, mine) in undecided {
      let needs = needs(of: dependent, mine, &providers, &scan)
      if !needs.shared.isEmpty { shared[dependent] = needs.shared }
      let exporters = exporters(of: needs.open, among: Set(mine.map(\.name)), &scan)
      candidates[dependent] = mine.filter { candidate in
        let module = candidate.link.to
        if needs.providers.contains(module) || exporters.contains(candidate.name) { return false }
        let names = needs.single.filter { $0.providers.contains(module) }.map(\.name)
        if !names.isEmpty { notes.exclusiveImports[candidate.link.id] = names }
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

  /// The imports of a target that only links which may be unused can provide.
  fileprivate struct Needs {
    /// The imports that no link in use provides.
    var open: Set<String> = []
    /// The modules that provide one of them, whose links are needed.
    var providers = ModuleSet()
    /// The imports of modules of the workspace that a single link provides, in order.
    var single: [(name: String, providers: ModuleSet)] = []
    /// The imports of modules of the workspace that several links provide.
    var shared: Set<String> = []
    /// Whether the workspace does not build some of `open`.
    var isExternal = false
  }

  private mutating func needs(
    of dependent: ModuleID, _ mine: [Candidate], _ providers: inout ImportProviders,
    _ scan: inout SourceScan
  ) -> Needs {
    let entries = Set(mine.map(\.link.location))
    let links = graph.links(from: dependent).filter { !$0.isImport }
    let others = links.filter { !entries.contains($0.location) }
    let linked = others.filter { $0.flags.contains(.linked) }.map(\.to)
    let imported = declared.undeclared(
      among: nonSystemNames(of: dependent, &scan), of: dependent, besides: entries)
    var needs = Needs()
    for name in imported.sorted(by: { $0.precedes($1) }) {
      let all = providers.providers(of: name, by: .any)
      if importable.modules(named: name).isEmpty {
        let copying = providers.providers(of: name, by: .copying)
        if linked.contains(where: { copying.contains($0) }) { continue }
        needs.isExternal = true
        needs.providers.formUnion(all)
      } else {
        let used = providers.providers(of: name, by: .used)
        if others.contains(where: { used.contains($0.to) }) { continue }
        needs.add(name, all, links, mine)
      }
      needs.open.insert(name)
    }
    // Packages may contain a module of any name.
    if needs.isExternal {
      needs.providers.formUnion(providers.providersOfUnnamed(besides: linked, by: .copying))
    }
    return needs
  }

  /// Keeps links to packages, binaries and modules of other possibly unused links that a dependent
  /// of the target imports and reaches in no other way.
  ///
  /// - Complexity: O(*n* + *m*) for each target with such a link and each dependent, and the size
  ///   of the unread sources of the dependents.
  private mutating func excludeProvidersOfDependents(
    _ shared: [ModuleID: Set<String>], _ providers: inout ImportProviders,
    _ scan: inout SourceScan
  ) {
    let behind = providers.providersOfUnnamed(besides: [], by: .any)
    // The providers of what each dependent imports from elsewhere.
    var known: [ModuleID: ModuleSet] = [:]
    for (dependent, mine) in undecided {
      let leadsOut = mine.contains { behind.contains($0.link.to) }
      guard leadsOut || !shared.isEmpty else { continue }
      var needed = ModuleSet()
      for module in graph.reaching([dependent], along: { !$0.isImport })
      where module != dependent && graph.builtModules.contains(module) {
        for name in shared[module] ?? [] {
          needed.formUnion(providers.providers(of: name, by: .any))
        }
        guard leadsOut else { continue }
        let external = known[module] ?? externalProviders(of: module, &providers, &scan)
        known[module] = external
        needed.formUnion(external)
      }
      candidates[dependent] = mine.filter { !needed.contains($0.link.to) }
    }
  }

  /// Returns the modules that may provide imports of a module that are built elsewhere and that
  /// neither a declaration nor a used link provides.
  private mutating func externalProviders(
    of module: ModuleID, _ providers: inout ImportProviders, _ scan: inout SourceScan
  ) -> ModuleSet {
    sources.load([module])
    scan.scan(files(of: module, &scan))
    let linked = graph.links(from: module).filter { !$0.isImport }.map(\.to)
    let imported = declared.undeclared(among: nonSystemNames(of: module, &scan), of: module)
    var found = ModuleSet()
    var isExternal = false
    for name in imported where importable.modules(named: name).isEmpty {
      let used = providers.providers(of: name, by: .used)
      if linked.contains(where: { used.contains($0) }) { continue }
      isExternal = true
      found.formUnion(providers.providers(of: name, by: .any))
    }
    guard isExternal else { return found }
    return found.union(providers.providersOfUnnamed(besides: linked, by: .used))
  }

  /// Returns the imports of a module that are not part of the system.
  ///
  /// Requires that its sources were read.
  private mutating func nonSystemNames(
    of module: ModuleID, _ scan: inout SourceScan
  ) -> Set<String> {
    importedNames(of: module, &scan).filter { !SystemFrameworks.contains($0) }
  }
}

extension LinkEvidence.Needs {
  /// Adds an import of a module of the workspace.
  ///
  /// The other links that provide it may be unused as well.
  fileprivate mutating func add(
    _ name: String, _ all: ModuleSet, _ links: [Link], _ mine: [LinkEvidence.Candidate]
  ) {
    guard mine.contains(where: { all.contains($0.link.to) }) else { return }
    let entries = Set(links.lazy.filter { all.contains($0.to) }.map(\.location))
    if entries.count > 1 {
      shared.insert(name)
      providers.formUnion(all)
    } else {
      single.append((name, all))
    }
  }
}
