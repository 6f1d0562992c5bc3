internal import Architecture
internal import Diagnostics
internal import Files
public import Git
internal import Graph
internal import Paths
internal import Rules
internal import SourceReading
internal import Text
internal import Workspace

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
    try repository.mergeBase(of: revision) { Self.nearest(to: revision, among: $0) }
  }

  /// Resolves a revision.
  public func commit(named revision: String) throws(GitError) -> Repository.Commit {
    try repository.commit(named: revision) { Self.nearest(to: revision, among: $0) }
  }

  private static func nearest(to revision: String, among names: [String]) -> String? {
    // A suffix such as `~2` is not part of the name.
    let name = String(revision.prefix { !"~^@:".contains($0) })
    guard name != "HEAD", !names.contains(name) else { return nil }
    return names.nearest(to: name).map { $0 + revision.dropFirst(name.count) }
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
