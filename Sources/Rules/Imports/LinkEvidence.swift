internal import Architecture
internal import Graph
internal import Imports
internal import Workspace

/// Finds evidence for the use of links whose modules no source imports.
struct LinkEvidence {
  let graph: ModuleGraph
  let importable: ImportableModules
  var sources: SourceTable
  var declared: DeclaredNames
  /// The links to judge, by dependent.
  var candidates: [ModuleID: [Candidate]]
  /// The modules that each module re-exports.
  var reexports: [ModuleID: Set<String>] = [:]
  var index: HeaderIndex
  /// The headers that each module includes.
  var includes: [ModuleID: Includes] = [:]
  /// The imports of each module that neither a declaration nor a used link provides.
  var unexplained: [ModuleID: Set<String>] = [:]
  /// The modules that targets import through several possibly unused links.
  var shared: [ModuleID: Set<String>] = [:]
  /// The imports and included headers of archives.
  var needs: [ModuleID: (names: Set<String>, headers: Set<String>)] = [:]

  /// A link that may be unused, since no source imports its module.
  struct Candidate {
    var link: Link
    /// The import name of its module.
    var name: String
  }

  /// The links that nothing needs so far, by dependent, in order.
  ///
  /// What one dependent loads and looks up, the next one finds.
  var undecided: [(dependent: ModuleID, links: [Candidate])] {
    candidates.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// - Parameters:
  ///   - graph: The modules, with the links under judgement.
  ///   - sources: The sources; those of both ends of each candidate are listed.
  ///   - importable: The modules by import name.
  ///   - candidates: The links; the sources of their dependents have been read.
  init(
    _ graph: ModuleGraph, _ sources: SourceTable, _ importable: ImportableModules,
    _ candidates: [ModuleID: [Candidate]]
  ) {
    self.graph = graph
    self.sources = sources
    self.importable = importable
    self.candidates = candidates
    index = HeaderIndex(in: sources.lists)
    declared = DeclaredNames(importable.names, in: sources.lists)
  }

  /// Adds the used and unused links to `notes`.
  ///
  /// - Complexity: O(size of the sources of the dependents), and of the unread sources of the
  ///   modules that they import.
  mutating func judge(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    // A module without code imports nothing.
    for (dependent, mine) in undecided {
      candidates[dependent] = mine.filter { candidate in
        scan.hasCode((sources[candidate.link.to]?.code ?? []).map { scan.number(of: $0) })
      }
    }
    clearByReexports(&scan, &notes)
    clearByHeaders(&scan, &notes)
    clearByModuleMaps(&scan, &notes)
    clearByStaticLibraries(&scan)
    clearByEmbedding()
    clearByUnknownHeaders(&scan, &notes)
    clearByProvidedModules(&scan, &notes)
    clearByMentions(scan)
    for candidate in candidates.values.joined() { notes.uses[candidate.link.id] = .unused }
  }
}
