import Architecture
import ArgumentParser
import Diagnostics
import Files
import Fixes
import Git
import Graph
import Packages
import Paths
import Report
import Rules
import SpecReading
import Workspace

/// A workspace with its rules.
struct LoadedWorkspace {
  var place: WorkspacePlace
  /// The tree that the workspace was read from: the disk, the index or a revision.
  var tree: any FileTree
  var configuration: Configuration
  var workspace: Workspace
  /// The targets whose sources were read, if a rule needs them.
  let importScope: ImportScope
  /// The baseline of the last check, and its text.
  var baseline: Baseline?
  var baselineText: [UInt8] = []
  /// The source map of locations.
  var sources: SourceMap
  /// The rules file and the baseline if they are outside of the root; their lines are not shown.
  var hiddenFiles: Set<FileID> = []

  /// Reads the workspace of `paths`.
  ///
  /// With `isSnapshot`, keeps YAML and JSON files as first read. With `revision`, reads that
  /// revision.
  ///
  /// - Throws: `ExitCode` after reporting an error: 64 for contradictory paths, 2 if no input can
  ///   be read.
  init(
    _ paths: [String], _ options: WorkspaceOptions, needsRules: Bool, isStaged: Bool = false,
    isSnapshot: Bool = false, revisions: RevisionOptions? = nil, revision: String? = nil
  ) throws {
    let place = try Self.place(of: paths, config: options.config)
    if needsRules, place.rules == nil {
      throw Failure(Self.missingRules(of: place))
    }
    if place.rules == nil, let advice = Self.misnamedRules(of: place) {
      Terminal.printError(advice)
    }
    if let revision {
      let older = try Self.files(of: revision, at: place)
      try self.init(at: place, older.tree, options, otherwise: older.rules)
    } else if isStaged {
      let files = try GitFiles(of: place)
      let scope = revisions?.importScope(at: place, files) ?? .all
      try self.init(at: place, try files.index(), options, importScope: scope)
    } else {
      let tree = try Self.files(of: place)
      let scope = revisions?.importScope(at: place, nil) ?? .all
      if isSnapshot {
        try self.init(at: place, EditedTree(tree), options, importScope: scope)
      } else {
        try self.init(at: place, tree, options, importScope: scope)
      }
    }
    try requireNamedSpecs()
  }

  private static func place(of paths: [String], config: String?) throws -> WorkspacePlace {
    do throws(PlaceError) {
      return try WorkspaceFinder(config: config).find(paths)
    } catch {
      let message = error.message + advice(on: error, paths)
      if case .twoWorkspaces = error { throw Failure(message, .validationFailure) }
      throw Failure(message)
    }
  }

  /// Rejects named files that are not specs, with a message for each.
  private func requireNamedSpecs() throws {
    guard !workspace.misnamed.isEmpty else { return }
    for (path, reason) in workspace.misnamed { Terminal.printError("\(path) \(reason)") }
    throw ExitCode.validationFailure
  }

  /// Returns advice for a first argument that may be a mistyped command.
  private static func advice(on error: PlaceError, _ paths: [String]) -> String {
    guard case .noSuchPath(let path) = error, path == paths.first else { return "" }
    return UsageAdvice.command(meantBy: path).map { "; did you mean '\(About.name) \($0)'?" } ?? ""
  }

