internal import Architecture
internal import Files
internal import Paths

/// Tells which files that a walk finds are no part of the workspace, because git ignores them.
///
/// A file that git tracks although a .gitignore covers it is part of the workspace, and so is
/// everything if git ignores the root itself.
struct IgnoredFinds {
  private var ignored: IgnoredPaths
  private let trackedFiles: () -> Set<String>?
  /// The tracked files that .gitignore files cover; `nil` if git cannot say.
  private lazy var tracked = trackedFiles()

  /// Fails if nothing is ignored.
  init?(of files: FoundFiles, in tree: some FileTree, _ options: WorkspaceOptions) {
    guard let trackedFiles = options.trackedIgnoredFiles else { return nil }
    self.trackedFiles = trackedFiles
    ignored = IgnoredPaths(in: tree, root: options.root, listed: files.ignoringFolders)
    if ignored.isEmpty() || ignored.contains("", isFolder: true) { return nil }
  }

  mutating func contains(_ path: String, isFolder: Bool = false) -> Bool {
    guard ignored.contains(path, isFolder: isFolder), let tracked else { return false }
    return !tracked.contains { Path.lies($0, in: path) }
  }
}

extension FoundFiles {
  /// Returns the specs that git ignores, and removes all other files that it ignores, except projects
  /// and packages that rules.yml names.
  mutating func takeIgnored(
    in tree: some FileTree, _ configuration: Configuration, _ options: WorkspaceOptions
  ) -> Set<String> {
    guard var ignored = IgnoredFinds(of: self, in: tree, options) else { return [] }
    nestedWorkspaces.removeAll { ignored.contains(Path.join($0, entry: "rules.yml")) }
    failures.removeAll { ignored.contains($0.path) }
    lockFiles.removeAll { ignored.contains($0.path) }
    xcodeWorkspaces.removeAll { ignored.contains($0, isFolder: true) }
    xcodeProjects.removeAll {
      configuration.entry(forProject: $0) == nil && ignored.contains($0, isFolder: true)
    }
    packageFolders.removeAll {
      configuration.entry(forPackage: $0) == nil
        && ignored.contains(Path.join($0, entry: "Package.swift"))
    }
    return Set(specs.filter { ignored.contains($0) })
  }
}
