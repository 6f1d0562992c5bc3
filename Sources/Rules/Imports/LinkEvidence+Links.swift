internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import Workspace

// Links that provide imports under another name, or that the linker requires.
extension LinkEvidence {
  /// Keeps links to modules whose module maps define an imported name.
  mutating func clearByModuleMaps(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    for (dependent, mine) in undecided {
      let names = importedNames(of: dependent, &scan)
      candidates[dependent] = mine.filter { candidate in
        let maps = index.headers(of: candidate.link.to, sources[candidate.link.to]).moduleMaps
        guard maps.contains(where: { !names.isDisjoint(with: scan.moduleNames(inMap: $0)) }) else {
          return true
        }
        notes.uses[candidate.link.id] = .used
        return false
      }
    }
  }

  /// Keeps links of images to static libraries that another archive in the image needs.
  ///
  /// An archive does not contain the code it imports, and the compiler autolinks frameworks only.
  /// The archive need not declare the import, since all targets are built into the same folder.
  ///
  /// - Complexity: O(size of the unread sources of the archives).
  mutating func clearByStaticLibraries(_ scan: inout SourceScan) {
    for (dependent, mine) in undecided where graph[dependent].linkage != .static {
      candidates[dependent] = mine.filter { candidate in
        guard graph.isStaticLibrary(candidate.link.to) else { return true }
        let others = graph.reachable(
          from: graph.links(from: dependent).lazy
            .filter { $0.flags.contains(.linked) && $0.to != candidate.link.to }.map(\.to),
          along: { [graph] in graph[$0.from].linkage == .static })
        let isDeclared = graph.links(to: candidate.link.to).contains { link in
          link.from != dependent && others.contains(link.from)
            && graph[link.from].linkage == .static
        }
        if isDeclared { return false }
        let archives = others.filter { module in
          module != candidate.link.to && module != dependent && graph[module].linkage == .static
            && graph.builtModules.contains(module)
        }
        return !isImported(candidate, in: archives, &scan)
      }
    }
  }

  /// Whether a source of an archive imports the linked module or includes one of its headers.
  private mutating func isImported(
    _ candidate: Candidate, in archives: [ModuleID], _ scan: inout SourceScan
  ) -> Bool {
    let unread = archives.filter { needs[$0] == nil }
    sources.load(unread)
    scan.scan(unread.flatMap { sources[$0]?.code ?? [] }.map { scan.number(of: $0) })
    for archive in unread {
      needs[archive] = (importedNames(of: archive, &scan), includes(of: archive, &scan).names)
    }
    return archives.contains { archive in
      guard let needs = needs[archive] else { return false }
      return needs.names.contains(candidate.name)
        || hasHeader(candidate, among: needs.headers, of: archive)
    }
  }

  /// Keeps links of executables to embedded frameworks that another dependency needs at run time.
  mutating func clearByEmbedding() {
    for (dependent, mine) in undecided where graph[dependent].roles.contains(.executable) {
      guard mine.contains(where: { isEmbedded($0.link) }) else { continue }
      let needed = graph.links(from: dependent).lazy.filter { !$0.isImport }
        .flatMap { [graph] in graph.links(from: $0.to) }.filter { !$0.isImport }.map(\.to)
      let reached = graph.reachable(from: needed, along: { !$0.isImport })
      candidates[dependent] = mine.filter {
        !(isEmbedded($0.link) && reached.contains($0.link.to))
      }
    }
  }

  private func isEmbedded(_ link: Link) -> Bool {
    link.flags.contains(.embedded) && graph[link.to].linkage != .static
  }
}
