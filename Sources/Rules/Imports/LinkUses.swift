internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import SourceReading
internal import Workspace

struct LinkUses {
  private let graph: ModuleGraph
  private var sources: SourceTable
  /// The modules by import name; `nil` if they are not indexed yet.
  private let importable: ImportableModules?
  /// Whether a target that links a product of a remote package imports a module of its name.
  private var isImported: [ModuleID: Bool] = [:]

  init(_ graph: ModuleGraph, _ sources: SourceTable, _ importable: ImportableModules?) {
    self.graph = graph
    self.sources = sources
    self.importable = importable
  }

  /// Judges links and adds the results to `notes`.
  ///
  /// With `isPartial`, only links of changed targets are judged, so that other modules may not be
  /// listed yet.
  ///
  /// - Complexity: O(size of the sources of the dependents), and of the unread sources of what they
  ///   import.
  mutating func judge(
    _ links: [Link], isPartial: Bool, _ scan: inout SourceScan, _ notes: inout ImportNotes
  ) {
    sources.load(
      links.lazy.map(\.to).filter { [graph, sources] in
        graph[$0].external == nil && sources.mayNameModule($0)
      })
    let byDependent = Dictionary(grouping: links, by: \.from)
    sources.load(byDependent.keys)
    let candidates = candidates(among: byDependent, &scan, &notes)
    if !candidates.isEmpty {
      if isPartial { sources.loadRenamedModules() }
      sources.load(candidates.values.joined().map(\.link.to))
      var evidence = LinkEvidence(
        graph, sources, importable ?? ImportableModules(sources), candidates)
      evidence.judge(&scan, &notes)
    }
    clearSharedEntries(of: links, &notes)
  }

  private mutating func candidates(
    among links: [ModuleID: [Link]], _ scan: inout SourceScan, _ notes: inout ImportNotes
  ) -> [ModuleID: [LinkEvidence.Candidate]] {
    var read: [(dependent: ModuleID, files: [Int])] = []
    for dependent in links.keys.sorted() {
      let own = sources[dependent] ?? ModuleSources()
      if let obstacle = obstacle(to: own) {
        notes.unjudged[dependent] = obstacle
      } else if own.exceedsLimits {
        notes.readInPart.insert(dependent)
      } else if own.isComplete {
        read.append((dependent, own.code.map { scan.number(of: $0) }))
      }
    }
    scan.scan(read.map(\.files).joined())
    var candidates: [ModuleID: [LinkEvidence.Candidate]] = [:]
    for (dependent, files) in read {
      let left = unimported(links[dependent] ?? [], in: files, &scan, &notes)
      if files.contains(where: { scan.isTooLarge($0) }) {
        notes.readInPart.insert(dependent)
      } else if files.contains(where: { scan.isUnreadable($0) }) {
        notes.unjudged[dependent] = .targetsWithoutSources
      } else if !left.isEmpty, !scan.hasSwiftCode(files) {
        // A target without code exists only to link others.
        notes.unjudged[dependent] = .targetsWithoutSources
      } else {
        notes.filesRead[dependent] = files.count
        if !left.isEmpty { candidates[dependent] = left }
      }
    }
    return candidates
  }

  private func obstacle(to sources: ModuleSources) -> Gap.Kind? {
    // The summary names the missing settings themselves.
    if !sources.isComplete, !sources.exceedsLimits, !sources.lacksSettings {
      return .targetsWithoutSources
    }
    guard sources.isComplete else { return nil }
    if sources.isGenerated { return .targetsWithGeneratedSources }
    return sources.hasCFamily ? .targetsWithCFamilySources : nil
  }

  /// Returns the links whose modules none of the files imports.
  ///
  /// - Complexity: O(*n* + *m*) for *n* links and *m* imports.
  private mutating func unimported(
    _ links: [Link], in files: [Int], _ scan: inout SourceScan, _ notes: inout ImportNotes
  ) -> [LinkEvidence.Candidate] {
    let imported = Set(scan.imports(of: files).map(\.module))
    var left: [LinkEvidence.Candidate] = []
    for link in links {
      let isRemote = graph[link.to].external != nil
      guard let name = isRemote ? graph[link.to].name : sources.name(of: link.to) else { continue }
      if imported.contains(name) {
        notes.uses[link.id] = .used
      } else if !isRemote || isImportedElsewhere(link.to, &scan) {
        left.append(.init(link: link, name: name))
      }
    }
    return left
  }

  /// Whether a target that links the product imports a module of its name, which is then certain.
  ///
  /// - Complexity: O(size of the unread sources of the dependents), up to the first that imports it.
  private mutating func isImportedElsewhere(_ product: ModuleID, _ scan: inout SourceScan) -> Bool {
    if let known = isImported[product] { return known }
    let name = graph[product].name
    var isFound = false
    for dependent in graph.links(to: product).lazy.filter({ !$0.isImport }).map(\.from)
    where !isFound && graph.builtModules.contains(dependent) {
      sources.load([dependent])
      let files = (sources[dependent]?.code ?? []).map { scan.number(of: $0) }
      scan.scan(files)
      isFound = scan.imports(of: files).contains { $0.module == name }
    }
    isImported[product] = isFound
    return isFound
  }

  /// Clears unused links of entries with a link that may be needed.
  private func clearSharedEntries(of links: [Link], _ notes: inout ImportNotes) {
    func entry(_ link: Link) -> Diagnostic.Place {
      Diagnostic.Place(link.location, of: graph.shownName(link.from))
    }
    func isNeedless(_ link: Link) -> Bool {
      notes.uses[link.id] == .unused && notes.exclusiveImports[link.id] == nil
    }
    let needed = Set(links.filter { !isNeedless($0) }.map(entry))
    for link in links where isNeedless(link) && needed.contains(entry(link)) {
      notes.uses[link.id] = nil
    }
  }
}

extension ModuleSources {
  fileprivate var isComplete: Bool { hasCode && !isIncomplete }
}
