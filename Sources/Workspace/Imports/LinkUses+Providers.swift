internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports

// Links that bring what the sources import under another name, or what the linker asks for.
extension LinkUses {
  /// Takes links out to modules whose module maps give them a name that is imported.
  mutating func clearByModuleMaps(
    _ suspects: inout [ModuleID: [Suspect]], _ scan: inout SourceScan, _ notes: inout ImportNotes
  ) {
    for (dependent, mine) in suspects where !mine.isEmpty {
      let names = importedNames(of: dependent, &scan)
      suspects[dependent] = mine.filter { suspect in
        let maps = sources[suspect.link.to]?.moduleMaps ?? []
        guard maps.contains(where: { !names.isDisjoint(with: scan.moduleNames(inMap: $0)) }) else {
          return true
        }
        notes.uses[suspect.link.id] = .used
        return false
      }
    }
  }

  /// Takes links out of images to static libraries that another archive in the image needs.
  ///
  /// An archive does not bring what it imports, and only of frameworks does the compiler tell the linker.
  func clearByStaticLibraries(_ suspects: inout [ModuleID: [Suspect]]) {
    for (dependent, mine) in suspects where !mine.isEmpty {
      suspects[dependent] = mine.filter { suspect in
        guard isStaticLibrary(suspect.link.to), graph[dependent].linkage != .static else {
          return true
        }
        let archives = graph.reachable(
          from: graph.links(from: dependent).lazy
            .filter { $0.flags.contains(.linked) && $0.to != suspect.link.to }.map(\.to),
          along: { [graph] in graph[$0.from].linkage == .static })
        return !graph.links(to: suspect.link.to).contains { link in
          link.from != dependent && archives.contains(link.from)
            && graph[link.from].linkage == .static
        }
      }
    }
  }

  private func isStaticLibrary(_ module: ModuleID) -> Bool {
    graph[module].linkage == .static && graph[module].packageTarget == nil
      && !graph[module].type.isFramework
  }

  /// Takes links out to modules that bring what the sources import, and neither the target declares nor its
  /// other links bring: they import it for others, or link the package or the binary that it comes from.
  ///
  /// - Complexity: O(*n* + *m*) for each link of a target that imports what it does not declare.
  mutating func clearByWhatTheyBring(
    _ suspects: inout [ModuleID: [Suspect]], _ scan: inout SourceScan
  ) {
    for (dependent, mine) in suspects where !mine.isEmpty {
      let imported = importedNames(of: dependent, &scan).filter {
        !$0.isEmpty && !SystemFrameworks.contains($0)
      }
      let entries = Set(mine.map(\.link.location))
      var others: ModuleSet?
      suspects[dependent] = mine.filter { suspect in
        let entry = suspect.link.location
        let undeclared = imported.filter { !declared.contains($0, of: dependent, besides: entry) }
        var reexported: Set<String> = [suspect.name]
        addReexports(to: &reexported, &scan)
        reexported.formIntersection(undeclared)
        guard !undeclared.isEmpty, !foreign.isEmpty || !reexported.isEmpty else { return true }
        let brought = others ?? modules(broughtTo: dependent) { !entries.contains($0) }
        others = brought
        let unexplained = undeclared.filter { !foreign.has($0, in: brought, importable) }
        if !reexported.isDisjoint(with: unexplained) { return false }
        return !foreign.mayHave(
          unexplained, in: modules(broughtTo: dependent) { $0 == entry }, besides: brought,
          importable)
      }
    }
  }

  /// What the links of a module lead to that are written at some places, directly or through others.
  private func modules(
    broughtTo dependent: ModuleID, at isPlace: (SourceRange) -> Bool
  ) -> ModuleSet {
    let links = graph.links(from: dependent).filter { !$0.isImport && isPlace($0.location) }
    return graph.reachable(from: links.map(\.to), along: { !$0.isImport })
  }
}

/// What is built elsewhere, with modules that cannot be read here.
struct ForeignModules {
  private var all: [ModuleID] = []
  /// By their names; of what is in no graph, the modules that link it.
  private var named: [String: [ModuleID]] = [:]

  var isEmpty: Bool { named.isEmpty }

  /// - Complexity: O(*n*).
  init(of graph: ModuleGraph, _ importable: ImportableModules) {
    for module in graph.externals {
      switch graph[module].external {
      case nil, .sdk: continue
      case .file, .carthage, .pod, .package: all.append(module)
      }
      for name in importable.knownNames(of: module) { named[name, default: []].append(module) }
    }
    for module in graph.builtModules {
      for name in graph[module].looseNames { named[name, default: []].append(module) }
    }
  }

  /// Whether a module of that name is among some, wherever it is built.
  func has(_ name: String, in modules: ModuleSet, _ importable: ImportableModules) -> Bool {
    (named[name] ?? []).contains { modules.contains($0) }
      || importable.modules(named: name).contains { modules.contains($0) }
  }

  /// Whether one of `names` may come with some modules, rather than with `others`.
  ///
  /// Of most packages it is not known which modules they have.
  func mayHave(
    _ names: Set<String>, in modules: ModuleSet, besides others: ModuleSet,
    _ importable: ImportableModules
  ) -> Bool {
    if names.contains(where: { (named[$0] ?? []).contains { modules.contains($0) } }) {
      return true
    }
    return names.contains { importable.modules(named: $0).isEmpty }
      && all.contains { modules.contains($0) } && !all.contains { others.contains($0) }
  }
}
