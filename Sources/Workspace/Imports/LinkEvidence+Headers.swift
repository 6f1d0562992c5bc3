internal import Architecture
internal import Files
internal import Graph
internal import Imports
internal import Paths

// What C, C++ and Objective-C include of the modules that they link.
extension LinkEvidence {
  /// What the sources of a module include.
  struct Includes {
    /// The headers as its own sources and headers name them, with the modules that their folders may be called
    /// after.
    var written: [String: String] = [:]
    /// The names of these and of all that headers of the module and of what it links include in turn.
    var names: Set<String> = []
  }

  /// Takes links out to modules that have a header which the target includes.
  mutating func clearByHeaders(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    for (dependent, mine) in suspects where !mine.isEmpty {
      let includes = includes(of: dependent, &scan)
      guard !includes.names.isEmpty else { continue }
      let folders = Set(includes.written.values)
      suspects[dependent] = mine.filter { suspect in
        let isUsed =
          folders.contains(suspect.name) || folders.contains(graph[suspect.link.to].productName)
          || hasHeader(suspect, among: includes.names, of: dependent)
        guard isUsed else { return true }
        notes.uses[suspect.link.id] = .used
        return false
      }
    }
  }

  /// Whether the module that a link leads to has one of some headers: its own, or what the compiler writes for
  /// what is written in Swift; one that is not among its sources may be another one of that name.
  mutating func hasHeader(
    _ suspect: Suspect, among included: Set<String>, of includer: ModuleID
  ) -> Bool {
    let module = suspect.link.to
    let headers = index.headers(of: module, sources[module])
    let isListed = headers.listed.contains { included.contains(Path.lastComponent($0)) }
    if isListed || included.contains("\(suspect.name)-Swift.h") { return true }
    let own = Set(
      index.headers(of: includer, sources[includer]).listed.map { Path.lastComponent($0) })
    return headers.paths.keys.contains { included.contains($0) && !own.contains($0) }
  }

  /// What the sources of a module include; they have been read.
  ///
  /// - Complexity: O(size of the headers that they include and that were not read yet), and the names of
  ///   these for each module that is linked.
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

  /// Reads files, and those of `headers` that they include, and these in turn.
  ///
  /// - Parameters:
  ///   - open: The files.
  ///   - headers: Where headers are looked up.
  ///   - scan: What files include, if they were read.
  ///   - note: Is given each header that is included, and says whether it is new.
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

  /// Takes links out to modules without Swift where it is not known what brings them to use.
  ///
  /// That is so if no header of theirs is known, if the target is Swift alone and no module map names them, and
  /// if it includes or imports something that nothing explains; so are others that lead to such a header.
  mutating func clearByUnknownHeaders(_ scan: inout SourceScan, _ notes: inout ImportNotes) {
    for (dependent, mine) in suspects where !mine.isEmpty {
      let unexplained = unexplainedHeaders(of: dependent, &scan)
      let explainsImports = explainsImports(of: dependent, &scan)
      let folders = Set((sources[dependent]?.code ?? []).map { Path.folder(of: $0) })
      let isSwift = includesNothing(dependent)
      suspects[dependent] = mine.filter { suspect in
        let module = suspect.link.to
        guard sources[module]?.code.contains(where: { $0.hasSuffix(".swift") }) == false else {
          return unexplained.isEmpty || !leads(suspect, to: unexplained)
        }
        let headers = index.headers(of: module, sources[module])
        let areKnown = headers.areKnown(besides: folders)
        // SwiftPM makes a module map of public headers.
        let hasMap =
          !headers.moduleMaps.isEmpty || graph[module].packageTarget != nil && areKnown
        let isJudged =
          unexplained.isEmpty && explainsImports && (isSwift ? hasMap : areKnown)
        if !isJudged { notes.unknownHeaders.insert(dependent) }
        return isJudged
      }
    }
  }

  /// Whether a module is written in Swift alone, also its bridging header.
  private func includesNothing(_ module: ModuleID) -> Bool {
    (sources[module]?.code ?? []).allSatisfy { $0.hasSuffix(".swift") }
  }

  /// The names of the headers that the sources of a module include and that are neither its own, nor the system's, nor
  /// those of a module that is known or that links lead to which are sure to stay.
  private mutating func unexplainedHeaders(
    of module: ModuleID, _ scan: inout SourceScan
  ) -> Set<String> {
    let written = includes(of: module, &scan).written.filter { header, folder in
      !SystemHeaders.contains(header) && !isKnown(folder, to: module)
    }
    guard !written.isEmpty else { return [] }
    let entries = Set((suspects[module] ?? []).map(\.link.location))
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

  /// Whether a folder in front of a header is called like a module that is known here.
  private mutating func isKnown(_ folder: String, to module: ModuleID) -> Bool {
    !folder.isEmpty
      && (declared.contains(folder, of: module) || !importable.modules(named: folder).isEmpty)
  }

  /// Whether all modules that the sources of a module import are known here.
  private mutating func explainsImports(
    of module: ModuleID, _ scan: inout SourceScan
  ) -> Bool {
    let files = (sources[module]?.code ?? []).map { scan.number(of: $0) }
    let names = Set(scan.imports(of: files).filter { $0.header == nil }.map(\.module)).filter {
      !SystemFrameworks.contains($0) && !isKnown($0, to: module)
    }
    guard !names.isEmpty else { return true }
    let maps = graph.links(from: module).filter { !$0.isImport }.map(\.to)
      .filter { graph.builtModules.contains($0) }
      .flatMap { index.headers(of: $0, sources[$0]).moduleMaps }
    return names.isSubset(of: Set(maps.flatMap { scan.moduleNames(inMap: $0) }))
  }

  /// Whether a link leads to a module with one of some headers.
  private mutating func leads(_ suspect: Suspect, to names: Set<String>) -> Bool {
    let reached = graph.reachable(from: [suspect.link.to], along: { !$0.isImport })
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
  /// A path without the steps up that it starts with.
  fileprivate var withoutWayUp: Substring {
    var path = self[...]
    while let step = ["../", "./"].first(where: { path.hasPrefix($0) }) {
      path = path.dropFirst(step.utf8.count)
    }
    return path
  }
}
