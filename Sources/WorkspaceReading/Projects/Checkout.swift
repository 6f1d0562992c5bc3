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
  let place: RepositoryPlace
  /// The folders of submodules from the top of the repository.
  private let submodules: [String]
  /// The submodules in the tree that are not checked out, relative to its root.
  public let absentSubmodules: [String]
  private let state: Mutex<State>

  private struct State: Sendable {
    var ignored: IgnoredPaths
    var ignoredInAnyCase: IgnoredPaths
    /// The folders of the projects and packages that git tracks, once they matter.
    var trackedFolders: Set<String>??
    let trackedProjects: (@Sendable () -> Set<String>?)?
  }

  init(of tree: any FileTree, _ options: WorkspaceOptions) {
    let place = RepositoryPlace(of: options.root)
    self.tree = tree
    self.place = place
    submodules = (try? tree.content(of: place.top + ".gitmodules")).map(Self.submodules) ?? []
    absentSubmodules = submodules.compactMap { Path.part(of: $0, in: place.root).map(String.init) }
      .filter { !$0.isEmpty && ((try? tree.entries(of: $0)) ?? []).isEmpty }
    state = Mutex(
      State(
        ignored: IgnoredPaths(in: tree, place, listed: nil, ignoresCase: false),
        ignoredInAnyCase: IgnoredPaths(in: tree, place, listed: nil, ignoresCase: true),
        trackedFolders: nil, trackedProjects: options.trackedProjects))
  }

  /// Returns each `path = …`, which git quotes if it has special characters.
  private static func submodules(in text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let entry = line.split(separator: "=", maxSplits: 1)
      guard entry.count == 2, entry[0].filter({ !$0.isWhitespace }) == "path" else { return nil }
      let quoted = entry[1].split(separator: "\"", omittingEmptySubsequences: false)
      let value = quoted.count == 3 ? quoted[1] : entry[1].prefix { $0 != "#" && $0 != ";" }
      return Path.normalized(value.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
  }

  public func exists(_ path: String) -> Bool { tree.kind(of: path) != nil }

  /// Whether what is missing at `path` may exist on another machine or at another time.
  public func mayExist(_ path: String) -> Bool {
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
    return isIgnored(path, isFolder: true)
  }

  /// Whether git ignores a file or folder at `path`, existing or not.
  ///
  /// For missing files, `ignoresCase` ignores case, as git does on Macs.
  public func isIgnored(_ path: String, isFolder: Bool = false, ignoresCase: Bool = true) -> Bool {
    // The .gitignore files around a submodule do not concern it.
    if isInSubmodule(path) { return false }
    return state.withLock { state in
      ignoresCase
        ? state.ignoredInAnyCase.contains(path, isFolder: isFolder)
        : state.ignored.contains(path, isFolder: isFolder)
    }
  }

  func isInSubmodule(_ path: String) -> Bool {
    if submodules.isEmpty { return false }
    let path = Path.joined(place.names + Path.components(of: path).map(String.init)).lowercased()
    return submodules.contains { Path.lies(path, in: $0.lowercased()) }
  }

  /// Returns the folders of packages and projects that git tracks, and those in submodules; all if
  /// it tracks none.
  ///
  /// - Complexity: Runs git, unless there is at most the root.
  func tracked(_ folders: [String]) -> [String] {
    guard folders.contains(where: { !$0.isEmpty }) else { return folders }
    let known = state.withLock { state in
      let known = state.trackedFolders ?? Self.folders(of: state.trackedProjects?() ?? [])
      state.trackedFolders = .some(known)
      return known
    }
    guard let known else { return folders }
    return folders.filter { known.contains($0) || isInSubmodule($0) }
  }

  /// A repository without any such file is new, or another one around the workspace.
  private static func folders(of files: Set<String>) -> Set<String>? {
    if files.isEmpty { return nil }
    return Set(
      files.filter { path in
        let folder = Path.folder(of: path)
        return folder.hasSuffix(".xcodeproj") || Path.lastComponent(path) == "Package.swift"
      }.map(Path.folder(of:)))
  }
}
