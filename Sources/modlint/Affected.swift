import ArgumentParser
import Diagnostics
import Files
import Graph
import Paths
import Report
import Specs
import Workspace
import Text

/// The formats of `modlint affected`.
enum AffectedFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, xcodebuild
}

/// `modlint affected`.
struct Affected: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "affected",
    abstract: "List the modules that changed files touch, and all that depend on them.",
    discussion: """
      A module is touched by a change of its spec, of what that includes, of its sources, scripts and \
      settings files, and of vendored binaries and local packages that it depends on.
      """)

  @Argument(
    help: "Files or folders whose modules to list. The whole workspace is always read.",
    completion: .path)
  var paths: [String] = []

  @OptionGroup var options: WorkspaceOptions

  @Option(
    help: ArgumentHelp(
      "List what has changed since the merge base of this revision and HEAD.", valueName: "rev"),
    completion: .revision)
  var since: String?

  @Flag(help: "Compare the git index instead of the working tree.")
  var staged = false

  @Flag(help: "List only test bundles: those to run.")
  var tests = false

  @Option(
    help: """
      The format of the list; xcodebuild: an argument '-only-testing:TARGET' a line for each test \
      bundle (default: text).
      """)
  var format: AffectedFormat?

  @Flag(help: "Write JSON, as --format json does.")
  var json = false

  func validate() throws {
    try RevisionOptions.validate(since)
    if json, format != nil { throw ValidationError("--json is --format json; give one of them") }
    if since == nil { throw ValidationError("--since REV is missing") }
  }

  func run() throws {
    let loaded = try LoadedWorkspace(
      paths, options, needsRules: false, isStaged: staged)
    try loaded.requireSpecs()
    let files = try GitFiles(of: loaded.place)
    let base = try files.mergeBase(of: since ?? "")
    let changed = try files.changes(since: base, isStaged: staged)
    let found = AffectedModules(loaded, changed: changed)
    try loaded.requireContent()
    let rows = found.rows.filter { row in
      (!tests || row.isTest) && (loaded.place.parts.isEmpty || loaded.isSelected(row.spec))
    }
    switch json ? .json : format ?? .text {
    case .text: Terminal.write(rows.map(\.line).joined())
    case .json: Terminal.write(AffectedModules.json(rows))
    case .xcodebuild: Terminal.write(AffectedModules.xcodebuildArguments(rows))
    }
  }
}

/// The modules that changed files touch, and those that depend on them.
struct AffectedModules {
  private(set) var rows: [Row] = []

  struct Row {
    var name: String
    var spec: String
    var isTest: Bool
    /// The names that Xcode has for it: one for each platform.
    var targets: [String]
    /// The changed files that touch it; none where it only depends on such a module.
    var files: [String]

    var line: String { name.escapedForTerminal + "\n" }
  }

  /// - Complexity: O(*n* + *m* + *c* log *c*) for *c* changed files, besides reading the specs again.
  init(_ loaded: LoadedWorkspace, changed: Set<String>) {
    let graph = loaded.workspace.graph
    let changes = ChangedPaths(changed)
    let touched = Self.touched(graph, by: changes, in: loaded.tree)
    let affected = graph.reaching(graph.modules.filter { !touched[$0].isEmpty })
    var numbers: [String: Int] = [:]
    for id in graph.builtModules where affected.contains(id) {
      let (name, files) = (graph.shownName(id), touched[id])
      // The platform variants of a target are one.
      if let known = numbers[name] {
        rows[known].targets.append(graph[id].name)
        rows[known].files = Set(rows[known].files + files).sorted { $0.precedes($1) }
        continue
      }
      numbers[name] = rows.count
      rows.append(
        Row(
          name: name, spec: graph.spec(of: id)?.path ?? "",
          isTest: graph[id].roles.contains(.test), targets: [graph[id].name], files: files))
    }
    rows.sort { $0.name.precedes($1.name) }
  }

