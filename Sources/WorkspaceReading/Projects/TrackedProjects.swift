internal import Files
internal import Paths

/// The packages and Xcode projects that git tracks.
///
/// Untracked files exist on one machine only, and must not change the output.
struct TrackedProjects {
  private let ask: (() -> Set<String>?)?
  /// The folders of tracked packages and projects; `nil` if git does not know.
  private lazy var folders = trackedFolders()
  /// Recognizes paths in submodules, which `git ls-files` does not list.
  private var paths: IgnoredPaths

  /// - Parameters:
  ///   - ask: Returns the manifests, Xcode projects and specs that git tracks.
  ///   - tree: The files of the workspace.
  ///   - root: The absolute path of its root.
  init(_ ask: (() -> Set<String>?)?, in tree: some FileTree, root: String) {
    self.ask = ask
    paths = IgnoredPaths(in: tree, root: root)
  }

  /// Returns the folders of packages and projects that git tracks, and those in submodules; all if
  /// it tracks none.
  ///
  /// - Complexity: Runs git, unless there is at most the root.
  mutating func filter(_ paths: [String]) -> [String] {
    guard paths.contains(where: { !$0.isEmpty }), let folders else { return paths }
    return paths.filter { folders.contains($0) || self.paths.isInSubmodule($0) }
  }

  private func trackedFolders() -> Set<String>? {
    // A repository without any such file is new, or another one around the workspace.
    guard let files = ask?(), !files.isEmpty else { return nil }
    return Set(
      files.filter { path in
        let folder = Path.folder(of: path)
        return folder.hasSuffix(".xcodeproj") || Path.lastComponent(path) == "Package.swift"
      }.map(Path.folder(of:)))
  }
}
