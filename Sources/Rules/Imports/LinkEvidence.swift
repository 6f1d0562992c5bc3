internal import Architecture
internal import Graph
internal import Imports
internal import SourceReading
internal import Workspace

/// Finds evidence for the use of links whose modules no source imports.
struct LinkEvidence {
  let graph: ModuleGraph
  let importable: ImportableModules
  var sources: SourceTable
  var declared: DeclaredNames
  var candidates: [ModuleID: [Candidate]]
  var imported: [ModuleID: Set<String>] = [:]
  var reexports: [ModuleID: Set<String>] = [:]

  /// A link that may be unused, since no source imports its module.
  struct Candidate {
    var link: Link
    var name: String
  }

  /// The links that nothing needs so far, by dependent, in order.
  var undecided: [(dependent: ModuleID, links: [Candidate])] {
    candidates.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Requires that the sources of both ends of each candidate are listed, and those of dependents read.
  init(
    _ graph: ModuleGraph, _ sources: SourceTable, _ importable: ImportableModules,
    _ candidates: [ModuleID: [Candidate]]
  ) {
    self.graph = graph
    self.sources = sources
    self.importable = importable
    self.candidates = candidates
    declared = DeclaredNames(importable.names, in: sources.lists)
  }

  /// Adds the used and unused links to `notes`.
  ///
  /// - Complexity: O(size of the sources of the dependents), and of the unread sources of the
  ///   modules that they import.
  mutating func judge(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    // No source imports a module without code; one without Swift may be used through its headers
    // and symbols.
    for (dependent, mine) in undecided {
      candidates[dependent] = mine.filter { candidate in
        graph[candidate.link.to].external != nil
          || scan.hasSwiftCode(files(of: candidate.link.to, &scan))
      }
    }
    excludeReexports(&scan, &notes)
    excludeNeedsOfArchives(&scan)
    excludeEmbeddedFrameworks()
    excludeProviders(&scan, &notes)
    excludeMentions(scan)
    excludeMembers(&scan)
    for candidate in candidates.values.joined() { notes.uses[candidate.link.id] = .unused }
  }
}
