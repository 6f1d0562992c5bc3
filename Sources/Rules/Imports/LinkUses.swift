internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import Workspace

/// Determines which links the sources of targets need.
struct LinkUses {
  private let graph: ModuleGraph
  private var sources: SourceTable
  /// The modules by import name; `nil` if they are not indexed yet.
  private let importable: ImportableModules?

  init(_ graph: ModuleGraph, _ sources: SourceTable, _ importable: ImportableModules?) {
    self.graph = graph
    self.sources = sources
    self.importable = importable
  }

  /// Judges links and adds the results to `notes`.
  ///
  /// - Parameters:
  ///   - links: The links.
  ///   - isPartial: Whether only links of changed targets are judged, so that other modules may not
  ///     be listed yet.
  ///   - scan: The scanned sources.
  ///   - notes: Collects the results.
  /// - Complexity: O(size of the sources of the dependents), and of the unread sources of what they
  ///   import.
  mutating func judge(
    _ links: [Link], isPartial: Bool, _ scan: inout SourceScan, _ notes: inout ImportNotes
  ) {
    sources.load(links.lazy.map(\.to).filter { [sources] in sources.mayNameModule($0) })
    let byDependent = Dictionary(grouping: links, by: \.from)
    sources.load(byDependent.keys)
    let candidates = candidates(among: byDependent, readsAll: !isPartial, &scan, &notes)
    if !candidates.isEmpty {
      if isPartial { sources.loadNamesakes() }
      sources.load(candidates.values.joined().map(\.link.to))
      var evidence = LinkEvidence(
        graph, sources, importable ?? ImportableModules(sources), candidates)
      evidence.judge(&scan, &notes)
    }
    mergeEntries(of: links, &notes)
  }

  /// Returns the links whose modules no source imports.
  private func candidates(
    among links: [ModuleID: [Link]], readsAll: Bool, _ scan: inout SourceScan,
    _ notes: inout ImportNotes
  ) -> [ModuleID: [LinkEvidence.Candidate]] {
    var files: [ModuleID: [Int]] = [:]
    for dependent in links.keys {
      let listed = sources[dependent]
      guard let own = listed, own.isComplete else {
        if listed?.exceedsLimits == true {
          notes.readInPart.insert(dependent)
        } else if listed?.lacksSettings != true {
          notes.unjudged[dependent] = .noSources
        }
        continue
      }
      guard !own.isGenerated else {
        notes.unjudged[dependent] = .generatedSources
        continue
      }
      files[dependent] = own.code.map { scan.number(of: $0) }
    }
    if readsAll { scan.scan(files.values.joined()) }
    var candidates: [ModuleID: [LinkEvidence.Candidate]] = [:]
    for (dependent, files) in files {
      let left = unimported(links[dependent] ?? [], in: files, &scan, &notes)
      if files.contains(where: { scan.isTooLarge($0) }) {
        notes.readInPart.insert(dependent)
      } else if files.contains(where: { scan.isUnreadable($0) }) {
        notes.unjudged[dependent] = .noSources
      } else if !left.isEmpty, !scan.hasCode(files) {
        // A target without code exists only to link others.
        notes.unjudged[dependent] = .noSources
      } else {
        notes.filesRead[dependent] = files.count
        if !left.isEmpty { candidates[dependent] = left }
      }
    }
    return candidates
  }

  /// Returns the links whose modules none of the files imports, reading as few files as possible.
  ///
  /// - Complexity: O(size of the files).
  private func unimported(
    _ links: [Link], in files: [Int], _ scan: inout SourceScan, _ notes: inout ImportNotes
  ) -> [LinkEvidence.Candidate] {
    let names = ModuleNames(sources)
    var left: [LinkEvidence.Candidate] = links.compactMap { link in
      names.name(of: link.to).map { .init(link: link, name: $0) }
    }
    var unread = files[...]
    var batch = 4
    while !left.isEmpty, !unread.isEmpty {
      let next = unread.prefix(batch)
      unread = unread.dropFirst(batch)
      batch *= 2
      scan.scan(next)
      var imported: Set<String> = []
      // Header folders are named after products.
      var folders: Set<String> = []
      for found in scan.imports(of: Array(next)) {
        imported.insert(found.module)
        if found.header != nil { folders.insert(found.module) }
      }
      left.removeAll { candidate in
        let isUsed =
          imported.contains(candidate.name)
          || folders.contains(graph[candidate.link.to].productName)
        if isUsed { notes.uses[candidate.link.id] = .used }
        return isUsed
      }
    }
    return left
  }

  /// Clears unused links of entries with a used link, and merges what links of one entry provide.
  private func mergeEntries(of links: [Link], _ notes: inout ImportNotes) {
    guard links.contains(where: { notes.uses[$0.id] == .unused }) else { return }
    struct Entry: Hashable {
      var target: ModuleGraph.TargetKey
      var location: SourceRange
    }
    let groups = Dictionary(grouping: links) {
      Entry(target: graph.target(of: $0.from), location: $0.location)
    }
    for group in groups.values where group.count > 1 {
      // A link that was not judged may be used.
      let isNeeded = group.contains { notes.uses[$0.id] != .unused }
      guard isNeeded else {
        let names = Set(group.flatMap { notes.onlyWays[$0.id] ?? [] })
        guard !names.isEmpty else { continue }
        for link in group { notes.onlyWays[link.id] = names.sorted { $0.precedes($1) } }
        continue
      }
      for link in group where notes.uses[link.id] == .unused { notes.uses[link.id] = nil }
    }
  }
}

extension ModuleSources {
  /// Whether all sources are known and some of them are code.
  fileprivate var isComplete: Bool { hasCode && !isIncomplete }
}
