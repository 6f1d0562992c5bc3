import ArgumentParser
import Diagnostics
import Files
import Fixes
import Git
import Graph
import Packages
import Report
import Rules
import Architecture
import Paths
import Workspace
import Text

/// The options of all commands that read a workspace.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    help: "The rules file; the path that is checked is then the root of the workspace.",
    completion: .rulesFile)
  var config: String?

  @Option(help: "The number of threads that read files.")
  var jobs: Int?

  @Flag(help: packagesHelp)
  var packages = false

  @Flag(name: .customLong("no-cache"), help: noCacheHelp)
  var noCache = false

  static let packagesHelp: ArgumentHelp =
    "Ask swift about local packages whose manifests are computed instead of treating each as one module."
  static let noCacheHelp: ArgumentHelp = "With --packages: neither read nor write the cache."

  func validate() throws { try Self.validate(jobs: jobs) }

  static func validate(jobs: Int?) throws {
    if let jobs, !(1...1024 ~= jobs) {
      throw ValidationError("--jobs must be a number from 1 to 1024")
    }
  }
}

extension PackageReader {
  /// What asks the `swift` of the `PATH` about the packages of a workspace.
  init(_ root: String, isCached: Bool) {
    let swift = Program.path(of: "swift", in: Terminal.environment("PATH") ?? "")
    self.init(
      root: root, cache: isCached ? PackageCache(environment: Terminal.environment) : nil,
      swift: swift ?? "swift")
  }
}

/// A workspace with the rules it is read by.
struct LoadedWorkspace {
  var place: WorkspacePlace
  /// What the workspace was read from: the disk, the index or a revision.
  var tree: any FileTree
  var configuration: Configuration
  var workspace: Workspace
  /// Of which targets the sources were read, where a rule asks for them.
  let importScope: ImportScope
  /// What git is asked ahead: the files of the revision that this workspace is compared with.
  private(set) var pendingOlder: BackgroundValue<(tree: GitTree, notes: [String])?>?
  /// What the last check found beside the rules file.
  var baseline: Baseline?
  /// The files that places point into.
  var sources: SourceMap
  /// The rules file and the baseline where they lie outside of the root, so that none of their lines
  /// is shown.
  var hiddenFiles: Set<FileID> = []

  /// Reads the workspace that `paths` lie in.
  ///
  /// With `isSnapshot` its YAML and JSON files stay as they are when they are first read, and with `revision`
  /// it is read as it is there.
  ///
  /// - Throws: `ExitCode` after saying what is wrong: 64 for paths that make no sense together, 2 if
  ///   nothing can be read.
  init(
    _ paths: [String], _ options: WorkspaceOptions, needsRules: Bool, isStaged: Bool = false,
    isSnapshot: Bool = false, revisions: RevisionOptions? = nil, revision: String? = nil
  ) throws {
    let place = try Self.place(of: paths, config: options.config)
    if needsRules, place.rules == nil {
      Terminal.printError(Self.missingRules(of: place))
      throw ExitCode.cannotCheck
    }
    if place.rules == nil, let advice = Self.misnamedRules(of: place) {
      Terminal.printError(advice)
    }
    let pendingOlder = revisions?.since.map { revision in
      BackgroundValue { GitFiles.older(since: revision, at: place) }
    }
    if let revision {
      let older = try Self.files(of: revision, at: place)
      try self.init(at: place, older.tree, options, otherwise: older.rules)
    } else if isStaged {
      let files = try GitFiles(of: place)
      let scope = revisions?.importScope(at: place, files) ?? .all
      try self.init(at: place, try files.index(), options, importScope: scope)
    } else {
      let tree: WorkingDirectory
      do throws(FileError) {
        tree = try WorkingDirectory(workspace: place.root)
      } catch {
        throw Self.cannotRead(place.root, error)
      }
      let scope = revisions?.importScope(at: place, nil) ?? .all
      if isSnapshot {
        try self.init(at: place, SnapshotTree(tree), options, importScope: scope)
      } else {
        try self.init(at: place, tree, options, importScope: scope)
      }
    }
    self.pendingOlder = pendingOlder
    try requireNamedSpecs()
  }

  private static func place(of paths: [String], config: String?) throws -> WorkspacePlace {
    do throws(PlaceError) {
      return try WorkspaceFinder(config: config).find(paths)
    } catch {
      Terminal.printError(error.message + advice(on: error, paths))
      if case .twoWorkspaces = error { throw ExitCode.validationFailure }
      throw ExitCode.cannotCheck
    }
  }

