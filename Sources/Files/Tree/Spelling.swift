internal import Paths

extension FileTree {
  public func spelling(of path: String) -> String? {
    var spellings = SpellingCache()
    return spellings.spelling(of: path, in: self)
  }
}

/// Finds the real spelling of paths and lists each folder at most once.
public struct SpellingCache: Sendable {
  /// The names in each folder, given as bytes since Unicode forms differ, by lowercased form.
  private var names: [[UInt8]: [String: [String]]] = [:]

  public init() {}

  /// Returns the result of `FileTree.spelling(of:)`, for a tree that is the same in all calls.
  public mutating func spelling(of path: String, in tree: some FileTree) -> String? {
    var spelled = Path.isAbsolute(path) ? "/" : ""
    for name in Path.components(of: path).map(String.init) {
      let names = name == ".." ? [name] : entries(like: name, in: spelled, tree)
      let same = names.first { $0.utf8.elementsEqual(name.utf8) }
      guard let found = same ?? (names.count == 1 ? names[0] : nil) else { return nil }
      spelled = Path.join(spelled, entry: found)
    }
    return spelled
  }

  /// Returns the entries of `folder` whose names differ from `name` at most in case.
  private mutating func entries(
    like name: String, in folder: String, _ tree: some FileTree
  ) -> [String] {
    let key = Array(folder.utf8)
    let known = names[key] ?? Self.names(in: folder, of: tree)
    names[key] = known
    return known[name.lowercased()] ?? []
  }

  private static func names(in folder: String, of tree: some FileTree) -> [String: [String]] {
    guard let entries = try? tree.entries(of: folder) else { return [:] }
    return Dictionary(grouping: entries.map(\.name)) { $0.lowercased() }
  }
}
