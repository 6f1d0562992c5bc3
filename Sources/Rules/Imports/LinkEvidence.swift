internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths
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
    declared = DeclaredNames(importable.table)
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

// Links that an image needs because of what else is linked into it or embedded with it.
extension LinkEvidence {
  /// Keeps links of images to static libraries that another archive in the image needs.
  ///
  /// An archive does not contain the code it imports, and the compiler autolinks frameworks only.
  /// The archive need not declare the import, since all targets are built into the same folder. C,
  /// C++ and Objective-C in it may need any library.
  ///
  /// - Complexity: O(*n* + *m*) for each image and each such link, and the size of the unread sources
  ///   of its archives.
  mutating func excludeNeedsOfArchives(_ scan: inout SourceScan) {
    for (dependent, mine) in undecided
    where graph[dependent].linkage != .static
      && mine.contains(where: { graph.isStaticLibrary($0.link.to) })
    {
      let archives = graph.archives(of: dependent)
      sources.load(archives)
      scan.scan(archives.flatMap { files(of: $0, &scan) })
      var imports: [ModuleID: Set<String>] = [:]
      for archive in archives { imports[archive] = importedNames(of: archive, &scan) }
      candidates[dependent] = mine.filter { candidate in
        let module = candidate.link.to
        guard graph.isStaticLibrary(module) else { return true }
        return !graph.archives(of: dependent, besides: module).contains { archive in
          imports[archive]?.contains(candidate.name) ?? false
            || sources[archive]?.hasCFamily ?? false
            || graph.links(from: archive).contains { $0.to == module }
        }
      }
    }
  }

  /// Keeps links of executables to embedded frameworks that another dependency needs at run time.
  mutating func excludeEmbeddedFrameworks() {
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

extension ModuleGraph {
  /// Returns the archives that are linked into an image, in order; those that remain without its
  /// link to `module`.
  fileprivate func archives(of image: ModuleID, besides module: ModuleID? = nil) -> [ModuleID] {
    let starts = links(from: image).filter { $0.flags.contains(.linked) && $0.to != module }
    return reachable(from: starts.map(\.to)) { self[$0.from].linkage == .static }.filter {
      $0 != image && $0 != module && self[$0].linkage == .static && builtModules.contains($0)
    }
  }
}
