internal import Architecture
internal import Graph
internal import Imports
internal import Paths
internal import Workspace

// Headers included by C, C++ and Objective-C sources.
extension LinkEvidence {
  /// The headers that a module includes.
  struct Includes {
    /// The headers as written in its files, with the folder, which may be the name of a module.
    var written: [String: String] = [:]
    /// The file names of `written`, and of all headers that these include within the module and its
    /// dependencies.
    var names: Set<String> = []
  }

  /// Keeps links to modules with a header that the target includes.
  mutating func clearByHeaders(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    for (dependent, mine) in undecided {
      let includes = includes(of: dependent, &scan)
      guard !includes.names.isEmpty else { continue }
      let folders = Set(includes.written.values)
      candidates[dependent] = mine.filter { candidate in
        let isUsed =
          folders.contains(candidate.name) || folders.contains(graph[candidate.link.to].productName)
          || hasHeader(candidate, among: includes.names, of: dependent)
        guard isUsed else { return true }
        notes.uses[candidate.link.id] = .used
        return false
      }
    }
  }

  /// Whether one of the headers, such as the generated Swift header, belongs to the linked module.
  ///
  /// A header that is not among its sources may be another one of the same name.
  mutating func hasHeader(
    _ candidate: Candidate, among included: Set<String>, of includer: ModuleID
  ) -> Bool {
    let module = candidate.link.to
    let headers = index.headers(of: module, sources[module])
    let isListed = headers.listed.contains { included.contains(Path.lastComponent($0)) }
    if isListed || included.contains("\(candidate.name)-Swift.h") { return true }
    let own = Set(
      index.headers(of: includer, sources[includer]).listed.map { Path.lastComponent($0) })
    return headers.paths.keys.contains { included.contains($0) && !own.contains($0) }
  }

  /// Returns the headers that a module includes.
  ///
  /// Requires that its sources were read.
  ///
  /// - Complexity: O(size of the unread headers), and their names for each linked module.
  mutating func includes(of module: ModuleID, _ scan: inout SourceScan) -> Includes {
    if let known = includes[module] { return known }
    var includes = Includes()
    var open = (sources[module]?.code ?? []) + (sources[module]?.texts ?? []).filter(\.isHeaderPath)
    open.removeAll { $0.hasSuffix(".swift") }
    guard !open.isEmpty else {
      self.includes[module] = includes
      return includes
    }
    let own = index.headers(of: module, sources[module])
    follow(&open, in: [own], &scan) { found, header in
      includes.written[header] = found
      return includes.names.insert(Path.lastComponent(header)).inserted
    }
    let linked = graph.reachable(from: [module], along: { !$0.isImport })
      .filter { $0 != module && graph.builtModules.contains($0) }
    sources.load(linked)
    let others = linked.map { index.headers(of: $0, sources[$0]) }
    open = includes.names.flatMap { name in others.flatMap { $0.paths[name] ?? [] } }.sorted()
    follow(&open, in: [own] + others, &scan) { _, header in
      includes.names.insert(Path.lastComponent(header)).inserted
    }
    self.includes[module] = includes
    return includes
  }

  /// Reads files and the headers that they include, transitively.
  ///
  /// - Parameters:
  ///   - open: The files.
  ///   - headers: The headers that includes are resolved to.
  ///   - scan: The scanned files.
  ///   - note: Receives each included header and returns whether it is new.
  private func follow(
    _ open: inout [String], in headers: [ModuleHeaders], _ scan: inout SourceScan,
    _ note: (_ module: String, _ header: String) -> Bool
  ) {
    var seen = Set(open)
    while !open.isEmpty {
      let files = open.map { scan.number(of: $0) }
      open = []
      scan.scan(files)
      for found in scan.imports(of: files) {
        guard let header = found.header, note(found.module, header) else { continue }
        let name = Path.lastComponent(header)
        for path in headers.flatMap({ $0.paths[name] ?? [] }) where seen.insert(path).inserted {
          open.append(path)
        }
      }
    }
  }

