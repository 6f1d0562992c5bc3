internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths

/// Finds out which links the sources of targets need.
struct LinkUses {
  let graph: ModuleGraph
  let importable: ImportableModules
  var declared: DeclaredNames
  var sources: SourceTable
  /// The modules that an import of one brings along, as far as they were asked for.
  var reexports: [ModuleID: Set<String>] = [:]

  init(
    _ graph: ModuleGraph, _ importable: ImportableModules, _ declared: DeclaredNames,
    _ sources: SourceTable
  ) {
    self.graph = graph
    self.importable = importable
    self.declared = declared
    self.sources = sources
  }

  /// A link that may be needless: nothing that is imported stands for it.
  struct Suspect {
    var link: Link
    /// What the sources would import.
    var name: String
  }

  /// Judges `links`, each of which must be judged, and adds what comes of it to `notes`.
  ///
  /// - Complexity: O(size of the sources of the targets that link), and of what they import if that is
  ///   not read yet.
  mutating func judge(_ links: [Link], _ scan: inout SourceScan, _ notes: inout ImportNotes) {
    sources.load(links.flatMap { [$0.from, $0.to] })
    var suspects: [ModuleID: [Suspect]] = [:]
    for (dependent, links) in Dictionary(grouping: links, by: \.from) {
      guard let own = sources[dependent], own.hasCode, !own.isIncomplete else {
        notes.unjudged[dependent] = .noSources
        continue
      }
      guard !own.isGenerated else {
        notes.unjudged[dependent] = .generatedSources
        continue
      }
      let files = own.code.map { scan.number(of: $0) }
      scan.scan(files)
      guard files.allSatisfy({ scan[$0].isRead }) else {
        notes.unjudged[dependent] = .noSources
        continue
      }
      notes.filesRead[dependent] = files.count
      let imported = Set(files.flatMap { scan[$0].imports }.map(\.module))
      for link in links {
        // A module without code has nothing to import.
        guard sources[link.to]?.hasCode ?? false, let name = importable.name(of: link.to) else {
          continue
        }
        if imported.contains(name) {
          notes.uses[link.id] = .used
        } else {
          suspects[dependent, default: []].append(Suspect(link: link, name: name))
        }
      }
    }
    clearByReexports(&suspects, &scan, &notes)
    clearByHeaders(&suspects, &scan, &notes)
    clearByModuleMaps(&suspects, &scan, &notes)
    clearByStaticLibraries(&suspects)
    clearByWhatTheyBring(&suspects, &scan)
    clearByMentions(&suspects, scan)
    for suspect in suspects.values.joined() { notes.uses[suspect.link.id] = .unused }
    settleEntries(of: links, &notes)
  }

  /// An entry that stands for several links is needed if one of them is.
  private func settleEntries(of links: [Link], _ notes: inout ImportNotes) {
    struct Entry: Hashable {
      var target: ModuleGraph.TargetKey
      var location: SourceRange
    }
    let groups = Dictionary(grouping: links) {
      Entry(target: graph.target(of: $0.from), location: $0.location)
    }
    for group in groups.values where group.count > 1 {
      // Of what is not judged it is not known.
      let isNeeded = group.contains { notes.uses[$0.id] != .unused }
      guard isNeeded else { continue }
      for link in group where notes.uses[link.id] == .unused { notes.uses[link.id] = nil }
    }
  }
}
