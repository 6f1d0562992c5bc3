import ArgumentParser
import Diagnostics
import Files
import Git
import Graph
import Rules
import Architecture
import Paths
import Text
import Workspace

/// The options of commands that look at revisions or the index.
struct RevisionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Ignore findings already present at the merge base of this revision and HEAD.",
      valueName: "rev"),
    completion: .revision)
  var since: String?

  @Flag(help: "Check the git index instead of the working tree.")
  var staged = false

  func validate() throws { try Self.validate(since) }

  /// Git would take what starts with `-` for an option.
  static func validate(_ revision: String?) throws {
    if let revision, revision.isEmpty || revision.hasPrefix("-") {
      throw ValidationError("'\(revision)' is not a revision")
    }
  }
}

/// The option of commands that can read a revision instead of the working tree.
struct RevisionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the workspace as it is in this revision, without a checkout.", valueName: "rev"),
    completion: .revision)
  var rev: String?

  func validate() throws { try RevisionOptions.validate(rev) }

  /// - Throws: Where a comparison was asked for as well, which is one with the working tree or the index.
  func requireAlone(since: String?, isStaged: Bool = false) throws {
    guard rev != nil, since != nil || isStaged else { return }
    throw ValidationError(
      "--rev and \(isStaged ? "--staged" : "--since") cannot be used together")
  }
}

/// The git repository around a workspace, and where in it the workspace lies.
struct GitFiles {
  let repository: Repository
  /// The root of the workspace, from the top of the repository.
  let root: String

  /// - Parameters:
  ///   - place: Where the workspace is.
  ///   - asksForChanges: Whether git is at once asked what the index changes.
  /// - Throws: `ExitCode` after saying so if there is none.
  init(of place: WorkspacePlace, asksForChanges: Bool = false) throws {
    do throws(GitError) {
      repository = try Repository(
        of: place.root, environment: Terminal.environment, asksForChanges: asksForChanges)
    } catch {
      throw Self.cannotTell(error)
    }
    guard let path = repository.path(from: place.root) else {
      Terminal.printError("git: '\(place.root)' is not in the working tree of '\(repository.top)'")
      throw ExitCode.cannotCheck
    }
    root = path
  }

  /// The files of the index; nothing if git cannot tell, without saying so.
  var quietIndex: GitTree? {
    var notes: [String] = []
    return try? repository.index(root: root, notes: &notes)
  }

  /// Nothing if there is none, without saying so.
  init?(quietlyAt place: WorkspacePlace) {
    guard let repository = try? Repository(of: place.root, environment: Terminal.environment),
      let path = repository.path(from: place.root)
    else { return nil }
    self.repository = repository
    root = path
  }

  /// The files that the next commit will have.
  func index() throws -> GitTree {
    try tree { (notes) throws(GitError) in try repository.index(root: root, notes: &notes) }
  }

  func files(of commit: Repository.Commit) throws -> GitTree {
    try tree { (notes) throws(GitError) in
      try repository.tree(of: commit, root: root, notes: &notes)
    }
  }

  /// The files of where a revision and HEAD parted, and what is not as it was in them; nothing if git cannot
  /// tell, without saying so.
  static func older(
    since revision: String, at place: WorkspacePlace
  ) -> (tree: GitTree, notes: [String])? {
    var notes: [String] = []
    guard let files = GitFiles(quietlyAt: place),
      let base = try? files.repository.mergeBase(of: revision),
      let tree = try? files.repository.tree(of: base, root: files.root, notes: &notes)
    else { return nil }
    return (tree, notes)
  }

  func mergeBase(of revision: String) throws -> Repository.Commit {
    try asked { () throws(GitError) in
      try repository.mergeBase(of: revision) { Self.nearest(to: revision, among: $0) }
    }
  }

  /// The commit that a revision names.
  func commit(named revision: String) throws -> Repository.Commit {
    try asked { () throws(GitError) in
      try repository.commit(named: revision) { Self.nearest(to: revision, among: $0) }
    }
  }

  private static func nearest(to revision: String, among names: [String]) -> String? {
    // What follows the name, such as `~2`, is not part of it.
    let name = String(revision.prefix { !"~^@:".contains($0) })
    guard name != "HEAD", !names.contains(name) else { return nil }
    return names.nearest(to: name).map { $0 + revision.dropFirst(name.count) }
  }

  /// What git answers.
  ///
  /// - Throws: `ExitCode` after saying why it cannot.
  func asked<Answer>(_ question: () throws(GitError) -> Answer) throws -> Answer {
    do throws(GitError) { return try question() } catch { throw Self.cannotTell(error) }
  }

  /// The paths of all files that differ from those of a commit, from the root of the workspace; what
  /// lies outside starts with `../`.
  func changes(since commit: Repository.Commit, isStaged: Bool) throws -> Set<String> {
    do throws(GitError) {
      return fromRoot(try repository.changes(since: commit, isStaged: isStaged))
    } catch {
      throw Self.cannotTell(error)
    }
  }

  /// The same, or nothing if git cannot tell.
  func changesIfKnown(
    since revision: String?, isStaged: Bool
  ) -> Set<String>? {
    do throws(GitError) {
      let base = try revision.map { (name) throws(GitError) in try repository.mergeBase(of: name) }
      return fromRoot(
        try repository.changes(since: base ?? .head, isStaged: isStaged))
    } catch {
      return nil
    }
  }

  /// The paths of all files of a name that git tracks, as `changes` has them; nothing if it cannot tell.
  func trackedFiles(named name: String) -> Set<String>? {
    (try? repository.trackedFiles(named: name)).map { fromRoot(Array($0)) }
  }

