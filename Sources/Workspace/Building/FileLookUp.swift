internal import Binaries
internal import Files
internal import Graph
internal import Specs

/// What a graph is built of besides specifications: questions about other files, seldom asked.
struct FileLookUp {
  /// Whether something is at a path.
  var exists: (_ path: String) -> Bool
  /// The frameworks of a Carthage dependency, from the `.version` file in a build folder.
  var carthageFrameworks: (_ name: String, _ platform: Platform, _ buildFolder: String) -> [String]?
  /// What the Xcode workspaces list, in order of path.
  var xcodeWorkspaces: () -> [XcodeWorkspaceContents]
  /// How the library or bundle at a path is linked.
  private let linkageFacts: (_ path: String) -> [LinkageFact]
  /// What was asked before: how vendored libraries and bundles are linked, by path, and which Carthage
  /// builds are there.
  private var knownFacts: [String: [LinkageFact]] = [:]
  private var carthageFolders: [String: Bool] = [:]

  /// `workspaces` are the folders of Xcode workspaces, `root` the absolute path of the tree's root.
  init(_ tree: some FileTree, xcodeWorkspaces workspaces: [String], root: String) {
    xcodeWorkspaces = {
      workspaces.map { ProjectSearch.contents(of: $0, in: tree, root: root) }
    }
    let binaries = BinaryReader(tree)
    linkageFacts = { binaries.facts(at: $0) }
    exists = { tree.kind(of: $0) != nil }
    carthageFrameworks = { name, platform, folder in
      tree.carthageFrameworks(of: name, for: platform, buildFolder: folder)
    }
  }

  /// What the bytes say of the library or bundle at `path`.
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
