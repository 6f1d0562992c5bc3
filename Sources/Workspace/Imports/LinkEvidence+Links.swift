internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports

// Links that bring what the sources import under another name, or what the linker asks for.
extension LinkEvidence {
  /// Takes links out to modules whose module maps give them a name that is imported.
  mutating func clearByModuleMaps(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
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
  /// An archive does not bring what it imports, and only of frameworks does the compiler tell the linker. It need
  /// not declare what it imports either: it is built into the same folder.
  ///
  /// - Complexity: O(size of the sources of the archives) besides, as far as they were not read yet.
  mutating func clearByStaticLibraries(_ scan: inout SourceScan) {
    for (dependent, mine) in suspects where !mine.isEmpty && graph[dependent].linkage != .static {
      suspects[dependent] = mine.filter { suspect in
        guard isStaticLibrary(suspect.link.to) else { return true }
        let others = graph.reachable(
          from: graph.links(from: dependent).lazy
            .filter { $0.flags.contains(.linked) && $0.to != suspect.link.to }.map(\.to),
          along: { [graph] in graph[$0.from].linkage == .static })
        let isDeclared = graph.links(to: suspect.link.to).contains { link in
          link.from != dependent && others.contains(link.from)
            && graph[link.from].linkage == .static
        }
        if isDeclared { return false }
        let archives = others.filter { module in
          module != suspect.link.to && module != dependent && graph[module].linkage == .static
            && graph.builtModules.contains(module)
        }
        return !isImported(suspect, in: archives, &scan)
      }
    }
  }

  /// Whether sources of some archives import the module that a link leads to, or include one of its headers.
  private mutating func isImported(
    _ suspect: Suspect, in archives: [ModuleID], _ scan: inout SourceScan
  ) -> Bool {
    let unread = archives.filter { needs[$0] == nil }
    sources.load(unread)
    scan.scan(unread.flatMap { sources[$0]?.code ?? [] }.map { scan.number(of: $0) })
    for archive in unread {
      needs[archive] = (importedNames(of: archive, &scan), includedHeaders(of: archive, &scan))
    }
    return archives.contains { archive in
      guard let needs = needs[archive] else { return false }
      return needs.names.contains(suspect.name)
        || hasHeader(suspect, among: needs.headers, of: archive)
    }
  }

  /// Takes links out of programs to frameworks that they embed and that something else which they depend on
  /// needs: it finds them there when it runs.
  mutating func clearByEmbedding() {
    for (dependent, mine) in suspects where graph[dependent].roles.contains(.executable) {
      guard mine.contains(where: { isEmbedded($0.link) }) else { continue }
      let needed = graph.links(from: dependent).lazy.filter { !$0.isImport }
        .flatMap { [graph] in graph.links(from: $0.to) }.filter { !$0.isImport }.map(\.to)
      let reached = graph.reachable(from: needed, along: { !$0.isImport })
      suspects[dependent] = mine.filter {
        !(isEmbedded($0.link) && reached.contains($0.link.to))
      }
    }
  }

  private func isEmbedded(_ link: Link) -> Bool {
    link.flags.contains(.embedded) && graph[link.to].linkage != .static
  }

  func isStaticLibrary(_ module: ModuleID) -> Bool {
    graph[module].linkage == .static && graph[module].packageTarget == nil
      && !graph[module].type.isFramework
  }

  /// Takes links out to modules that bring what the sources import, and neither the target declares nor its
  /// other links bring: they import it for others, or link the package or the binary that it comes from.
  ///
  /// A module of the workspace the target could link itself; what only such a link leads to is noted.
  ///
  /// - Complexity: O(*n* + *m*) for each name that is imported and not declared.
  mutating func clearByWhatTheyBring(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    var providers = Providers(in: graph, importable)
    for (dependent, mine) in suspects where !mine.isEmpty {
      let imported = importedNames(of: dependent, &scan).filter {
        !$0.isEmpty && !SystemFrameworks.contains($0)
      }
      let entries = Set(mine.map(\.link.location))
      let links = graph.links(from: dependent).filter { !$0.isImport }
      let others = links.filter { !entries.contains($0.location) }.map(\.to)
      suspects[dependent] = mine.filter { suspect in
        let entry = suspect.link.location
        let unexplained = imported.filter {
          !declared.contains($0, of: dependent, besides: entry)
            && !providers.provide($0, through: others)
        }
        guard !unexplained.isEmpty else { return true }
        var reexported: Set<String> = [suspect.name]
        addReexports(to: &reexported, &scan)
        if !reexported.isDisjoint(with: unexplained) { return false }
        let own = links.filter { $0.location == entry }.map(\.to)
        let native = unexplained.filter { !importable.modules(named: $0).isEmpty }
        let isNeeded = unexplained.contains { name in
          !native.contains(name)
            && (providers.provide(name, through: own)
              || providers.mayProvideMore(through: own)
                && !providers.mayProvideMore(through: others))
        }
        guard !isNeeded else { return false }
        let ways = native.filter { providers.provide($0, through: own) }
        if !ways.isEmpty { notes.onlyWays[suspect.link.id] = ways.sorted { $0.precedes($1) } }
        return true
      }
    }
  }
}

/// Tells which links lead to modules of some name, also of what is built elsewhere and cannot be read here.
private struct Providers {
  private let graph: ModuleGraph
  private let importable: ImportableModules
  /// What is built elsewhere by its names; of what is in no graph, the modules that link it.
  private var foreign: [String: [ModuleID]] = [:]
  /// The modules that lead to something of a name, or have it, as far as they were asked for.
  private var leading: [String: ModuleSet] = [:]
  /// The modules that lead to something whose modules are not known.
  private var unknown: ModuleSet

  /// - Complexity: O(*n* + *m*).
  init(in graph: ModuleGraph, _ importable: ImportableModules) {
    self.graph = graph
    self.importable = importable
    var packages: [ModuleID] = []
    for module in graph.externals {
      switch graph[module].external {
      case nil, .sdk: continue
      case .file, .carthage, .pod, .package: packages.append(module)
      }
      for name in importable.names.knownNames(of: module) {
        foreign[name, default: []].append(module)
      }
    }
    for module in graph.builtModules {
      for name in graph[module].looseNames { foreign[name, default: []].append(module) }
    }
    unknown = Self.modules(leadingTo: packages, in: graph)
  }

  /// Whether one of some modules has that name, or leads to one that has.
  mutating func provide(_ name: String, through modules: [ModuleID]) -> Bool {
    guard !modules.isEmpty else { return false }
    let known =
      leading[name]
      ?? Self.modules(
        leadingTo: importable.modules(named: name) + (foreign[name] ?? []), in: graph)
    leading[name] = known
    return modules.contains { known.contains($0) }
  }

  /// Whether one of some modules leads to a package or a binary; of most it is not known which modules they
  /// have.
  func mayProvideMore(through modules: [ModuleID]) -> Bool {
    modules.contains { unknown.contains($0) }
  }

  private static func modules(leadingTo ends: [ModuleID], in graph: ModuleGraph) -> ModuleSet {
    var found = ModuleSet(ends)
    var open = ends
    while let module = open.popLast() {
      for link in graph.links(to: module) where !link.isImport {
        if found.insert(link.from).inserted { open.append(link.from) }
      }
    }
    return found
  }
}
