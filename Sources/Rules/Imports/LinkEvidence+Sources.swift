internal import Architecture
internal import Graph
internal import Imports
internal import Paths
internal import Workspace

// Uses of a link other than an import of its module.
extension LinkEvidence {
  /// Keeps links to modules that an imported module re-exports.
  mutating func clearByReexports(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    for (dependent, mine) in undecided {
      var names = importedNames(of: dependent, &scan)
      addReexports(to: &names, &scan)
      candidates[dependent] = mine.filter { candidate in
        guard names.contains(candidate.name) else { return true }
        notes.uses[candidate.link.id] = .used
        return false
      }
    }
  }

  /// Returns the names that the sources of a module import; these must have been read.
  func importedNames(of module: ModuleID, _ scan: inout SourceScan) -> Set<String> {
    let files = (sources[module]?.code ?? []).map { scan.number(of: $0) }
    return Set(files.flatMap { scan[$0].imports }.map { importable.name(of: $0) })
  }

  /// Adds the names that the modules re-export, transitively.
  mutating func addReexports(to names: inout Set<String>, _ scan: inout SourceScan) {
    var open = names
    while !open.isEmpty {
      let modules = open.flatMap { importable.modules(named: $0) }
      sources.load(modules)
      scan.scan(modules.flatMap { sources[$0]?.code ?? [] }.map { scan.number(of: $0) })
      open = Set(modules.flatMap { reexports(of: $0, &scan) }).subtracting(names)
      names.formUnion(open)
    }
  }

  /// Returns the modules that an import of a module re-exports, explicitly or by imports in
  /// headers.
  ///
  /// Requires that its sources were read.
  private mutating func reexports(of module: ModuleID, _ scan: inout SourceScan) -> Set<String> {
    if let known = reexports[module] { return known }
    let files = (sources[module]?.code ?? []).map { scan.number(of: $0) }
    var names: Set<String> = []
    for file in files {
      let isHeader = scan.paths[file].isHeaderPath
      for found in scan[file].imports where isHeader || found.isReexported {
        if !found.module.isEmpty { names.insert(importable.name(of: found)) }
      }
    }
    reexports[module] = names
    return names
  }

  /// Keeps links to modules whose names occur in the target, such as in a storyboard or a call that
  /// loads them by name.
  mutating func clearByMentions(_ scan: SourceScan) {
    let undecided = self.undecided
    let found = scan.mentions(
      undecided.map { dependent, links in
        let own = sources[dependent]
        return (
          (own?.texts ?? []) + (own?.code ?? []), own?.properties ?? [], Set(links.map(\.name))
        )
      })
    for (dependent, names) in zip(undecided.map(\.dependent), found) {
      candidates[dependent]?.removeAll { names.contains($0.name) }
    }
  }
}
