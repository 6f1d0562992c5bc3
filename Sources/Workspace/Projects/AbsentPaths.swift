internal import Files
internal import Paths

/// Whether what is not in a tree may be there on another machine, or at another time.
///
/// A linter that is green on one machine and red on another is wrong, so nothing is said of what git
/// ignores, of what lies in a submodule that is not checked out or behind a link, and of what lies outside
/// of the workspace.
struct AbsentPaths<Tree: FileTree> {
  private let tree: Tree
  private let root: String
  private var ignored: IgnoredPaths<Tree>?
  /// The names in folders in which something is missing.
  private var listings: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - tree: Where to look.
  ///   - root: The absolute path of its root.
  init(in tree: Tree, root: String) {
    self.tree = tree
    self.root = root
  }

  /// Whether something that is not at `path` in the tree may be there all the same.
  mutating func mayHave(_ path: String) -> Bool {
    guard !Path.leadsOutside(path) else { return true }
    let names = Path.components(of: path).map(String.init)
    guard !names.isEmpty, !names.contains("..") else { return true }
    if paths({ $0.isInSubmodule(path) }) { return true }
    // Other tools make what lies there.
    let isMade = names.contains { Walk.neverDescends(into: $0) && !$0.hasSuffix(".xcodeproj") }
    if isMade { return true }
    let known = names.indices.last { tree.kind(of: Path.joined(names[..<$0])) != nil } ?? 0
    let entries = listing(of: Path.joined(names[..<known]))
    // A link that leads nowhere here, or a submodule.
    if entries.contains(names[known]) { return true }
    // Git knows no empty folders: this is where a submodule will be.
    if entries.isEmpty, known > 0 { return true }
    return isIgnored(path, isFolder: true)
  }

  private mutating func listing(of folder: String) -> Set<String> {
    if let known = listings[folder] { return known }
    let names = Set(((try? tree.entries(of: folder)) ?? []).map(\.name))
    listings[folder] = names
    return names
  }

  mutating func isIgnored(_ path: String, isFolder: Bool) -> Bool {
    paths { $0.contains(path, isFolder: isFolder) }
  }

  private mutating func paths(_ isTrue: (inout IgnoredPaths<Tree>) -> Bool) -> Bool {
    var paths = ignored ?? IgnoredPaths(in: tree, root: root)
    defer { ignored = paths }
    return isTrue(&paths)
  }
}