  /// For each module the changed files that touch it.
  private static func touched(
    _ graph: ModuleGraph, by changes: ChangedPaths, in tree: any FileTree
  ) -> ModuleMap<[String]> {
    let inputs = inParallel(graph.specs.count, jobs: Walk.defaultJobs) { number in
      let spec = graph.specs[number]
      return spec.isPackage
        ? nil : SpecInputs(of: spec.path, in: tree, environment: Terminal.environment)
    }
    return ModuleMap(for: graph) { id in
      let module = graph[id]
      switch module.external {
      case .file(let path): return changes.below(path)
      case .package(let identity): return changes.below(identity)
      case .pod: return changes.files(named: "Podfile.lock")
      case .carthage: return changes.files(named: "Cartfile.resolved")
      case .sdk: return []
      case nil: break
      }
      guard let inputs = inputs[module.spec] else {
        return changes.touching(packageModule: id, of: graph)
      }
      let paths =
        inputs.paths[module.baseName, default: []] + inputs.paths[module.name, default: []]
      let files = inputs.files.filter { changes.contains($0) } + paths.flatMap { changes.below($0) }
      return Set(files).sorted { $0.precedes($1) }
    }
  }

  /// An argument of `xcodebuild test` a line, quoted as shells and xargs read it.
  static func xcodebuildArguments(_ rows: [Row]) -> String {
    let names = Set(rows.filter(\.isTest).flatMap(\.targets)).sorted { $0.precedes($1) }
    return names.map { name in
      // A line is an argument, and no name of a target has several.
      let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
      return "-only-testing:\(line.escapedForTerminal.quotedForShell)\n"
    }.joined()
  }

  static func json(_ rows: [Row]) -> String {
    moduleList(
      rows.map { row in
        .inline([
          "name": .text(row.name), "spec": .text(row.spec), "test": .flag(row.isTest),
          "changed": .texts(row.files),
        ])
      })
  }
}

/// Paths of changed files, in order, so that those below a folder lie together.
private struct ChangedPaths {
  private let all: Set<String>
  private let sorted: [String]

  init(_ paths: Set<String>) {
    all = paths
    sorted = paths.sorted { $0.precedes($1) }
  }

  func contains(_ path: String) -> Bool { all.contains(path) }

  func files(named name: String) -> [String] {
    sorted.filter { Path.lastComponent($0) == name }
  }

  /// Those at or below a path; of one with wildcards, below the folders before them.
  ///
  /// A submodule is listed by its folder alone, and then all in it may have changed.
  func below(_ path: String) -> [String] {
    let path = Path.joined(
      Path.components(of: path).prefix { !$0.contains { "*?[{".contains($0) } })
    let start = sorted.partitioningIndex { !$0.precedes(Path.join(path, entry: "")) }
    let inside = sorted[start...].prefix { Path.lies($0, in: path) }
    let above = ([path] + Path.folders(above: path)).filter { all.contains($0) }
    return above.reversed() + inside
  }
}

extension ChangedPaths {
  /// Those that a target of a local package is made of: its manifest, and what lies in its folder.
  ///
  /// The only target has the whole package, which its tests lie in too.
  func touching(packageModule id: ModuleID, of graph: ModuleGraph) -> [String] {
    let package = graph.specs[graph[id].spec]
    let folder = graph.folder(of: id)?.path ?? ""
    var files = Set(below(folder))
    if folder == package.folder {
      let tests = Path.join(folder, entry: "Tests/")
      files = files.filter { !$0.hasPrefix(tests) }
    }
    if contains(package.path) { files.insert(package.path) }
    return files.sorted { $0.precedes($1) }
  }
}

extension Array {
  /// The first index whose element `isSecond` holds for, which must hold for all that follow.
  fileprivate func partitioningIndex(_ isSecond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension String {
  /// The same in single quotes, unless a shell takes it as it is.
  fileprivate var quotedForShell: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_-.".utf8.contains(byte)
      }
    }
    if isPlain { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
