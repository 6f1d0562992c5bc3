internal import Architecture
internal import Graph
internal import Imports

/// Judges links that no import of their modules stands for: what else shows that they are needed.
struct LinkEvidence {
  let graph: ModuleGraph
  let importable: ImportableModules
  var sources: SourceTable
  var declared: DeclaredNames
  /// By the modules that link.
  var suspects: [ModuleID: [Suspect]]
  /// The modules that an import of one brings along, as far as they were asked for.
  var reexports: [ModuleID: Set<String>] = [:]
  var index: HeaderIndex
  /// What modules include that were asked for.
  var includes: [ModuleID: Includes] = [:]
  /// What modules import that neither they declare nor sure links bring; of modules that were asked for.
  var unexplained: [ModuleID: Set<String>] = [:]
  /// Modules of the workspace that targets import and that several links bring which may all go.
  var shared: [ModuleID: Set<String>] = [:]
  /// What archives import, and the headers that they include, as far as they were asked for.
  var needs: [ModuleID: (names: Set<String>, headers: Set<String>)] = [:]

  /// A link that may be needless: nothing that is imported stands for it.
  struct Suspect {
    var link: Link
    /// What the sources would import.
    var name: String
  }

  /// - Parameters:
  ///   - sources: The sources; those of both ends of each suspect have been listed.
  ///   - importable: The modules by the names of their imports.
  ///   - suspects: The links; the sources of what links have been read.
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

  /// Adds to `notes` which of the links the sources need, and which not.
  ///
  /// - Complexity: O(size of the sources of the targets that link), and of what they import if that is
  ///   not read yet.
  mutating func judge(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    // A module without code has nothing to import.
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
