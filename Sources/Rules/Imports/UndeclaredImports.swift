internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths
internal import Workspace

/// The imports of workspace modules that targets do not declare.
///
/// There is one for each target and module, at the first import by path.
struct UndeclaredImports {
  private(set) var imports: [Import] = []

  private let graph: ModuleGraph
  private let importable: ImportableModules
  private var declared: DeclaredNames
  private var nearest: NearestModules
  private let lists: SourceLists

  struct Import {
    var from: ModuleID
    var to: ModuleID
    /// Whether no declaration is needed, or XcodeGen does not read the existing one.
    fileprivate(set) var isExcused: Bool
    /// The headers of a static library that may exist in the source tree, if only headers are
    /// imported.
    fileprivate var missing: [String] = []
    /// The index of the file that contains the import.
    fileprivate var file: Int
    fileprivate var source: SourceImport
    /// The number of files of the target that import the module.
    fileprivate(set) var fileCount: Int
  }

  init(
    _ graph: ModuleGraph, _ importable: ImportableModules, _ declared: DeclaredNames,
    in lists: SourceLists
  ) {
    self.graph = graph
    self.importable = importable
    self.declared = declared
    self.lists = lists
    nearest = NearestModules(graph)
  }

  /// Adds the undeclared imports of `dependent`, except those of files that git ignores: such a file
  /// is generated, and elsewhere it may not exist.
  ///
  /// - Parameters:
  ///   - dependent: The target.
  ///   - sources: Its sources.
  ///   - files: The numbers of its files in `scan`, in order of path.
  ///   - scan: The scanned files.
  /// - Complexity: O(*n* log *n*) for *n* imports.
  mutating func add(
    of dependent: ModuleID, _ sources: ModuleSources, files: [Int], in scan: SourceScan
  ) {
    var found = undeclared(of: dependent, sources, files: files, in: scan)
    if found.contains(where: { lists.mayIgnore(scan.paths[$0.file]) }) {
      let kept = files.filter { !lists.mayIgnore(scan.paths[$0]) }
      found = undeclared(of: dependent, sources, files: kept, in: scan)
    }
    imports += found
  }

  private mutating func undeclared(
    of dependent: ModuleID, _ sources: ModuleSources, files: [Int], in scan: SourceScan
  ) -> [Import] {
    var imports: [Import] = []
    let own = graph[dependent].platforms
    let platforms = sources.namesMacCatalyst ? own : own.withoutAssumedMac
    var places: [String: Place] = [:]
    for file in files {
      let isOutside = Path.leadsOutside(scan.paths[file])
      for found in scan[file].imports
      where !found.module.isEmpty && found.condition.isSure(to: found.module, on: platforms) {
        let name = importable.name(of: found)
        guard name == found.module || !isExcused(found.module, to: dependent) else { continue }
        places[name, default: Place(file: file, source: found, isOutside: isOutside)]
          .note(found, in: file, isOutside: isOutside)
      }
    }
    for (name, place) in places.sorted(by: { $0.key.precedes($1.key) }) {
      guard !isExcused(name, to: dependent), !hasOwnCopy(of: place.source, among: files, in: scan),
        let module = nearest.nearest(
          of: importable.modules(named: name, importedBy: dependent), to: dependent)
      else { continue }
      var found = Import(
        from: dependent, to: module,
        isExcused: !sources.lostDependencies.isDisjoint(
          with: importable.names.knownNames(of: module)),
        file: place.file, source: place.source, fileCount: place.count)
      if graph.isStaticLibrary(module), !place.importsModule {
        let missing = missing(place, in: sources.headerFolders, scan)
        if missing.isEmpty { found.isExcused = true }
        if sources.searchesHeaders { found.missing = missing }
      }
      imports.append(found)
    }
    return imports
  }

  /// Whether a target may import a name: it declares it, or a system module has it.
  private mutating func isExcused(_ name: String, to dependent: ModuleID) -> Bool {
    SystemFrameworks.contains(name) || declared.contains(name, of: dependent)
  }

  /// Returns the headers that are neither in the folder of the including source nor in `folders`.
  private func missing(_ place: Place, in folders: [String], _ scan: SourceScan) -> [String] {
    place.headers.filter { header, file in
      let beside = Path.folder(of: scan.paths[file])
      return !([beside] + folders).contains { folder in
        lists.hasFile(Path.normalized(Path.join(folder, header)))
      }
    }.keys.sorted()
  }

  /// Excuses imports of headers in the source tree if the settings have search paths, since their
  /// variables, symbolic links and subfolders are not resolved.
  mutating func excuseHeaders(_ table: inout SourceTable) {
    var index = HeaderIndex(in: lists)
    for place in imports.indices where !imports[place].missing.isEmpty {
      let library = imports[place].to
      table.load([library])
      let headers = index.headers(of: library, table[library])
      imports[place].isExcused = imports[place].missing.allSatisfy {
        headers.has(Path.lastComponent($0[...]))
      }
    }
  }

  /// Whether the included header is a file of the target.
  private func hasOwnCopy(of source: SourceImport, among files: [Int], in scan: SourceScan) -> Bool
  {
    guard let header = source.header else { return false }
    return files.contains { scan.paths[$0] == header || scan.paths[$0].hasSuffix("/" + header) }
  }

  /// Returns the imports as links; adds the files that contain them to `files`.
  ///
  /// The location of an import outside the workspace is the key of its target.
  func links(_ scan: SourceScan, _ files: inout FileNumbers) -> [Link] {
    imports.map { found in
      let path = scan.paths[found.file]
      let location =
        Path.leadsOutside(path)
        ? graph[found.from].location : found.source.range(in: files.number(of: path))
      return Link(
        from: found.from, to: found.to, location: location, kind: .import, flags: [],
        platforms: graph[found.from].platforms)
    }
  }

  /// The first import of a module, and the number of files that import it.
  private struct Place {
    var file: Int
    var source: SourceImport
    var isOutside: Bool
    var lastFile = -1
    var count = 0
    /// The headers, each with a file that includes it.
    var headers: [String: Int] = [:]
    /// Whether a source imports the module by name.
    var importsModule = false

    init(file: Int, source: SourceImport, isOutside: Bool) {
      self.file = file
      self.source = source
      self.isOutside = isOutside
    }

    mutating func note(_ found: SourceImport, in file: Int, isOutside: Bool) {
      if let header = found.header {
        if headers[header] == nil { headers[header] = file }
      } else {
        importsModule = true
      }
      guard lastFile != file else { return }
      lastFile = file
      count += 1
      // Prefers a line inside the workspace, since others are not shown.
      if self.isOutside, !isOutside { (self.file, source, self.isOutside) = (file, found, false) }
    }
  }
}

extension PlatformSet {
  /// The platforms without macCatalyst, if iOS alone implied it.
  var withoutAssumedMac: PlatformSet {
    self == PlatformSet(.iOS) ? .iOS : self
  }
}

/// The numbers of files in the source map.
struct FileNumbers {
  private(set) var sources: SourceMap
  private var numbers: [String: FileID] = [:]

  init(_ sources: SourceMap) { self.sources = sources }

  mutating func number(of path: String) -> FileID {
    if let number = numbers[path] { return number }
    let number = sources.add(path)
    numbers[path] = number
    return number
  }
}
