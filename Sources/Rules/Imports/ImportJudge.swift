public import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths
public import SourceReading
internal import Text
public import Workspace

extension Workspace {
  /// Reads the sources of targets and judges their imports, if a rule requires it.
  ///
  /// - Parameters:
  ///   - configuration: The rules.
  ///   - scope: The targets whose sources are read.
  ///   - jobs: The number of threads.
  /// - Returns: The workspace with undeclared imports as links of the graph, and with notes on the
  ///   use of links.
  /// - Complexity: O(size of the sources); O(1) if no rule requires them.
  public func judgingImports(
    by configuration: Configuration, _ scope: ImportScope = .all, jobs: Int
  ) -> Workspace {
    guard configuration.needs.contains(.needsSources) else { return self }
    var judge = ImportJudge(self, configuration, scope, jobs: jobs)
    judge.judge()
    return judge.workspace
  }
}

private struct ImportJudge {
  private(set) var workspace: Workspace
  private let configuration: Configuration
  private let selection: SelectedTargets
  private var table: SourceTable
  /// The modules by import name; `nil` if only some sources are read, since most of those runs find
  /// every import declared.
  private let importable: ImportableModules?
  private var scan: SourceScan
  private var notes = ImportNotes()

  private var graph: ModuleGraph { workspace.graph }

  init(_ workspace: Workspace, _ configuration: Configuration, _ scope: ImportScope, jobs: Int) {
    self.workspace = workspace
    self.configuration = configuration
    table = SourceTable(of: workspace.graph, in: workspace.sourceLists, jobs: jobs)
    selection = table.select(scope)
    importable =
      selection.isPartial || selection.modules.isEmpty ? nil : ImportableModules(table)
    scan = SourceScan(
      of: importable.map { $0.allNames.union(TestFrameworks.names) },
      wantsAll: configuration.turnsOn(.unusedLink), in: workspace.sourceLists, jobs: jobs)
  }

  mutating func judge() {
    noteExclusions()
    notes.isPartial = selection.isPartial
    notes.reachesUnread = graph.modulesReachingUnread
    notes.hasSources = selection.modules.contains { [table] in table[$0]?.hasCode ?? false }
    if !selection.modules.isEmpty {
      if configuration.turnsOn(.undeclaredImport) { judgeImports() }
      if let uses = LinkUseScope(configuration) { judgeLinks(uses) }
    }
    workspace.reading.imports = notes
  }

  private mutating func noteExclusions() {
    let exclusions = configuration.exclude.indices
    if selection.isPartial {
      // The other sources that they exclude are unknown.
      workspace.reading.usedExclusions?.formUnion(exclusions)
    } else if !exclusions.isEmpty {
      let used = graph.builtModules.flatMap { table[$0]?.exclusions ?? [] }
      workspace.reading.usedExclusions?.formUnion(used)
    }
  }

  private mutating func judgeImports() {
    var importers = readImporters()
    var places = ImportPlaces(table, scan, FileNumbers(workspace.sources))
    for importer in importers {
      places.add(of: importer.module, importer.sources, files: importer.files, to: &notes)
    }
    workspace.sources = places.sources
    if importable == nil {
      var declared = DeclaredNames(table)
      importers.removeAll { declared.allow(scan.imports(of: $0.files), of: $0.module) }
      guard !importers.isEmpty else { return }
      table.loadRenamedModules()
    }
    var found = UndeclaredImports(
      importable ?? ImportableModules(table), DeclaredNames(table))
    for importer in importers {
      found.add(of: importer.module, importer.sources, files: importer.files, in: scan)
    }
    found.excuseCompiledModules(&table)
    if !found.imports.isEmpty { add(found) }
  }

  private struct Importer {
    var module: ModuleID
    var sources: ModuleSources
    var files: [Int]
  }

  private mutating func readImporters() -> [Importer] {
    let skipsTests =
      configuration.rules[.undeclaredImport]?.options.severities[UndeclaredImport.testsOption]
      == .off
    var importers: [Importer] = []
    for module in selection.modules
    where !(skipsTests && graph[module].roles.contains(.test)) {
      let sources = table[module] ?? ModuleSources()
      importers.append(
        Importer(
          module: module, sources: sources, files: sources.code.map { scan.number(of: $0) }))
    }
    scan.scan(importers.map(\.files).joined())
    for importer in importers
    where importer.sources.exceedsLimits || importer.files.contains(where: scan.isTooLarge) {
      notes.readInPart.insert(importer.module)
    }
    return importers
  }