  private func fromRoot(_ paths: [String]) -> Set<String> {
    let up = Path.joined(Path.components(of: root).map { _ in ".." })
    return Set(
      paths.map { path in
        Path.part(of: path, in: root).map { String($0) } ?? Path.join(up, entry: path)
      })
  }

  private func tree(_ read: (inout [String]) throws(GitError) -> GitTree) throws -> GitTree {
    var notes: [String] = []
    do throws(GitError) {
      let tree = try read(&notes)
      for note in notes { Terminal.relay(note) }
      return tree
    } catch {
      throw Self.cannotTell(error)
    }
  }

  private static func cannotTell(_ error: GitError) -> ExitCode {
    Terminal.relay("git: \(error.message)")
    return .cannotCheck
  }
}

extension LoadedWorkspace {
  /// The workspace as it was where `revision` and HEAD parted, by the rules of then; nil if there was
  /// none.
  ///
  /// A revision without usable rules is judged by those of now.
  ///
  /// - Parameters:
  ///   - revision: The revision.
  ///   - options: How to read.
  ///   - importScope: Of which targets the sources are read, where a rule asks for them.
  /// - Returns: The workspace.
  /// - Throws: `ExitCode` after saying why git cannot tell.
  func older(
    since revision: String, _ options: WorkspaceOptions, importScope: ImportScope = .all
  ) throws -> LoadedWorkspace? {
    let tree = try olderFiles(since: revision)
    guard tree.kind(of: "") == .folder else { return nil }
    var whole = place
    // Files that were asked for by name are read, whatever is shown of them.
    whole.parts = place.parts.filter { tree.kind(of: $0) == .file }
    return try LoadedWorkspace(
      at: whole, tree, options, otherwise: configuration, importScope: importScope)
  }

  /// The files of where `revision` and HEAD parted.
  private func olderFiles(since revision: String) throws -> GitTree {
    if let (tree, notes) = pendingOlder?.take() {
      for note in notes { Terminal.relay(note) }
      return tree
    }
    let files = try GitFiles(of: place)
    return try files.files(of: files.mergeBase(of: revision))
  }

  /// The fingerprints of all findings, and those with their places.
  mutating func fingerprints(on day: Day) throws -> Set<String> {
    let findings = try check(on: day).findings
    return Set(
      findings.flatMap { [$0.fingerprint(in: sources), $0.placedFingerprint(in: sources)] })
  }
}

extension LoadedWorkspace {
  /// The files of a revision, and the rules of now where it has none.
  static func files(
    of revision: String, at place: WorkspacePlace
  ) throws -> (tree: GitTree, rules: Configuration?) {
    let files = try GitFiles(of: place)
    let tree = try files.files(of: files.commit(named: revision))
    guard let rules = place.rules, let name = path(of: rules, below: place.root),
      tree.kind(of: name) != .file
    else { return (tree, nil) }
    Terminal.printError("\(name) is not in '\(revision)'; using that of the working tree")
    return (tree, try currentRules(of: place))
  }
}

extension RevisionOptions {
  /// Of which targets the sources are read: of a comparison those that have changed, of the index those that
  /// the next commit changes.
  ///
  /// Where rules or baseline have changed, all sources are judged anew.
  ///
  /// - Parameters:
  ///   - place: Where the workspace is.
  ///   - files: Its repository, where that is known already.
  /// - Returns: The targets, which may be asked of git as late as they are needed.
  func importScope(at place: WorkspacePlace, _ files: GitFiles?) -> ImportScope {
    guard staged || since != nil else { return .all }
    let (since, staged, own) = (since, staged, place.ownPaths)
    let ask: @Sendable () -> Set<String>? = {
      let files = files ?? GitFiles(quietlyAt: place)
      guard let changes = files?.changesIfKnown(since: since, isStaged: staged),
        changes.isDisjoint(with: own)
      else { return nil }
      return changes
    }
    // git takes longer to start than most workspaces to read. Of the index alone it was asked already.
    guard since != nil, place.mayAskForImports else { return .changes(ask) }
    let changes = BackgroundValue(ask)
    return .changes { changes.take() }
  }

  /// Whether it will be asked what the index changes.
  func asksForStagedChanges(at place: WorkspacePlace) -> Bool {
    staged && since == nil && place.mayAskForImports
  }
}

extension WorkspacePlace {
  /// The paths of the rules file and of the baseline from the root; none where they lie elsewhere.
  var ownPaths: [String] {
    guard let rules, let path = LoadedWorkspace.path(of: rules, below: root) else { return [] }
    return [path, Self.baseline(beside: path)]
  }

  /// Whether the rules file names a rule that asks for what sources import.
  fileprivate var mayAskForImports: Bool {
    var text: [UInt8] = []
    guard let rules,
      (try? WorkingDirectory.machine.read(rules, limit: Limits.fileSize, into: &text)) != nil
    else { return false }
    let words = text.split {
      $0 != UInt8(ascii: "-") && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
    }
    return [RuleID.undeclaredImport, .unusedLink].contains { rule in
      words.contains { $0.elementsEqual(rule.name.utf8) }
    }
  }
}

extension LoadedWorkspace {
  /// The targets of whose sources something was found that may have been so before.
  var scopeOfFoundImports: ImportScope {
    let graph = workspace.graph
    let notes = workspace.reading.imports
    let links = graph.links.filter { $0.isImport || notes?.uses[$0.id] == .unused }
    return .targets(Set(links.map { graph.identity($0.from) }))
  }
}
