internal import Architecture
internal import Graph
internal import Imports

/// Judges links whose modules no source imports: finds other evidence that they are used.
struct LinkEvidence {
  let graph: ModuleGraph
  let importable: ImportableModules
  var sources: SourceTable
  var declared: DeclaredNames
  /// The links under judgement, by dependent.
  var suspects: [ModuleID: [Suspect]]
  /// The modules that each module re-exports.
  var reexports: [ModuleID: Set<String>] = [:]
  var index: HeaderIndex
  /// The headers that each module includes.
  var includes: [ModuleID: Includes] = [:]
  /// The imports of each module that neither a declaration nor a link that stays provides.
  var unexplained: [ModuleID: Set<String>] = [:]
  /// The modules of the workspace that targets import through several links that may all be unused.
  var shared: [ModuleID: Set<String>] = [:]
  /// The imports and included headers of archives.
  var needs: [ModuleID: (names: Set<String>, headers: Set<String>)] = [:]

  /// A link that may be unused, since no source imports its module.
  struct Suspect {
    var link: Link
    /// The name that sources would import.
    var name: String
  }

  /// - Parameters:
  ///   - sources: The sources; those of both ends of each suspect are listed.
  ///   - importable: The modules by import name.
  ///   - suspects: The links; the sources of their dependents have been read.
  init(
    _ sources: SourceTable, _ importable: ImportableModules, _ suspects: [ModuleID: [Suspect]]
  ) {
    graph = sources.graph
    self.sources = sources
    self.importable = importable
    self.suspects = suspects
    index = HeaderIndex(in: sources.lists.tree)
    declared = DeclaredNames(importable.names, in: sources.lists)
  }

  /// Adds the links that are used and unused to `notes`.
  ///
  /// - Complexity: O(size of the sources of the dependents), and of the unread sources of what they
  ///   import.
  mutating func judge(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    // A module without code imports nothing.
    for (dependent, mine) in suspects {
      suspects[dependent] = mine.filter { suspect in
        scan.hasCode((sources[suspect.link.to]?.code ?? []).map { scan.number(of: $0) })
      }
    }
    clearByReexports(&scan, &notes)
    clearByHeaders(&scan, &notes)
    clearByModuleMaps(&scan, &notes)
    clearByStaticLibraries(&scan)
    clearByEmbedding()
    clearByUnknownHeaders(&scan, &notes)
    clearByWhatTheyBring(&scan, &notes)
    clearByMentions(scan)
    for suspect in suspects.values.joined() { notes.uses[suspect.link.id] = .unused }
  }
}
