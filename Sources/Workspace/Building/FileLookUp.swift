internal import Binaries
internal import Files
internal import Graph
internal import LockFiles
internal import Paths
internal import WorkspaceReading

/// Looks up files other than specs, which building a graph rarely needs.
struct FileLookUp {
  private let tree: any FileTree
  /// The folders of Xcode workspaces.
  private let workspaces: [String]
  /// The absolute path of the root of the tree.
  private let root: String
  private var knownFacts: [String: [LinkageFact]] = [:]
  private var carthageFolders: [String: Bool] = [:]

  init(_ tree: any FileTree, xcodeWorkspaces: [String], root: String) {
    self.tree = tree
    workspaces = xcodeWorkspaces
    self.root = root
  }

  func exists(_ path: String) -> Bool { tree.kind(of: path) != nil }

  /// Returns the frameworks of a Carthage dependency according to the `.version` file in a build
  /// folder.
  func carthageFrameworks(
    _ name: String, _ platform: Platform, _ buildFolder: String
  ) -> [String]? {
    tree.carthageFrameworks(of: name, for: platform, buildFolder: buildFolder)
  }

  /// Returns the submodules without checkout, in order.
  func absentSubmodules() -> [String] {
    var paths = AbsentPaths(in: tree, root: root)
    return paths.submodules()
  }

  /// Returns the contents of the Xcode workspaces, in order of path.
  func xcodeWorkspaces() -> [XcodeWorkspaceContents] {
    workspaces.map { XcodeWorkspaceContents(of: $0, in: tree, root: root) }
  }

  /// Returns the linkage that the bytes of the library or bundle at `path` show.
  mutating func facts(at path: String) -> [LinkageFact] {
    if let known = knownFacts[path] { return known }
    let facts = BinaryReader(tree).facts(at: path)
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
