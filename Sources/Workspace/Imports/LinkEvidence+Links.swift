internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports

// Links that bring what the sources import under another name, or what the linker asks for.
extension LinkEvidence {
  /// Takes links out to modules whose module maps give them a name that is imported.
  mutating func clearByModuleMaps(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    for (dependent, mine) in suspects where !mine.isEmpty {
      let names = importedNames(of: dependent, &scan)
      suspects[dependent] = mine.filter { suspect in
        let maps = index.headers(of: suspect.link.to, sources[suspect.link.to]).moduleMaps
        guard maps.contains(where: { !names.isDisjoint(with: scan.moduleNames(inMap: $0)) }) else {
          return true
        }
        notes.uses[suspect.link.id] = .used
        return false
      }
    }
  }

  /// Takes links out of images to static libraries that another archive in the image needs.
  ///
  /// An archive does not bring what it imports, and only of frameworks does the compiler tell the linker. It need
  /// not declare what it imports either: it is built into the same folder.
  ///
  /// - Complexity: O(size of the sources of the archives) besides, as far as they were not read yet.
  mutating func clearByStaticLibraries(_ scan: inout SourceScan) {
    for (dependent, mine) in suspects where !mine.isEmpty && graph[dependent].linkage != .static {
      suspects[dependent] = mine.filter { suspect in
        guard graph.isStaticLibrary(suspect.link.to) else { return true }
        let others = graph.reachable(
          from: graph.links(from: dependent).lazy
            .filter { $0.flags.contains(.linked) && $0.to != suspect.link.to }.map(\.to),
          along: { [graph] in graph[$0.from].linkage == .static })
        let isDeclared = graph.links(to: suspect.link.to).contains { link in
          link.from != dependent && others.contains(link.from)
            && graph[link.from].linkage == .static
        }
        if isDeclared { return false }
        let archives = others.filter { module in
          module != suspect.link.to && module != dependent && graph[module].linkage == .static
            && graph.builtModules.contains(module)
        }
        return !isImported(suspect, in: archives, &scan)
      }
    }
  }

  /// Whether sources of some archives import the module that a link leads to, or include one of its headers.
  private mutating func isImported(
    _ suspect: Suspect, in archives: [ModuleID], _ scan: inout SourceScan
  ) -> Bool {
    let unread = archives.filter { needs[$0] == nil }
    sources.load(unread)
    scan.scan(unread.flatMap { sources[$0]?.code ?? [] }.map { scan.number(of: $0) })
    for archive in unread {
      needs[archive] = (importedNames(of: archive, &scan), includes(of: archive, &scan).names)
    }
    return archives.contains { archive in
      guard let needs = needs[archive] else { return false }
      return needs.names.contains(suspect.name)
        || hasHeader(suspect, among: needs.headers, of: archive)
    }
  }

  /// Takes links out of programs to frameworks that they embed and that something else which they depend on
  /// needs: it finds them there when it runs.
  mutating func clearByEmbedding() {
    for (dependent, mine) in suspects where graph[dependent].roles.contains(.executable) {
      guard mine.contains(where: { isEmbedded($0.link) }) else { continue }
      let needed = graph.links(from: dependent).lazy.filter { !$0.isImport }
        .flatMap { [graph] in graph.links(from: $0.to) }.filter { !$0.isImport }.map(\.to)
      let reached = graph.reachable(from: needed, along: { !$0.isImport })
      suspects[dependent] = mine.filter {
        !(isEmbedded($0.link) && reached.contains($0.link.to))
      }
    }
  }

  private func isEmbedded(_ link: Link) -> Bool {
    link.flags.contains(.embedded) && graph[link.to].linkage != .static
  }
}
