public import Architecture
public import Diagnostics
public import Files
import Fixes
import Git
import Graph
import Packages
import Paths
public import Rules
public import SourceReading
public import Workspace
import WorkspaceReading

/// A workspace with its rules.
public struct LoadedWorkspace {
  public var place: WorkspacePlace
  /// The tree that the workspace was read from: the disk, the index or a revision.
  public var tree: any FileTree
  public var configuration: Configuration
  public var workspace: Workspace
  /// The targets whose sources were read, if a rule needs them.
  public let importScope: ImportScope
  public let options: LoadingOptions
  /// The baseline of the last check, and its text.
  public var baseline: Baseline?
  public var baselineText: [UInt8] = []
  /// The source map of locations.
  public var sources: SourceMap
  /// The rules file and the baseline if they are outside of the root; their lines are not shown.
  public var hiddenFiles: Set<FileID> = []

  /// Reads the workspace of `paths`, or of the current folder without any.
  ///
  /// With `isWhole`, a folder means the whole workspace. With `mayBeEmpty`, there may be neither a
  /// spec, even a broken one, nor a package that can be read without a compiler.
  ///
  /// - Throws: `GitError`, or `Failure`.
  public init(
    _ paths: [String], _ options: LoadingOptions, needsRules: Bool,
    of state: WorkspaceState = .workingTree, importedBy changes: ChangeScope = .all,
    isWhole: Bool = false, mayBeEmpty: Bool = false
  ) throws {
    let place = try WorkspaceFinder.place(of: paths, config: options.config)
    if needsRules, place.rules == nil {
      throw Failure(
        "no rules.yml here or in a folder above; 'modlint init' writes one that fits the tree")
    }
    switch state {
    case .revision(let revision):
      let older = try Self.files(of: revision, at: place, options)
      try self.init(at: place, older.tree, options, otherwise: older.rules)
    case .index:
      let files = try GitFiles(of: place, options.host)
      let scope = changes.importScope(at: place, options.host, files)
      try self.init(at: place, try files.index(), options, importScope: scope)
    case .workingTree:
      let scope = changes.importScope(at: place, options.host, nil)
      try self.init(at: place, try Self.files(of: place), options, importScope: scope)
    case .snapshot:
      try self.init(at: place, EditedTree(try Self.files(of: place)), options)
    }
    guard workspace.misnamed.isEmpty else {
      throw Failure(workspace.misnamed.map { "\($0.path) \($0.reason)" }, isUsage: true)
    }
    if isWhole { self.place.parts = [] }
    if !mayBeEmpty { try requireSpecs() }
  }

  /// Reads a workspace from a tree with the same root.
  ///
  /// Uses `fixedRules` in any case, and `rules` if the tree has none. If `isAgain`, it was read
  /// before, so that messages are not repeated.
  ///
  /// - Throws: `Failure`, or `GitError` if git cannot read a file.
  public init<Tree: FileTree>(
    at place: WorkspacePlace, _ tree: Tree, _ options: LoadingOptions,
    otherwise rules: Configuration? = nil, by fixedRules: Configuration? = nil,
    importScope: ImportScope = .all, isAgain: Bool = false
  ) throws {
    self.place = place
    self.tree = tree
    self.importScope = importScope
    self.options = options
    var known = SourceMap()
    if let fixedRules {
      configuration = fixedRules
      _ = known.add(WorkspacePlace.rulesFileName)
    } else {
      configuration = try Self.configuration(
        of: place, in: tree, otherwise: rules, options.version, into: &known)
    }
    if fixedRules == nil, let rules = place.rules,
      known.paths.first != WorkspacePlace.path(of: rules, below: place.root)
    {
      hiddenFiles.insert(FileID(index: 0))
    }
    do throws(FileError) {
      let reading = options.reading(place, of: tree)
      let read = try Workspace(
        reading: tree, configuration: configuration, known: known, options: reading)
      workspace = read.judgingImports(by: configuration, importScope, jobs: reading.jobs)
      sources = workspace.sources
    } catch {
      throw Failure(place.root, error)
    }
    try tree.requireContent()
    // A second reading must not repeat messages.
    if fixedRules == nil, !isAgain { noteWhatIsNotRead(isOlder: rules != nil) }
  }

  private func noteWhatIsNotRead(isOlder: Bool) {
    for path in isOlder ? [] : workspace.ignoredPaths {
      options.host.note(
        "'\(path)' does not exist and git ignores it: what it would add is not checked")
    }
    for note in workspace.notesOfUnknownPackages { options.host.note(note) }
  }

  /// Throws an error if nothing was read.
  public func requireSpecs() throws {
    if isEmpty { throw Failure(missingSpecs) }
  }

  /// Whether nothing was read.
  public var isEmpty: Bool {
    workspace.graph.specs.isEmpty && workspace.diagnostics.isEmpty && !workspace.hasOpaquePackages
  }

