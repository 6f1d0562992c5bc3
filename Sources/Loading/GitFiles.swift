public import Architecture
import Diagnostics
import Files
public import Git
import Graph
import Paths
import Rules
public import SourceReading
import Text
import Workspace

/// The git repository of a workspace, and the path of the workspace in it.
public struct GitFiles: Sendable {
  public let repository: Repository
  /// The root of the workspace, relative to the top of the repository.
  public let root: String
  private let host: Host

  /// Opens the repository around a workspace; fails without one.
  public init(of place: WorkspacePlace, _ host: Host) throws {
    self.host = host
    repository = try Repository(of: place.root, environment: host.environment)
    guard let path = repository.path(from: place.root) else {
      throw Failure("git: '\(place.root)' is not in the working tree of '\(repository.top)'")
    }
    root = path
  }

  func index() throws(GitError) -> GitTree {
    var notes: [String] = []
    let tree = try repository.index(root: root, notes: &notes)
    for note in notes { host.relay(note) }
    return tree
  }

  public func files(of commit: Repository.Commit) throws(GitError) -> GitTree {
    var notes: [String] = []
    let tree = try repository.tree(of: commit, root: root, notes: &notes)
    for note in notes { host.relay(note) }
    return tree
  }

  public func mergeBase(of revision: String) throws(GitError) -> Repository.Commit {
    try repository.mergeBase(of: revision)
  }

  public func commit(named revision: String) throws(GitError) -> Repository.Commit {
    try repository.commit(named: revision)
  }

  /// Returns the paths of all files that differ from those of a commit, relative to the root of the
  /// workspace; paths of files outside start with `../`.
  public func changes(since commit: Repository.Commit, isStaged: Bool) throws(GitError) -> Set<
    String
  > {
    fromRoot(try repository.changes(since: commit, isStaged: isStaged))
  }

  /// Returns the changes since the merge base; `nil` if git fails.
  public func changesIfKnown(since revision: String?, isStaged: Bool) -> Set<String>? {
    let base = try? revision.map { try repository.mergeBase(of: $0) } ?? .head
    return base.flatMap { try? changes(since: $0, isStaged: isStaged) }
  }

  /// The paths of all tracked files that git would ignore otherwise, relative to the root; `nil` if
  /// git fails.
  var trackedIgnoredFiles: Set<String>? {
    (try? repository.trackedIgnoredFiles()).map(fromRoot)
  }

  /// The tracked manifests, Xcode projects and specs, relative to the root; `nil` if git fails.
  var trackedProjects: Set<String>? {
    (try? repository.trackedFiles(matching: ["*Package.swift", "*.xcodeproj/*", "*.yml"]))
      .map(fromRoot)
  }

  private func fromRoot(_ paths: [String]) -> Set<String> { Set(paths.map(fromRoot)) }

  /// Returns a path from the top as one from the root of the workspace.
  public func fromRoot(_ path: String) -> String {
    if let inner = Path.part(of: path, in: root) { return String(inner) }
    return Path.join(Path.joined(Path.components(of: root).map { _ in ".." }), entry: path)
  }
}

extension WorkspacePlace {
  /// The paths of the rules file and the baseline, relative to the root; none if they are outside.
  var ownPaths: [String] {
    guard let rules, let path = Self.path(of: rules, below: root) else { return [] }
    return [path, Self.baseline(beside: path)]
  }
}

extension LoadedWorkspace {
  /// Reads the workspace of the merge base of `revision` and HEAD; `nil` if it did not exist.
  ///
  /// Uses the rules that it had, or those of the working tree if they are not usable.
  public func older(
    since revision: String, importScope: ImportScope = .all
  ) throws -> LoadedWorkspace? {
    let files = try GitFiles(of: place, options.host)
    let tree = try files.files(of: files.mergeBase(of: revision))
    guard tree.kind(of: "") == .folder else { return nil }
    var whole = place
    // Reads all specs, and keeps those that the command line names.
    whole.parts = place.parts.filter { tree.kind(of: $0) == .file }
    return try LoadedWorkspace(
      at: whole, tree, options, otherwise: configuration, importScope: importScope)
  }

  /// Returns the fingerprints of all findings, with and without locations.
  public mutating func fingerprints(on day: Day) throws -> Set<String> {
    let findings = try check(on: day).findings
    return Set(
      findings.flatMap { [$0.fingerprint(in: sources), $0.placedFingerprint(in: sources)] })
  }

  /// Returns the files of a revision, and the rules of the working tree if it has none.
  static func files(
    of revision: String, at place: WorkspacePlace, _ options: LoadingOptions
  ) throws -> (tree: GitTree, rules: Configuration?) {
    let files = try GitFiles(of: place, options.host)
    let tree = try files.files(of: files.commit(named: revision))
    guard let rules = place.rules, let name = WorkspacePlace.path(of: rules, below: place.root),
      tree.kind(of: name) != .file
    else { return (tree, nil) }
    options.host.note("\(name) is not in '\(revision)'; using that of the working tree")
    return (tree, try currentRules(of: place, options))
  }

  /// The targets with findings in their sources, which the older revision may have as well.
  public var scopeOfFoundImports: ImportScope {
    let graph = workspace.graph
    let notes = workspace.reading.imports
    let links = graph.links.filter { $0.isImport || notes?.uses[$0.id] == .unused }
    return .targets(Set(links.map { graph.identity($0.from) }))
  }
}
