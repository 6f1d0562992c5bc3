internal import Architecture
internal import Graph
internal import Imports
internal import Paths
internal import SourceReading
internal import Workspace

// Uses of a link in the sources of its target.
extension LinkEvidence {
  /// Keeps links to modules that an imported module re-exports.
  mutating func excludeReexports(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
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

  /// Returns the numbers of the sources of a module, which are listed.
  func files(of module: ModuleID, _ scan: inout SourceScan) -> [Int] {
    (sources[module]?.code ?? []).map { scan.number(of: $0) }
  }

  /// Returns the names that the sources of a module import; these must have been read.
  mutating func importedNames(of module: ModuleID, _ scan: inout SourceScan) -> Set<String> {
    if let known = imported[module] { return known }
    let found = scan.imports(of: files(of: module, &scan))
    let names = Set(found.map { importable.name(of: $0) })
    imported[module] = names
    return names
  }

  mutating func addReexports(to names: inout Set<String>, _ scan: inout SourceScan) {
    var open = names
    while !open.isEmpty {
      let modules = open.flatMap { importable.modules(named: $0) }
      sources.load(modules)
      scan.scan(modules.flatMap { files(of: $0, &scan) })
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
    var names: Set<String> = []
    for file in files(of: module, &scan) {
      let isHeader = scan.paths[file].isHeaderPath
      for found in scan[file].imports where isHeader || found.isReexported {
        names.insert(importable.name(of: found))
      }
    }
    reexports[module] = names
    return names
  }

  /// Keeps links to modules whose names occur in the target, such as in a storyboard or a call that
  /// loads them by name.
  mutating func excludeMentions(_ scan: SourceScan) {
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

  /// Keeps links to modules that declare a member in an extension whose name the target uses and
  /// neither declares nor imports: the compiler may find it without an import.
  ///
  /// - Complexity: O(size of the sources of the targets, and of what they link and import).
  mutating func excludeMembers(_ scan: inout SourceScan) {
    for (dependent, mine) in undecided {
      let own = files(of: dependent, &scan)
      let modules = importedNames(of: dependent, &scan).flatMap { importable.modules(named: $0) }
      sources.load(modules)
      let others = scan.members(in: own + modules.flatMap { files(of: $0, &scan) }).all
      candidates[dependent] = mine.filter { candidate in
        let members = scan.members(in: files(of: candidate.link.to, &scan)).ofExtensions
          .subtracting(others)
        guard !members.isEmpty else { return true }
        let question = (files: own.map { scan.paths[$0] }, texts: [String](), words: members)
        return scan.mentions([question]).allSatisfy(\.isEmpty)
      }
    }
  }
}
