public import Files
internal import Paths
internal import Synchronization

/// What git ignores and tracks in a workspace, and its submodules; looked up when asked.
///
/// A linter must not pass on one machine and fail on another, so nothing is reported about missing
/// paths that git ignores, that are in a submodule without checkout or behind a link, or outside of
/// the workspace.
public final class Checkout: Sendable {
  public let tree: any FileTree
  private let state: Mutex<State>

  init(of tree: any FileTree, _ options: WorkspaceOptions) {
    self.tree = tree
    state = Mutex(
      State(tree: tree, root: options.root, trackedProjects: options.trackedProjects))
  }

  public func exists(_ path: String) -> Bool { tree.kind(of: path) != nil }

  /// Whether what is missing at `path` may exist on another machine or at another time.
  public func mayExist(_ path: String) -> Bool { state.withLock { $0.mayExist(path) } }

  /// Whether git ignores a file or folder at `path`, existing or not.
  ///
  /// For missing files, `ignoresCase` ignores case, as git does on Macs.
  public func isIgnored(_ path: String, isFolder: Bool = false, ignoresCase: Bool = true) -> Bool {
    state.withLock { $0.isIgnored(path, isFolder: isFolder, ignoresCase: ignoresCase) }
  }

  func isInSubmodule(_ path: String) -> Bool { state.withLock { $0.isInSubmodule(path) } }

  public var absentSubmodules: [String] { state.withLock { $0.absentSubmodules } }

  /// Returns the folders of packages and projects that git tracks, and those in submodules; all if
  /// it tracks none.
  ///
  /// - Complexity: Runs git, unless there is at most the root.
  func tracked(_ folders: [String]) -> [String] { state.withLock { $0.tracked(folders) } }

  /// Returns the paths that git ignores if a walk found the .gitignore files in the folders
  /// `listed`, and no others.
  func ignoredPaths(listed: [String]) -> IgnoredPaths {
    state.withLock { IgnoredPaths(in: tree, $0.place, listed: listed) }
  }
}

private struct State: Sendable {
  let tree: any FileTree
  let root: String
  let trackedProjects: (@Sendable () -> Set<String>?)?
  lazy var place = RepositoryPlace(of: root)
  private lazy var ignored = IgnoredPaths(in: tree, place)
  private lazy var ignoredInAnyCase = IgnoredPaths(in: tree, place, ignoresCase: true)
  /// The folders of submodules from the top of the repository.
  private lazy var submodules = submodules(
    in: (try? tree.content(of: place.top + ".gitmodules")) ?? [])
  /// The submodules in the tree that are not checked out, relative to its root.
  private(set) lazy var absentSubmodules = submodules.compactMap { [place] in
    Path.part(of: $0, in: place.root).map(String.init)
  }.filter { [tree] in !$0.isEmpty && ((try? tree.entries(of: $0)) ?? []).isEmpty }
  private lazy var trackedFolders = foldersOfTrackedProjects()

  init(tree: any FileTree, root: String, trackedProjects: (@Sendable () -> Set<String>?)?) {
    self.tree = tree
    self.root = root
    self.trackedProjects = trackedProjects
  }

  /// Returns each `path = …`, which git quotes if it has special characters.
  private func submodules(in text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let entry = line.split(separator: "=", maxSplits: 1)
      guard entry.count == 2, entry[0].filter({ !$0.isWhitespace }) == "path" else { return nil }
      let quoted = entry[1].split(separator: "\"", omittingEmptySubsequences: false)
      let value = quoted.count == 3 ? quoted[1] : entry[1].prefix { $0 != "#" && $0 != ";" }
      return Path.normalized(value.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
  }

  mutating func mayExist(_ path: String) -> Bool {
    guard !Path.leadsOutside(path) else { return true }
    let names = Path.components(of: path).map(String.init)
    guard !names.isEmpty, !names.contains("..") else { return true }
    if isInSubmodule(path) { return true }
    // Other tools generate the contents of such a folder.
    let isGenerated = names.contains { Walk.neverDescends(into: $0) && !$0.hasSuffix(".xcodeproj") }
    if isGenerated { return true }
    let known = names.indices.last { tree.kind(of: Path.joined(names[..<$0])) != nil } ?? 0
    let entries = (try? tree.entries(of: Path.joined(names[..<known]))) ?? []
    // A broken link or a submodule.
    if entries.contains(where: { $0.name == names[known] }) { return true }
    // Git has no empty folders, so this is a submodule without checkout.
    if entries.isEmpty, known > 0 { return true }
    return isIgnored(path, isFolder: true, ignoresCase: true)
  }

  mutating func isIgnored(_ path: String, isFolder: Bool, ignoresCase: Bool) -> Bool {
    // The .gitignore files around a submodule do not concern it.
    if isInSubmodule(path) { return false }
    return ignoresCase
      ? ignoredInAnyCase.contains(path, isFolder: isFolder)
      : ignored.contains(path, isFolder: isFolder)
  }

  mutating func isInSubmodule(_ path: String) -> Bool {
    if submodules.isEmpty { return false }
    let path = Path.joined(place.names + Path.components(of: path).map(String.init)).lowercased()
    return submodules.contains { Path.lies(path, in: $0.lowercased()) }
  }

  mutating func tracked(_ folders: [String]) -> [String] {
    guard folders.contains(where: { !$0.isEmpty }), let tracked = trackedFolders else {
      return folders
    }
    return folders.filter { tracked.contains($0) || isInSubmodule($0) }
  }

  private func foldersOfTrackedProjects() -> Set<String>? {
    // A repository without any such file is new, or another one around the workspace.
    guard let files = trackedProjects?(), !files.isEmpty else { return nil }
    return Set(
      files.filter { path in
        let folder = Path.folder(of: path)
        return folder.hasSuffix(".xcodeproj") || Path.lastComponent(path) == "Package.swift"
      }.map(Path.folder(of:)))
  }
}
