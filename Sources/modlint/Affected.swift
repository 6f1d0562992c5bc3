import ArgumentParser
import Diagnostics
import Files
import Git
import Graph
import Loading
import Packages
import Paths
import Report
import SourceReading
import SpecDecoding
import Text
import Workspace

enum AffectedFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, xcodebuild, swiftpm
}

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
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "List what has changed since the merge base of this revision and HEAD.", valueName: "rev"),
    completion: .revision)
  var since: String

  @Flag(help: "Compare the git index instead of the working tree.")
  var staged = false

  @Flag(help: "List only test bundles: those to run.")
  var tests = false

  @Option(help: "List only test bundles that this scheme tests; xcodebuild refuses others.")
  var scheme: String?

  @Option(
    help: ArgumentHelp("List only test bundles that this test plan has.", valueName: "file"),
    completion: .file())
  var testPlan: String?

  @Option(
    help: """
      The format of the list; xcodebuild: an argument '-only-testing:TARGET' a line for each test \
      bundle; swiftpm: a command 'swift test --filter TARGET' a line for each package that has any \
      (default: text).
      """)
  var format: AffectedFormat?

  @Flag(help: "Write JSON, as --format json does.")
  var json = false

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    try RevisionOption.validate(since)
    if json, format != nil { throw ValidationError("--json is --format json; give one of them") }
    if scheme != nil, testPlan != nil {
      throw ValidationError("--scheme and --test-plan cannot be used together")
    }
  }

  func run() throws {
    let loaded = try LoadedWorkspace(
      paths, options.loading, needsRules: false, of: staged ? .index : .workingTree)
    let found = try AffectedModules(loaded, since: since, isStaged: staged)
    try loaded.tree.requireContent()
    var rows = found.rows.filter { row in
      (!tests || row.isTest) && loaded.isSelected(row.spec)
    }
    if let selection = try testSelection(of: loaded) {
      rows = rows.filter(\.isTest).compactMap { $0.with(targets: selection.targets) }
    }
    switch json ? .json : format ?? .text {
    case .text: Terminal.write(rows.map(\.line).joined())
    case .json: Terminal.write(AffectedModules.json(rows))
    case .swiftpm: Terminal.write(AffectedModules.swiftCommands(rows))
    case .xcodebuild: Terminal.write(AffectedModules.xcodebuildArguments(rows))
    }
    loaded.noteBrokenSpecs()
    // The affected targets of these specs are unknown.
    if !loaded.workspace.unreadFiles.isDisjoint(with: found.changed) { throw ExitCode.cannotCheck }
  }

  private func testSelection(of loaded: LoadedWorkspace) throws -> TestSelection? {
    if let testPlan { return try TestSelection(testPlan: testPlan) }
    return try scheme.map { try TestSelection(scheme: $0, of: loaded) }
  }
}

struct AffectedModules {
  private(set) var rows: [Row] = []
  let changed: Set<String>

  struct Row {
    var name: String
    var spec: String
    var isTest: Bool
    var package: String?
    /// The names in Xcode, one for each platform.
    var targets: [String]
    /// The changed files among the inputs; none if only dependencies have changed files.
    var files: [String]

    var line: String { name.escapedForTerminal + "\n" }

    func with(targets names: Set<String>) -> Row? {
      var row = self
      row.targets = targets.filter(names.contains)
      return row.targets.isEmpty ? nil : row
    }
  }

  /// Compares the workspace with the merge base of a revision and HEAD.
  ///
  /// - Complexity: O(*n* + *m* + *c* log *c*) for *c* changed files; reads the specs again.
  init(_ loaded: LoadedWorkspace, since revision: String, isStaged: Bool = false) throws {
    let files = try GitFiles(of: loaded.place, .process)
    let base = try files.mergeBase(of: revision)
    changed = try files.changes(since: base, isStaged: isStaged)
    let graph = loaded.workspace.graph
    let touched = Self.touched(loaded.workspace, by: ChangedPaths(changed), in: loaded.tree) {
      try? files.files(of: base)
    }
    let affected = graph.reaching(graph.modules.filter { !touched[$0].isEmpty })
    var numbers: [String: Int] = [:]
    for id in graph.builtModules where affected.contains(id) {
      let (name, files) = (graph.shownName(id), touched[id])
      // Platform variants of a target share a row.
      if let known = numbers[name] {
        rows[known].targets.append(graph[id].name)
        rows[known].files = Set(rows[known].files + files).sorted { $0.precedes($1) }
        continue
      }
      numbers[name] = rows.count
      rows.append(
        Row(
          name: name, spec: graph.spec(of: id)?.path ?? "",
          isTest: graph[id].roles.contains(.test), package: graph.package(of: id),
          targets: [graph[id].name], files: files))
    }
    rows.sort { $0.name.precedes($1.name) }
  }

