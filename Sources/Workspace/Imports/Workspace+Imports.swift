public import Architecture
internal import Diagnostics
internal import Files
internal import Graph
internal import Imports

extension Workspace {
  /// Reads the sources of targets if a rule asks for them, adds undeclared imports to the graph as
  /// links, and notes what sources show about links.
  ///
  /// - Parameters:
  ///   - configuration: The rules.
  ///   - scope: The targets whose sources are read.
  ///   - jobs: The number of threads.
  /// - Complexity: O(size of the sources); O(1) if no rule asks.
  public mutating func readImports(
    _ configuration: Configuration, _ scope: ImportScope = .all, jobs: Int
  ) {
    let uses = configuration.linkUseScope
    let asksForImports = configuration.turnsOn(.undeclaredImport)
    guard asksForImports || uses != nil else { return }
    var table = SourceTable(of: graph, in: sourceLists, jobs: jobs)
    let selection = table.select(scope)
    let exclusions = configuration.exclude.indices
    if selection.isPartial {
      // It is unknown which other sources they would exclude.
      reading.usedExclusions?.formUnion(exclusions)
    } else if !exclusions.isEmpty {
      reading.usedExclusions?.formUnion(
        graph.builtModules.flatMap { table[$0]?.exclusions ?? [] })
    }
    var notes = ImportNotes()
    notes.isPartial = selection.isPartial
    notes.reachesUnread = graph.modulesReachingUnread
    notes.hasSources = selection.dependents.contains { table[$0]?.hasCode ?? false }
    if !selection.dependents.isEmpty {
      // All imports of a few files are kept: other modules are listed only if one is unexplained.
      let importable = selection.isPartial ? nil : ImportableModules(table)
      var scan = SourceScan(
        of: importable.map { $0.allNames.union(TestFrameworks.names) }, wantsAll: uses != nil,
        in: sourceLists.tree, jobs: jobs)
      if asksForImports {
        addUndeclared(
          selection, &table, importable, &scan, skipsTests: configuration.skipsImportsOfTests,
          &notes)
      }
      if let uses {
        let links = selection.dependents.flatMap { module in
          graph.links(from: module).filter { uses.severity(of: $0, in: graph) != nil }
        }
        var judge = LinkUses(graph, table, importable)
        judge.judge(links, isPartial: selection.isPartial, &scan, &notes)
        notes.clear(links)
      }
    }
    reading.imports = notes
  }

  private mutating func addUndeclared(
    _ selection: SelectedSources, _ table: inout SourceTable, _ importable: ImportableModules?,
    _ scan: inout SourceScan, skipsTests: Bool, _ notes: inout ImportNotes
  ) {
    var importers = selection.dependents.filter { module in
      !(skipsTests && graph[module].roles.contains(.test))
    }.map { module in
      let sources = selection.sources(of: module, in: table) ?? ModuleSources()
      return (module: module, sources: sources, files: sources.code.map { scan.number(of: $0) })
    }
    scan.scan(importers.map(\.files).joined())
    notes.readInPart.formUnion(
      importers.filter { importer in
        importer.sources.exceedsLimits || importer.files.contains { scan.isTooLarge($0) }
      }.map(\.module))
    var places = ImportPlaces(graph, ModuleNames(table), scan, FileNumbers(sources))
    for (module, sources, files) in importers { places.add(of: module, sources, files: files) }
    places.note(in: &notes)
    sources = places.sources
    if importable == nil {
      var declared = DeclaredNames(ModuleNames(table), in: sourceLists)
      importers.removeAll { declared.explain(scan.imports(of: $0.files), of: $0.module) }
      guard !importers.isEmpty else { return }
      table.loadNamesakes()
    }
    var found = UndeclaredImports(
      graph, importable ?? ImportableModules(table),
      DeclaredNames(ModuleNames(table), in: sourceLists), in: sourceLists.tree)
    for (module, sources, files) in importers {
      found.add(of: module, sources, files: files, in: scan)
    }
    found.excuseHeaders(&table)
    add(found, scan, &notes)
  }

  private mutating func add(
    _ found: UndeclaredImports, _ scan: SourceScan, _ notes: inout ImportNotes
  ) {
    guard !found.imports.isEmpty else { return }
    notes.hasImports = true
    for one in found.imports
    where notes.reachesUnread.contains(one.from) && graph[one.to].packageTarget != nil {
      notes.behindUnread.insert(one.from)
    }
    notes.uncertain = Set(
      found.imports.map(\.from).filter { sourceLists.mayLackDependencies(graph[$0].spec) })
    for module in Set(found.imports.map(\.from)) {
      let file = graph[module].location.file
      if graph.spec(of: module)?.file != file { notes.includedFiles[module] = sources[file] }
    }
    var numbers = FileNumbers(sources)
    let links = found.links(scan, &numbers)
    sources = numbers.sources
    graph = graph.adding(links)
    let known = Dictionary(
      found.imports.map { (Ends(from: $0.from, to: $0.to), $0) }
    ) { first, _ in first }
    for link in graph.links where link.isImport {
      guard let found = known[Ends(from: link.from, to: link.to)] else { continue }
      if found.fileCount > 1 { notes.furtherFiles[link.id] = found.fileCount - 1 }
      if found.isExcused { notes.excused.insert(link.id) }
    }
  }

  /// Identifies an import link.
  private struct Ends: Hashable {
    var from: ModuleID
    var to: ModuleID
  }
}

extension Configuration {
  /// Whether imports of tests are not judged.
  fileprivate var skipsImportsOfTests: Bool {
    rules[.undeclaredImport]?.options.severities["tests"] == .off
  }
}

extension ImportNotes {
  /// Leaves links to packages that were not read unjudged: these may provide what the sources
  /// import.
  fileprivate mutating func clear(_ links: [Link]) {
    for link in links where uses[link.id] == .unused && reachesUnread.contains(link.to) {
      uses[link.id] = nil
      behindUnread.insert(link.from)
    }
  }
}