  /// - Throws: `ExitCode` after saying of each file that was named and is not a specification what it is.
  private func requireNamedSpecs() throws {
    guard !workspace.misnamed.isEmpty else { return }
    for (path, reason) in workspace.misnamed { Terminal.printError("\(path) \(reason)") }
    throw ExitCode.validationFailure
  }

  /// The first word may have been meant as a command, and is a path as none has its name.
  private static func advice(on error: PlaceError, _ paths: [String]) -> String {
    guard case .noSuchPath(let path) = error, path == paths.first else { return "" }
    return UsageAdvice.command(meantBy: path).map { "; did you mean '\(About.name) \($0)'?" } ?? ""
  }

  /// Reads a workspace from a tree of files whose root is the workspace's.
  ///
  /// - Parameters:
  ///   - place: Where the workspace is.
  ///   - tree: Its files.
  ///   - options: How to read.
  ///   - rules: The rules to read it by, if there are none in the tree.
  ///   - fixedRules: The rules to read it by, whatever the tree has.
  ///   - importScope: Of which targets the sources are read, where a rule asks for them.
  ///   - isAgain: Whether it was read before, and what is to be said of its packages has been said.
  /// - Throws: `ExitCode` after saying what cannot be read.
  init<Tree: FileTree>(
    at place: WorkspacePlace, _ tree: Tree, _ options: WorkspaceOptions,
    otherwise rules: Configuration? = nil, by fixedRules: Configuration? = nil,
    importScope: ImportScope = .all, isAgain: Bool = false
  ) throws {
    self.place = place
    self.tree = tree
    self.importScope = importScope
    var known = SourceMap()
    if let fixedRules {
      configuration = fixedRules
      _ = known.add(WorkspacePlace.rulesFileName)
    } else {
      configuration = try Self.configuration(of: place, in: tree, otherwise: rules, into: &known)
    }
    if fixedRules == nil, let rules = place.rules,
      known.paths.first != Self.path(of: rules, below: place.root)
    {
      hiddenFiles.insert(FileID(index: 0))
    }
    do throws(FileError) {
      var reading = Workspace.Options(
        jobs: options.jobs ?? Walk.defaultJobs, environment: Terminal.environment)
      reading.root = place.root
      reading.importScope = importScope
      reading.namedSpecs = place.parts.filter {
        tree.kind(of: $0) == .file && !WorkspacePlace.ownFileNames.contains($0)
          && Path.lastComponent($0) != "Package.swift"
      }
      if options.packages {
        reading.describePackages = PackageReader(place.root, isCached: !options.noCache).describe
      }
      workspace = try Workspace(
        reading: tree, configuration: configuration, known: known, options: reading)
      sources = workspace.sources
    } catch {
      throw Self.cannotRead(place.root, error)
    }
    try requireContent()
    // Whoever reads it a second time has said so before.
    if fixedRules == nil, !isAgain { noteWhatIsNotRead(isOlder: rules != nil) }
  }

  /// Says on standard error what is not read though nothing is wrong with it.
  private func noteWhatIsNotRead(isOlder: Bool) {
    for path in isOlder ? [] : workspace.ignoredPaths {
      Terminal.printError(
        "'\(path)' does not exist and git ignores it: what it would add is not checked")
    }
    workspace.noteUnknownPackages()
  }

  /// What git has not got would else be taken for what was not there, and all about it for new.
  ///
  /// - Throws: `ExitCode` after saying so if a file of the index or a revision could not be read.
  func requireContent() throws { try Self.requireContent(of: tree) }

  fileprivate static func requireContent(of tree: some FileTree) throws {
    guard let failure = (tree as? GitTree)?.failure else { return }
    Terminal.relay("git: \(failure)")
    throw ExitCode.cannotCheck
  }

  /// - Throws: `ExitCode` after saying so if there is neither a spec, not even a broken one, nor a package.
  func requireSpecs() throws {
    guard workspace.graph.specs.isEmpty, workspace.diagnostics.isEmpty, !workspace.isOfPackages
    else { return }
    Terminal.printError(missingSpecs)
    throw ExitCode.cannotCheck
  }