  private static func configuration(
    of place: WorkspacePlace, in tree: some FileTree, otherwise other: Configuration?,
    _ version: String, into known: inout SourceMap
  ) throws -> Configuration {
    guard let rules = place.rules else { return Configuration() }
    // A file outside of the root is shown by its name only.
    let inner = WorkspacePlace.path(of: rules, below: place.root)
    let name = inner ?? Path.lastComponent(rules)
    let file = known.add(name)
    let text: [UInt8]
    do throws(FileError) {
      text = try ownText(of: rules, at: place, in: tree)
    } catch {
      try tree.requireContent()
      if let other { return other }
      if error == .notFound, tree is GitTree {
        throw Failure("\(name) is not in the index; add it with 'git add'")
      }
      if error == .outsideRoot {
        throw Failure("\(outsideMessage(name)); '--config' reads one from wherever it lies")
      }
      throw Failure(rules, error)
    }
    do throws(Diagnostic) {
      return try Configuration(
        rules: text, file: file, catalog: ruleCatalog, version: other == nil ? version : nil)
    } catch {
      if let other { return other }
      throw cannotApply(error, name)
    }
  }

  /// Returns the rules of the working tree.
  public static func currentRules(
    of place: WorkspacePlace, _ options: LoadingOptions
  ) throws -> Configuration {
    var known = SourceMap()
    return try configuration(
      of: place, in: files(of: place), otherwise: nil, options.version, into: &known)
  }

  private static func files(of place: WorkspacePlace) throws -> WorkingDirectory {
    do throws(FileError) {
      return try WorkingDirectory(workspace: place.root)
    } catch {
      throw Failure(place.root, error)
    }
  }

  /// Reads the rules file or the baseline, which may be outside of the workspace if `--config` says
  /// so.
  ///
  /// Otherwise the tree refuses a link out of the workspace and its repository, whose content must
  /// not appear in reports.
  public static func ownText(
    of file: String, at place: WorkspacePlace, in tree: some FileTree
  ) throws(FileError) -> [UInt8] {
    if !place.isRulesNamed { return try tree.content(of: Path.lastComponent(file)) }
    guard let inner = WorkspacePlace.path(of: file, below: place.root) else {
      return try WorkingDirectory.machine.content(of: file)
    }
    return try tree.content(of: inner)
  }

  static func outsideMessage(_ name: String) -> String {
    "\(name) is a link that leads out of the workspace"
  }

  /// Returns the failure because of an error in a rules file or baseline at the path `name`.
  static func cannotApply(_ error: Diagnostic, _ name: String) -> Failure {
    let place = error.location.map { ":\($0.start.line):\($0.start.column)" } ?? ""
    let text = ([error.message] + error.help).map(\.text).joined(separator: "; ")
    return Failure("\(name)\(place): error: \(text) [\(error.rule.name)]")
  }
}

extension FileTree {
  /// Throws an error if a file of the index or a revision could not be read.
  ///
  /// A missing object would otherwise count as an absent file, and its findings as new.
  public func requireContent() throws {
    if let failure = (self as? GitTree)?.failure { throw GitError(message: failure) }
  }
}

extension Workspace {
  /// The reasons why requested packages are still one module each.
  public var notesOfUnknownPackages: [String] {
    unknownPackages.map { path, reason in
      "package '\(path.isEmpty ? "." : path)' is treated as one module: \(reason)"
    }
  }
}

extension WorkspacePlace {
  /// The path of the baseline next to the rules file, even if it does not exist; `nil` without a
  /// rules file.
  public var baseline: String? { rules.map(Self.baseline(beside:)) }

  public static func baseline(beside path: String) -> String {
    Path.join(Path.folder(of: path), entry: Baseline.fileName)
  }
}

extension LoadedWorkspace {
  /// Runs the rules.
  ///
  /// Findings are known if the baseline records them or `older` contains their fingerprints.
  ///
  /// Reads the baseline and adds it to `sources`.
  ///
  /// - Throws: `Failure` if the baseline is unreadable.
  public mutating func check(on today: Day, older: Set<String> = []) throws -> LintResult {
    baseline = try readBaseline()
    let known = KnownFindings(
      baseline: baseline, judgesBaseline: place.parts.isEmpty, older: older)
    let outcome = Linter.run(
      workspace.graph, configuration: configuration, readerFindings: workspace.diagnostics,
      sources: sources, today: today, reading: workspace.reading, known: known)
    try tree.requireContent()
    return outcome
  }

  public var shownBaseline: String {
    place.baseline.flatMap { WorkspacePlace.path(of: $0, below: place.root) } ?? Baseline.fileName
  }

  private mutating func readBaseline() throws -> Baseline? {
    guard let path = place.baseline else { return nil }
    let text: [UInt8]
    do throws(FileError) {
      text = try Self.ownText(of: path, at: place, in: tree)
    } catch .notFound {
      return nil
    } catch .outsideRoot {
      throw Failure(Self.outsideMessage(Baseline.fileName))
    } catch {
      throw Failure(path, error)
    }
    baselineText = text
    let file = sources.add(shownBaseline)
    if WorkspacePlace.path(of: path, below: place.root) == nil { hiddenFiles.insert(file) }
    do throws(Diagnostic) {
      return try Baseline(text, file: file)
    } catch {
      throw Self.cannotApply(error, sources[file])
    }
  }
}
