public import Files
internal import Paths

/// Determines whether a path that is missing in a tree may exist on another machine or at another
/// time.
///
/// A linter must not pass on one machine and fail on another, so nothing is reported about paths
/// that git ignores, that are in a submodule without checkout or behind a link, or outside of the
/// workspace.
public struct AbsentPaths: Sendable {
  private let tree: any FileTree
  private let root: String
  private var ignored: IgnoredPaths?
  /// The names in folders that lack a path.
  private var listings: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - tree: The tree of files.
  ///   - root: The absolute path of its root.
  public init(in tree: any FileTree, root: String) {
    self.tree = tree
    self.root = root
  }

  /// Whether something that is missing at `path` may exist elsewhere.
  public mutating func mayExist(_ path: String) -> Bool {
    guard !Path.leadsOutside(path) else { return true }
    let names = Path.components(of: path).map(String.init)
    guard !names.isEmpty, !names.contains("..") else { return true }
    if paths({ $0.isInSubmodule(path) }) { return true }
    // Other tools generate the contents of such a folder.
    let isGenerated = names.contains { Walk.neverDescends(into: $0) && !$0.hasSuffix(".xcodeproj") }
    if isGenerated { return true }
    let known = names.indices.last { tree.kind(of: Path.joined(names[..<$0])) != nil } ?? 0
    let entries = listing(of: Path.joined(names[..<known]))
    // A broken link or a submodule.
    if entries.contains(names[known]) { return true }
    // Git has no empty folders, so this is a submodule without checkout.
    if entries.isEmpty, known > 0 { return true }
    return isIgnored(path, isFolder: true)
  }

  private mutating func listing(of folder: String) -> Set<String> {
    if let known = listings[folder] { return known }
    let names = Set(((try? tree.entries(of: folder)) ?? []).map(\.name))
    listings[folder] = names
    return names
  }

  /// Returns the submodules without checkout.
  public mutating func submodules() -> [String] {
    paths { $0.submodulesBelowRoot() }.filter { [tree] in
      ((try? tree.entries(of: $0)) ?? []).isEmpty
    }
  }

  /// Returns the packages that exist elsewhere only, by their identities: those of `folders` that
  /// may, and submodules without checkout.
  public mutating func packages(besides folders: [String]) -> [String: String] {
    let found = folders.filter { mayExist($0) } + submodules()
    return Dictionary(found.map { (Path.lastComponent($0).lowercased(), $0) }) { first, _ in first }
  }

  public mutating func isIgnored(_ path: String, isFolder: Bool) -> Bool {
    paths { $0.contains(path, isFolder: isFolder) }
  }

  private mutating func paths<Answer>(_ answer: (inout IgnoredPaths) -> Answer) -> Answer {
    var paths = ignored ?? IgnoredPaths(in: tree, root: root, ignoresCase: true)
    defer { ignored = paths }
    return answer(&paths)
  }
}
