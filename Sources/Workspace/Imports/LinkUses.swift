internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths

/// Finds out which links the sources of targets need.
struct LinkUses {
  private let graph: ModuleGraph
  private let importable: ImportableModules
  private var sources: SourceTable
  /// The modules that an import of one brings along, as far as they were asked for.
  private var reexports: [ModuleID: Set<String>] = [:]

  init(
    _ graph: ModuleGraph, _ importable: ImportableModules, _ sources: SourceTable
  ) {
    self.graph = graph
    self.importable = importable
    self.sources = sources
  }

  /// A link that may be needless: nothing that is imported stands for it.
  private struct Suspect {
    var link: Link
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

// Evidence.
extension LinkUses {
  /// Takes links out to what an imported module imports for others.
  private mutating func clearByReexports(
    _ suspects: inout [ModuleID: [Suspect]], _ scan: inout SourceScan, _ notes: inout ImportNotes
  ) {
    for (dependent, mine) in suspects where !mine.isEmpty {
      let files = (sources[dependent]?.code ?? []).map { scan.number(of: $0) }
      var names = Set(files.flatMap { scan[$0].imports }.map(\.module))
      var open = Array(names)
      while let name = open.popLast() {
        for module in importable.modules(named: name) {
          for other in reexports(of: module, &scan) where names.insert(other).inserted {
            open.append(other)
          }
        }
      }
      suspects[dependent] = mine.filter { suspect in
        guard names.contains(suspect.name) else { return true }
        notes.uses[suspect.link.id] = .used
        return false
      }
    }
  }

  /// The modules that an import of one brings along: those that it says so of, and those that its headers
  /// import.
  private mutating func reexports(of module: ModuleID, _ scan: inout SourceScan) -> Set<String> {
    if let known = reexports[module] { return known }
    sources.load([module])
    let files = (sources[module]?.code ?? []).map { scan.number(of: $0) }
    scan.scan(files)
    var names: Set<String> = []
    for file in files {
      let isHeader = scan.paths[file].isHeaderPath
      for found in scan[file].imports where isHeader || found.isReexported {
        if !found.module.isEmpty { names.insert(found.module) }
      }
    }
    reexports[module] = names
    return names
  }

  /// Takes links out to modules that have a header which the target includes by its name alone.
  private func clearByHeaders(
    _ suspects: inout [ModuleID: [Suspect]], _ scan: inout SourceScan, _ notes: inout ImportNotes
  ) {
    for (dependent, mine) in suspects where !mine.isEmpty {
      let files = (sources[dependent]?.code ?? []).map { scan.number(of: $0) }
      let headers = Set(
        files.flatMap { scan[$0].imports }.compactMap(\.header).map(Path.lastComponent))
      guard !headers.isEmpty else { continue }
      suspects[dependent] = mine.filter { suspect in
        // What the compiler writes for what is written in Swift.
        let generated = "\(suspect.name)-Swift.h"
        let own = (sources[suspect.link.to]?.code ?? []).lazy.map(Path.lastComponent)
        guard headers.contains(generated) || own.contains(where: headers.contains) else {
          return true
        }
        notes.uses[suspect.link.id] = .used
        return false
      }
    }
  }

  /// Takes links out to modules whose names stand somewhere in the target: what is loaded by its name, or
  /// named in a storyboard.
  private func clearByMentions(_ suspects: inout [ModuleID: [Suspect]], _ scan: SourceScan) {
    let dependents = suspects.keys.filter { suspects[$0]?.isEmpty == false }.sorted()
    let found = scan.mentions(
      dependents.map { dependent in
        let own = sources[dependent]
        return (
          (own?.texts ?? []) + (own?.code ?? []), Set((suspects[dependent] ?? []).map(\.name))
        )
      })
    for (dependent, names) in zip(dependents, found) {
      suspects[dependent]?.removeAll { names.contains($0.name) }
    }
  }
}
