internal import Paths

extension FileTree {
  public func spelling(of path: String) -> String? {
    var spellings = SpellingCache()
    return spellings.spelling(of: path, in: self)
  }
}

/// Finds the real spelling of paths and lists each folder at most once.
public struct SpellingCache: Sendable {
  /// The names in each folder, by their lowercased form.
  ///
  /// Keyed by the bytes of the path: two folders may differ only in the Unicode form of their
  /// names.
  private var names: [[UInt8]: [String: [String]]] = [:]

  /// The maximum number of paths followed at once that differ only in case; each link to a folder
  /// with a sibling of another case doubles them.
  private static let mostCandidates = 32

  public init() {}

  /// Returns the result of `FileTree.spelling(of:)`, for a tree that is the same in all calls.
  ///
  /// - Complexity: O(*n*) for each uncached folder on the way, with *n* entries; else O(1) for each
  ///   path component.
  public mutating func spelling(of path: String, in tree: some FileTree) -> String? {
    let start = Path.isAbsolute(path) ? "/" : ""
    var candidates = [start]
    var exact = start
    for name in Path.components(of: path) {
      exact = Path.join(exact, entry: String(name))
      var next: [String] = []
      for folder in candidates {
        for spelling in spellings(of: String(name), in: folder, tree) {
          // The exact spelling is always kept: without it there would be several candidates anyway.
          let isExact = spelling.utf8.elementsEqual(exact.utf8)
          if isExact || next.count < Self.mostCandidates { next.append(spelling) }
        }
      }
      candidates = next
      if candidates.isEmpty { return nil }
    }
    if let same = candidates.first(where: { $0.utf8.elementsEqual(exact.utf8) }) { return same }
    return candidates.count == 1 ? candidates.first : nil
  }

  /// Returns the paths of the entries of `folder` whose names differ from `name` at most in case.
  private mutating func spellings(
    of name: String, in folder: String, _ tree: some FileTree
  ) -> [String] {
    if name == ".." { return [Path.join(folder, entry: name)] }
    let key = Array(folder.utf8)
    let known = names[key] ?? Self.names(in: folder, of: tree)
    names[key] = known
    return (known[name.lowercased()] ?? []).map { Path.join(folder, entry: $0) }
  }

  private static func names(in folder: String, of tree: some FileTree) -> [String: [String]] {
    guard let entries = try? tree.entries(of: folder) else { return [:] }
    return Dictionary(grouping: entries.map(\.name)) { $0.lowercased() }
  }
}