  private static func configuration(
    of place: WorkspacePlace, in tree: some FileTree, otherwise other: Configuration?,
    into known: inout SourceMap
  ) throws -> Configuration {
    guard let rules = place.rules else { return Configuration() }
    // One from outside of the root is shown by its name alone.
    let inner = path(of: rules, below: place.root)
    let name = inner ?? Path.lastComponent(rules)
    let file = known.add(name)
    if !place.isRulesNamed {
      if let other, !isOwn(WorkspacePlace.rulesFileName, of: place, in: tree) { return other }
      try requireOwn(WorkspacePlace.rulesFileName, of: place, in: tree, advice: configAdvice)
    }
    var text: [UInt8] = []
    do throws(FileError) {
      if let inner {
        try tree.read(inner, limit: Limits.fileSize, into: &text)
      } else {
        try WorkingDirectory.machine.read(rules, limit: Limits.fileSize, into: &text)
      }
    } catch {
      try requireContent(of: tree)
      if let other { return other }
      if error == .notFound, tree is GitTree {
        Terminal.printError("\(name) is not in the index; add it with 'git add'")
        throw ExitCode.cannotCheck
      }
      throw cannotRead(rules, error)
    }
    do throws(Diagnostic) {
      return try Configuration(rules: text, file: file, catalog: ruleCatalog)
    } catch {
      if let other { return other }
      throw cannotApply(error, name, inner == nil ? nil : text)
    }
  }

  /// The rules of the working tree.
  static func currentRules(of place: WorkspacePlace) throws -> Configuration {
    let tree: WorkingDirectory
    do throws(FileError) {
      tree = try WorkingDirectory(workspace: place.root)
    } catch {
      throw cannotRead(place.root, error)
    }
    var known = SourceMap()
    return try configuration(of: place, in: tree, otherwise: nil, into: &known)
  }

  private static var configAdvice: String { "; '--config' reads one from wherever it lies" }

  /// A link can lead anywhere, and what a file of the machine says is not for reports.
  ///
  /// - Throws: `ExitCode` after saying so if modlint's own file `name`, beside the rules file, is a link
  ///   that leads out of the workspace and of its repository.
  static func requireOwn(
    _ name: String, of place: WorkspacePlace, in tree: some FileTree, advice: String = ""
  ) throws {
    if isOwn(name, of: place, in: tree) { return }
    Terminal.printError("\(name) is a link that leads out of the workspace\(advice)")
    throw ExitCode.cannotCheck
  }

  private static func isOwn(
    _ name: String, of place: WorkspacePlace, in tree: some FileTree
  ) -> Bool {
    if tree.kind(of: name) == nil || tree.resolvesInside(name) { return true }
    if let tree = tree as? GitTree { return tree.holds(name) }
    guard let repository = WorkspaceFinder.repository(of: place.root, in: tree) else {
      return false
    }
    return path(of: Path.join(place.root, entry: name), below: repository) != nil
  }

  /// Says what is wrong with a file of modlint's own that nothing can be taken from.
  ///
  /// - Parameters:
  ///   - error: What is wrong.
  ///   - name: The path of the file as it is shown.
  ///   - text: What is in the file, unless no line of it may be shown.
  /// - Returns: The exit status.
  static func cannotApply(
    _ error: Diagnostic, _ name: String, _ text: [UInt8]?
  ) -> ExitCode {
    var location = name
    if let start = error.location?.start { location += ":\(start.line):\(start.column)" }
    Terminal.printError("\(location): error: \(error.message.text) [\(error.rule.name)]")
    let lines = text.map { LineReader.lines(of: String(decoding: $0, as: UTF8.self), isYAML: true) }
    Terminal.note(
      TextReporter.details(of: error) { number in
        guard let lines, lines.indices.contains(Int(number) - 1) else { return nil }
        let line = String(lines[Int(number) - 1])
        return line.isEmpty ? nil : line
      })
    return .cannotCheck
  }

  static func path(of file: String, below root: String) -> String? {
    realPath(file).flatMap { Path.part(of: $0, in: root) }.map { String($0) }
  }

  static func cannotRead(_ path: String, _ error: FileError) -> ExitCode {
    Terminal.printError("\(path): \(error.reason)")
    return .cannotCheck
  }
}

extension Workspace {
  /// Says why packages stay one module that were asked about.
  func noteUnknownPackages() {
    for (path, reason) in unknownPackages {
      Terminal.printError("package '\(path)' is treated as one module: \(reason)")
    }
  }
}