  /// Reads a workspace from a tree with the same root.
  ///
  /// - Parameters:
  ///   - place: The location of the workspace.
  ///   - tree: Its files.
  ///   - options: The options.
  ///   - rules: The rules to use if the tree has none.
  ///   - fixedRules: The rules to use in any case.
  ///   - importScope: The targets whose sources are read, if a rule needs them.
  ///   - isAgain: Whether the workspace was read before, so that messages are not repeated.
  ///   - parsed: The specs of other revisions that were parsed.
  /// - Throws: `ExitCode` after reporting the unreadable files.
  init<Tree: FileTree>(
    at place: WorkspacePlace, _ tree: Tree, _ options: WorkspaceOptions,
    otherwise rules: Configuration? = nil, by fixedRules: Configuration? = nil,
    importScope: ImportScope = .all, isAgain: Bool = false, parsed: ParsedTexts? = nil
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
      var reading = options.reading(place, of: tree)
      reading.readsAllSources = importScope.isAll
      reading.parsedTexts = parsed
      let read = try Workspace(
        reading: tree, configuration: configuration, known: known, options: reading)
      workspace = read.judgingImports(by: configuration, importScope, jobs: reading.jobs)
      sources = workspace.sources
    } catch {
      throw Self.cannotRead(place.root, error)
    }
    try requireContent()
    // A second reading must not repeat messages.
    if fixedRules == nil, !isAgain { noteWhatIsNotRead(isOlder: rules != nil) }
  }

  /// Reports inputs that are deliberately not read on standard error.
  private func noteWhatIsNotRead(isOlder: Bool) {
    for path in isOlder ? [] : workspace.ignoredPaths {
      Terminal.printError(
        "'\(path)' does not exist and git ignores it: what it would add is not checked")
    }
    workspace.noteUnknownPackages()
  }

  /// Exits with an error if a file of the index or a revision could not be read.
  ///
  /// A missing object would otherwise count as an absent file, and its findings as new.
  ///
  /// - Throws: `ExitCode` after reporting it.
  func requireContent() throws { try Self.requireContent(of: tree) }

  fileprivate static func requireContent(of tree: some FileTree) throws {
    guard let failure = (tree as? GitTree)?.failure else { return }
    Terminal.relay("git: \(failure)")
    throw ExitCode.cannotCheck
  }

  /// Exits with an error if nothing was read: there is neither a spec, even a broken one, nor a
  /// package with a manifest that can be read without a compiler.
  func requireSpecs() throws {
    guard isEmpty else { return }
    throw Failure(missingSpecs)
  }

  /// Whether nothing was read.
  var isEmpty: Bool {
    workspace.graph.specs.isEmpty && workspace.diagnostics.isEmpty
      && !workspace.hasOpaquePackages
  }

  private static func configuration(
    of place: WorkspacePlace, in tree: some FileTree, otherwise other: Configuration?,
    into known: inout SourceMap
  ) throws -> Configuration {
    guard let rules = place.rules else { return Configuration() }
    // A file outside of the root is shown by its name only.
    let inner = path(of: rules, below: place.root)
    let name = inner ?? Path.lastComponent(rules)
    let file = known.add(name)
    if !place.isRulesNamed {
      if let other, !isOwn(WorkspacePlace.rulesFileName, of: place, in: tree) { return other }
      try requireOwn(WorkspacePlace.rulesFileName, of: place, in: tree, advice: configAdvice)
    }
    let text: [UInt8]
    do throws(FileError) {
      text = try ownText(of: rules, at: place, in: tree)
    } catch {
      try requireContent(of: tree)
      if let other { return other }
      if error == .notFound, tree is GitTree {
        throw Failure("\(name) is not in the index; add it with 'git add'")
      }
      throw cannotRead(rules, error)
    }
    do throws(Diagnostic) {
      return try Configuration(
        rules: text, file: file, catalog: ruleCatalog, version: other == nil ? About.version : nil)
    } catch {
      if let other { return other }
      throw cannotApply(error, name, inner == nil ? nil : text)
    }
  }

  /// Returns the rules of the working tree.
  static func currentRules(of place: WorkspacePlace) throws -> Configuration {
    var known = SourceMap()
    return try configuration(of: place, in: files(of: place), otherwise: nil, into: &known)
  }

  private static func files(of place: WorkspacePlace) throws -> WorkingDirectory {
    try naming(place.root) { () throws(FileError) in try WorkingDirectory(workspace: place.root) }
  }

  /// Reads the rules file or the baseline, which may be outside of the workspace.
  static func ownText(
    of file: String, at place: WorkspacePlace, in tree: some FileTree
  ) throws(FileError) -> [UInt8] {
    guard let inner = path(of: file, below: place.root) else {
      return try WorkingDirectory.machine.content(of: file)
    }
    return try tree.content(of: inner)
  }

  private static var configAdvice: String { "; '--config' reads one from wherever it lies" }

  /// Rejects a rules file or baseline that is a link out of the workspace and its repository.
  ///
  /// Its content must not appear in reports.
  ///
  /// - Throws: `ExitCode` after reporting it.
  static func requireOwn(
    _ name: String, of place: WorkspacePlace, in tree: some FileTree, advice: String = ""
  ) throws {
    if isOwn(name, of: place, in: tree) { return }
    throw Failure("\(name) is a link that leads out of the workspace\(advice)")
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

  /// Reports an error in a rules file or baseline that cannot be used.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - name: The displayed path.
  ///   - text: The content, unless it must not be shown.
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
        let line = lines[Int(number) - 1]
        return line.isEmpty ? nil : line
      })
    return .cannotCheck
  }

  static func path(of file: String, below root: String) -> String? {
    realPath(file).flatMap { Path.part(of: $0, in: root) }.map { String($0) }
  }

  static func cannotRead(_ path: String, _ error: FileError) -> Failure {
    Failure("\(path): \(error.reason)")
  }
}
