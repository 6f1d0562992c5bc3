internal import Binaries
internal import Files
internal import Graph
internal import LockFiles
internal import WorkspaceReading

/// Looks up files other than specs, which building a graph rarely needs.
struct FileLookUp {
  /// Whether something exists at a path.
  var exists: (_ path: String) -> Bool
  /// Returns the frameworks of a Carthage dependency according to the `.version` file in a build
  /// folder.
  var carthageFrameworks: (_ name: String, _ platform: Platform, _ buildFolder: String) -> [String]?
  /// Returns the submodules without checkout, in order.
  var absentSubmodules: () -> [String]
  /// Returns the contents of the Xcode workspaces, in order of path.
  var xcodeWorkspaces: () -> [XcodeWorkspaceContents]
  /// Returns the linkage of the library or bundle at a path.
  private let linkageFacts: (_ path: String) -> [LinkageFact]
  /// The results of earlier calls: linkage of vendored libraries and bundles, by path, and existing
  /// Carthage builds.
  private var knownFacts: [String: [LinkageFact]] = [:]
  private var carthageFolders: [String: Bool] = [:]

  /// - Parameters:
  ///   - tree: The tree of files.
  ///   - workspaces: The folders of Xcode workspaces.
  ///   - root: The absolute path of the root of the tree.
  init(_ tree: some FileTree, xcodeWorkspaces workspaces: [String], root: String) {
    xcodeWorkspaces = {
      workspaces.map { XcodeWorkspaceContents(of: $0, in: tree, root: root) }
    }
    absentSubmodules = {
      var paths = AbsentPaths(in: tree, root: root)
      return paths.submodules()
    }
    let binaries = BinaryReader(tree)
    linkageFacts = { binaries.facts(at: $0) }
    exists = { tree.kind(of: $0) != nil }
    carthageFrameworks = { name, platform, folder in
      tree.carthageFrameworks(of: name, for: platform, buildFolder: folder)
    }
  }

  /// Returns the linkage that the bytes of the library or bundle at `path` show.
  mutating func facts(at path: String) -> [LinkageFact] {
    if let known = knownFacts[path] { return known }
    let facts = linkageFacts(path)
    knownFacts[path] = facts
    return facts
  }

  mutating func isThere(carthageFolder folder: String) -> Bool {
    if let known = carthageFolders[folder] { return known }
    let isThere = exists(folder)
    carthageFolders[folder] = isThere
    return isThere
  }
}