  private static func touched(
    _ workspace: Workspace, by changes: ChangedPaths, in tree: any FileTree,
    _ older: () -> GitTree?
  ) -> ModuleMap<[String]> {
    let graph = workspace.graph
    let manifests = graph.specs.filter { $0.isPackage && changes.contains($0.path) }.map(\.path)
    let declared = targets(changedIn: manifests, of: tree, since: manifests.isEmpty ? nil : older())
    let touched = inParallel(graph.specs.count, jobs: Walk.defaultJobs) { number in
      workspace.sourceLists.touchedTargets(ofSpec: number, by: changes)
    }
    return ModuleMap(for: graph) { id in
      let module = graph[id]
      switch module.external {
      case .file(let path): return changes.below(path)
      case .package(let identity):
        // Lock files do not pin packages in folders of the workspace.
        let isRemote = tree.kind(of: identity) == nil
        return changes.below(identity) + (isRemote ? changes.named("Package.resolved") : [])
      case .pod: return changes.named("Podfile.lock")
      case .carthage: return changes.named("Cartfile.resolved")
      case .sdk: return []
      case nil: break
      }
      guard let files = touched[module.spec] else {
        return changes.touching(packageModule: id, of: graph, declared)
      }
      return files.shared.union(files.targets[module.baseName] ?? [])
        .union(files.targets[module.name] ?? []).sorted { $0.precedes($1) }
    }
  }

  /// Returns the targets whose declarations in manifests changed, by path of the manifest; without
  /// manifests that may have changed as a whole.
  private static func targets(
    changedIn manifests: [String], of tree: any FileTree, since older: GitTree?
  ) -> [String: Set<String>] {
    guard let older else { return [:] }
    var found: [String: Set<String>] = [:]
    for path in manifests {
      guard let old = try? older.content(of: path), let new = try? tree.content(of: path) else {
        continue
      }
      found[path] = ManifestReader.targets(changedFrom: old, to: new)
    }
    return found
  }

  /// Returns arguments of `xcodebuild test`, one per line, quoted for shells and xargs.
  static func xcodebuildArguments(_ rows: [Row]) -> String {
    let names = Set(rows.filter(\.isTest).flatMap(\.targets)).sorted { $0.precedes($1) }
    return names.map { name in
      // One line is one argument, so a name must not contain a line break.
      let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
      return "-only-testing:\(line.escapedForTerminal.quotedForShell)\n"
    }.joined()
  }

  /// Returns a command for each package with test targets in `rows`, to run in the root.
  static func swiftCommands(_ rows: [Row]) -> String {
    var targets: [String: Set<String>] = [:]
    for row in rows where row.isTest {
      if let package = row.package { targets[package, default: []].formUnion(row.targets) }
    }
    return targets.sorted { $0.key.precedes($1.key) }.map { folder, names in
      // Filters are regular expressions: a name may be the prefix of another.
      let filters = names.sorted { $0.precedes($1) }.map { name in
        let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
        return " --filter " + "^\(line.escapedForTerminal)\\.".quotedForShell
      }
      let place =
        folder.isEmpty ? "" : " --package-path " + folder.escapedForTerminal.quotedForShell
      return "swift test\(filters.joined())\(place)\n"
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

extension ModuleGraph {
  fileprivate func package(of module: ModuleID) -> String? {
    spec(of: module).flatMap { $0.isPackage ? $0.folder : nil }
  }
}

extension ChangedPaths {
  /// Returns the changed inputs of a target of a local package: its manifest and the files of its
  /// folder.
  ///
  /// A target may have the whole package as its folder, which also contains the tests.
  fileprivate func touching(
    packageModule id: ModuleID, of graph: ModuleGraph, _ declared: [String: Set<String>]
  ) -> [String] {
    let package = graph.specs[graph[id].spec]
    let folder = graph.folder(of: id)?.path ?? ""
    var files = Set(below(folder))
    if folder == package.folder {
      let tests = Path.join(folder, entry: "Tests/")
      files = files.filter { !$0.hasPrefix(tests) }
    }
    files.remove(package.path)
    if contains(package.path), declared[package.path]?.contains(graph[id].name) ?? true {
      files.insert(package.path)
    }
    return files.sorted { $0.precedes($1) }
  }
}