  /// Keeps links to modules without Swift if their use is unknown.
  ///
  /// That is the case if none of their headers is known, if the target is pure Swift and has no
  /// module map for them, or if the target includes or imports something unknown. Links that reach
  /// such a header stay as well.
  mutating func clearByUnknownHeaders(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    for (dependent, mine) in undecided {
      let unexplained = unexplainedHeaders(of: dependent, &scan)
      let explainsImports = explainsImports(of: dependent, &scan)
      let folders = Set((sources[dependent]?.code ?? []).map { Path.folder(of: $0) })
      let isSwift = includesNothing(dependent)
      candidates[dependent] = mine.filter { candidate in
        let module = candidate.link.to
        guard sources[module]?.code.contains(where: { $0.hasSuffix(".swift") }) == false else {
          return unexplained.isEmpty || !leads(candidate, to: unexplained)
        }
        let headers = index.headers(of: module, sources[module])
        let areKnown = headers.areKnown(besides: folders)
        // SwiftPM generates a module map for public headers.
        let hasMap =
          !headers.moduleMaps.isEmpty || graph[module].packageTarget != nil && areKnown
        let isJudged =
          unexplained.isEmpty && explainsImports && (isSwift ? hasMap : areKnown)
        if !isJudged { notes.unknownHeaders.insert(dependent) }
        return isJudged
      }
    }
  }

  /// Whether a module is pure Swift and has no bridging header.
  private func includesNothing(_ module: ModuleID) -> Bool {
    (sources[module]?.code ?? []).allSatisfy { $0.hasSuffix(".swift") }
  }

  /// Returns the names of included headers that neither the module, the system, a known module nor
  /// the modules behind used links provide.
  private mutating func unexplainedHeaders(
    of module: ModuleID, _ scan: inout SourceScan
  ) -> Set<String> {
    let written = includes(of: module, &scan).written.filter { header, folder in
      !SystemHeaders.contains(header) && !isKnown(folder, to: module)
    }
    guard !written.isEmpty else { return [] }
    let entries = Set((candidates[module] ?? []).map(\.link.location))
    let linked = graph.links(from: module).filter {
      !$0.isImport && !entries.contains($0.location)
    }
    let reached = graph.reachable(from: linked.map(\.to), along: { !$0.isImport })
      .filter { graph.builtModules.contains($0) }
    sources.load(reached)
    let known = ([module] + reached).map { index.headers(of: $0, sources[$0]) }
    let compiled = Set(
      ([module] + reached).compactMap { importable.names.name(of: $0) }.map { "\($0)-Swift.h" })
    return Set(
      written.keys.filter { header in
        let path = header.withoutWayUp
        return !compiled.contains(Path.lastComponent(header))
          && !known.contains { $0.has(path) }
      }.map { Path.lastComponent($0) })
  }

  /// Whether the folder of an include is the name of a known module.
  private mutating func isKnown(_ folder: String, to module: ModuleID) -> Bool {
    !folder.isEmpty
      && (declared.contains(folder, of: module) || !importable.modules(named: folder).isEmpty)
  }

  /// Whether every module that the sources import is known.
  private mutating func explainsImports(
    of module: ModuleID, _ scan: inout SourceScan
  ) -> Bool {
    let files = (sources[module]?.code ?? []).map { scan.number(of: $0) }
    let names = Set(scan.imports(of: files).filter { $0.header == nil }.map(\.module)).filter {
      !SystemFrameworks.contains($0) && !isKnown($0, to: module)
    }
    guard !names.isEmpty else { return true }
    let linked = graph.links(from: module).filter { !$0.isImport }.map(\.to)
      .filter { graph.builtModules.contains($0) }
    sources.load(linked)
    let maps =
      linked
      .flatMap { index.headers(of: $0, sources[$0]).moduleMaps }
    return names.isSubset(of: Set(maps.flatMap { scan.moduleNames(inMap: $0) }))
  }

  /// Whether the linked module reaches a module with one of the headers.
  private mutating func leads(_ candidate: Candidate, to names: Set<String>) -> Bool {
    let reached = graph.reachable(from: [candidate.link.to], along: { !$0.isImport })
      .filter { graph.builtModules.contains($0) }
    sources.load(reached)
    for module in reached {
      let headers = index.headers(of: module, sources[module])
      if headers.paths.keys.contains(where: names.contains) { return true }
    }
    return false
  }
}

extension String {
  /// The path without leading `../` and `./`.
  fileprivate var withoutWayUp: Substring {
    var path = self[...]
    while let step = ["../", "./"].first(where: { path.hasPrefix($0) }) {
      path = path.dropFirst(step.utf8.count)
    }
    return path
  }
}
