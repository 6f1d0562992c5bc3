internal import Binaries
internal import Files
internal import Graph
internal import LockFiles
internal import Paths
internal import WorkspaceReading

/// Looks up files other than specs, which building a graph rarely needs.
struct FileLookUp {
  private let checkout: Checkout
  /// The Xcode workspaces, in order of path.
  let workspaces: [XcodeWorkspaceFile]
  private var knownFacts: [String: [LinkageFact]] = [:]
  private var carthageFolders: [String: Bool] = [:]

  init(_ search: SpecSearch) {
    checkout = search.checkout
    workspaces = search.workspaces.map(\.file)
  }

  private var tree: any FileTree { checkout.tree }

  /// The submodules without checkout, in order.
  var absentSubmodules: [String] { checkout.absentSubmodules }

  func exists(_ path: String) -> Bool { tree.kind(of: path) != nil }

  /// Returns the frameworks of a Carthage dependency according to the `.version` file in a build
  /// folder.
  func carthageFrameworks(
    _ name: String, _ platform: Platform, _ buildFolder: String
  ) -> [String]? {
    tree.carthageFrameworks(of: name, for: platform, buildFolder: buildFolder)
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
