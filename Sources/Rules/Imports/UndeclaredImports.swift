internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths
internal import SourceReading
internal import Workspace

/// The imports of workspace modules that targets do not declare.
///
/// There is one for each target and module, at the first import by path.
struct UndeclaredImports {
  private(set) var imports: [Import] = []

  private let graph: ModuleGraph
  private let importable: ImportableModules
  private var declared: DeclaredNames
  private var nearest: NearestModules
  private let lists: SourceLists
  /// The modules that projects build or link.
  private let ofProjects: ModuleSet

  struct Import {
    var from: ModuleID
    var to: ModuleID
    /// Whether no declaration is needed, or XcodeGen does not read the existing one.
    fileprivate(set) var isExcused: Bool
    fileprivate var file: Int
    fileprivate var source: SourceImport
    fileprivate(set) var fileCount: Int
  }

  init(_ importable: ImportableModules, _ declared: DeclaredNames) {
    let graph = importable.table.graph
    self.graph = graph
    self.importable = importable
    self.declared = declared
    lists = importable.table.lists
    nearest = NearestModules(graph)
    ofProjects = graph.reachable(
      from: graph.builtModules.filter { graph[$0].packageTarget == nil }, along: { !$0.isImport })
  }

  /// Adds the undeclared imports of `dependent`, except those of files that git ignores: such a file
  /// is generated, and elsewhere it may not exist.
  ///
  /// - Complexity: O(*n* log *n*) for *n* imports.
  mutating func add(
    of dependent: ModuleID, _ sources: ModuleSources, files: [Int], in scan: SourceScan
  ) {
    var found = undeclared(of: dependent, sources, files: files, in: scan)
    if found.contains(where: { lists.mayIgnore(scan.paths[$0.file]) }) {
      let kept = files.filter { !lists.mayIgnore(scan.paths[$0]) }
      found = undeclared(of: dependent, sources, files: kept, in: scan)
    }
    imports += found
  }

  private mutating func undeclared(
    of dependent: ModuleID, _ sources: ModuleSources, files: [Int], in scan: SourceScan
  ) -> [Import] {
    let own = graph[dependent].platforms
    let platforms = sources.namesMacCatalyst ? own : own.withoutAssumedMac
    let kind: BuildKind =
      graph[dependent].packageTarget == nil
      ? .project : ofProjects.contains(dependent) ? .package : .packageAlone
    var uses: [String: [(file: Int, source: SourceImport)]] = [:]
    for file in files {
      let imports = scan[file].imports
      for found in imports
      where found.isCertain(among: imports, on: platforms, builtAs: kind) {
        let name = importable.name(of: found)
        guard name == found.module || !isExcused(found.module, to: dependent) else { continue }
        uses[name, default: []].append((file, found))
      }
    }
    var imports: [Import] = []
    for (name, uses) in uses.sorted(by: { $0.key.precedes($1.key) }) {
      guard !isExcused(name, to: dependent),
        let module = nearest.nearest(
          of: importable.modules(named: name, importedBy: dependent), to: dependent)
          ?? importable.remoteProduct(named: name, near: dependent)
      else { continue }
      // A search path makes a header one of a library, which nothing links because of it.
      let uses = graph.isStaticLibrary(module) ? uses.filter { $0.source.header == nil } : uses
      // Lines outside the workspace are not shown.
      guard
        let first = uses.first(where: { !Path.leadsOutside(scan.paths[$0.file]) }) ?? uses.first,
        !hasOwnCopy(of: first.source, among: files, in: scan)
      else { continue }
      imports.append(
        Import(
          from: dependent, to: module,
          isExcused: !sources.lostDependencies.isDisjoint(
            with: importable.table.knownNames(of: module)),
          file: first.file, source: first.source, fileCount: Set(uses.map(\.file)).count))
    }
    return imports
  }

  /// Whether a target may import a name: it declares it, or a system module has it.
  private mutating func isExcused(_ name: String, to dependent: ModuleID) -> Bool {
    SystemFrameworks.contains(name) || declared.contains(name, of: dependent)
  }