  private mutating func add(_ found: UndeclaredImports) {
    notes.hasImports = true
    for one in found.imports
    where notes.mayComeFromUnread(one.to, in: one.from, graph) {
      notes.behindUnread.insert(one.from)
    }
    let importers = Set(found.imports.map(\.from))
    notes.uncertain = importers.filter {
      workspace.sourceLists.mayLackDependencies(graph[$0].spec)
    }
    for module in importers {
      let file = graph[module].location.file
      if graph.spec(of: module)?.file != file {
        notes.includedFiles[module] = workspace.sources[file]
      }
    }
    var numbers = FileNumbers(workspace.sources)
    let links = found.links(scan, &numbers)
    workspace.sources = numbers.sources
    workspace.graph = graph.adding(links)
    let known = Dictionary(
      found.imports.map { (ImportNotes.UnlinkedImport(from: $0.from, to: $0.to), $0) }
    ) { first, _ in first }
    for link in graph.links where link.isImport {
      guard let found = known[.init(from: link.from, to: link.to)] else { continue }
      if found.fileCount > 1 { notes.furtherFiles[link.id] = found.fileCount - 1 }
      if found.isExcused { notes.excused.insert(link.id) }
    }
  }

  private mutating func judgeLinks(_ uses: LinkUseScope) {
    let links = selection.modules.flatMap { [graph] module in
      graph.links(from: module).filter { uses.severity(of: $0, in: graph) != nil }
    }
    var judge = LinkUses(graph, table, importable)
    judge.judge(links, isPartial: selection.isPartial, &scan, &notes)
    // An unread package may provide the imports.
    for link in links
    where notes.uses[link.id] == .unused && notes.reachesUnread.contains(link.to) {
      notes.uses[link.id] = nil
      notes.behindUnread.insert(link.from)
    }
  }
}

enum TestFrameworks {
  static let names: Set<String> = ["XCTest", "Testing"]
}

/// Finds imports of code that the process does not load: unlinked libraries and test frameworks.
struct ImportPlaces {
  private let table: SourceTable
  private let scan: SourceScan
  private var files: FileNumbers
  /// The test frameworks whose name no module of the workspace has.
  private let testFrameworks: Set<String>

  private var graph: ModuleGraph { table.graph }

  init(_ table: SourceTable, _ scan: SourceScan, _ files: FileNumbers) {
    self.table = table
    self.scan = scan
    self.files = files
    testFrameworks = TestFrameworks.names.subtracting(
      table.graph.builtModules.map { table.graph[$0].name })
  }

  var sources: SourceMap { files.sources }

  /// Adds the imports of a target.
  ///
  /// - Complexity: O(*n*) for *n* imports.
  mutating func add(
    of dependent: ModuleID, _ sources: ModuleSources, files: [Int], to notes: inout ImportNotes
  ) {
    var wanted: [String: ModuleID] = [:]
    for link in graph.links(from: dependent) where graph.omitsFromLinking(link) {
      if let name = table.name(of: link.to) ?? graph.vendoredName(of: link.to) {
        wanted[name] = link.to
      }
    }
    let asksForTests = !graph[dependent].roles.contains(.test)
    guard asksForTests || !wanted.isEmpty else { return }
    let platforms =
      sources.namesMacCatalyst
      ? graph[dependent].platforms : graph[dependent].platforms.withoutAssumedMac
    for file in files where !Path.leadsOutside(scan.paths[file]) {
      for found in scan[file].imports
      where found.condition.surelyAllows(importOf: found.module, on: platforms) {
        let key = wanted[found.module].map { ImportNotes.UnlinkedImport(from: dependent, to: $0) }
        if let key, notes.unlinkedImports[key] == nil {
          notes.unlinkedImports[key] = range(of: found, in: file)
        }
        if asksForTests, notes.testImports[dependent] == nil, testFrameworks.contains(found.module)
        {
          notes.testImports[dependent] = .init(
            name: found.module, location: range(of: found, in: file))
        }
      }
    }
  }

  private mutating func range(of found: SourceImport, in file: Int) -> SourceRange {
    found.range(in: files.number(of: scan.paths[file]))
  }
}

extension ModuleGraph {
  /// Whether the link phase of a target omits a library or framework that it declares.
  fileprivate func omitsFromLinking(_ link: Link) -> Bool {
    if link.flags.contains(.linkedByHand) { return true }
    return link.flags.contains(.declaredUnlinked) && self[link.to].type.isFramework
      && [.target, .framework, .carthage].contains(link.kind)
  }

  fileprivate func vendoredName(of module: ModuleID) -> String? {
    switch self[module].external {
    case .file, .carthage: self[module].name.moduleIdentifier
    case .pod, .sdk, .package, nil: nil
    }
  }
}