  /// Excuses imports of tools that compile the sources of the module themselves, since nothing
  /// embeds a framework beside a tool.
  mutating func excuseCompiledModules(_ table: inout SourceTable) {
    let places = imports.indices.filter { graph[imports[$0].from].type == .tool }
    table.load(places.flatMap { [imports[$0].from, imports[$0].to] })
    for place in places {
      let found = imports[place]
      guard let code = table[found.to]?.code, let own = table[found.from]?.code,
        let first = code.first, own.contains(first), Set(own).isSuperset(of: code)
      else { continue }
      imports[place].isExcused = true
    }
  }

  private func hasOwnCopy(of source: SourceImport, among files: [Int], in scan: SourceScan) -> Bool
  {
    guard let header = source.header else { return false }
    return files.contains { scan.paths[$0] == header || scan.paths[$0].hasSuffix("/" + header) }
  }

  /// Returns the imports as links; adds the files that contain them to `files`.
  ///
  /// The location of an import outside the workspace is the key of its target.
  func links(_ scan: SourceScan, _ files: inout FileNumbers) -> [Link] {
    imports.map { found in
      let path = scan.paths[found.file]
      let location =
        Path.leadsOutside(path)
        ? graph[found.from].location : found.source.range(in: files.number(of: path))
      return Link(
        from: found.from, to: found.to, location: location, kind: .import, flags: [],
        platforms: graph[found.from].platforms)
    }
  }
}

extension SourceImport {
  /// Whether the compiler sees one of the imports of this module in its file.
  fileprivate func isCertain(
    among imports: [SourceImport], on platforms: PlatformSet, builtAs kind: BuildKind
  ) -> Bool {
    if condition.surelyAllows(importOf: module, on: platforms, builtAs: kind) { return true }
    let all = imports.filter { $0.module == module }.map(\.condition)
    return all.count > 1
      && ImportCondition.any(all).surelyAllows(importOf: module, on: platforms, builtAs: kind)
  }
}

extension PlatformSet {
  /// The platforms without macCatalyst, if iOS alone implied it.
  var withoutAssumedMac: PlatformSet {
    self == PlatformSet(.iOS) ? [.iOS] : self
  }
}

struct FileNumbers {
  private(set) var sources: SourceMap
  private var numbers: [String: FileID] = [:]

  init(_ sources: SourceMap) { self.sources = sources }

  mutating func number(of path: String) -> FileID {
    if let number = numbers[path] { return number }
    let number = sources.add(path)
    numbers[path] = number
    return number
  }
}

struct NearestModules {
  private let graph: ModuleGraph
  /// The modules that the target of the last call reaches by links.
  private var last: (dependent: ModuleID, reached: ModuleSet)?
  /// The group of each spec; empty before the first call.
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

  private func distance(_ module: ModuleID, _ dependent: ModuleID) -> Int {
    let from = Path.components(of: graph.spec(of: dependent)?.folder ?? "")
    let to = Path.components(of: graph.spec(of: module)?.folder ?? "")
    return from.count + to.count - 2 * zip(from, to).prefix { $0 == $1 }.count
  }

  private mutating func isJoined(_ module: ModuleID, with dependent: ModuleID) -> Bool {
    let (a, b) = (graph[module].spec, graph[dependent].spec)
    guard graph.specs.indices.contains(a), graph.specs.indices.contains(b) else { return false }
    if graph.haveXcodeWorkspace(a, b) { return true }
    if groups.isEmpty { groups = joinedSpecs() }
    return groups[a] == groups[b]
  }

  /// Returns a number for each spec that it shares with those that links connect with it.
  private func joinedSpecs() -> [Int] {
    var edges: [(tail: Int, head: Int)] = []
    for link in graph.links where !link.isImport && graph.builtModules.contains(link.to) {
      let (a, b) = (graph[link.from].spec, graph[link.to].spec)
      if graph.specs.indices.contains(a), a != b { edges += [(a, b), (b, a)] }
    }
    return Digraph(nodeCount: graph.specs.count, edges: edges)
      .stronglyConnectedComponents().componentOf
  }
}
