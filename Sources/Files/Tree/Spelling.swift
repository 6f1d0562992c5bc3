internal import Paths

extension FileTree {
  public func spelling(of path: String) -> String? {
    var spellings = SpellingCache()
    return spellings.spelling(of: path, in: self)
  }
}

/// Finds the real spelling of paths and lists each folder at most once.
public struct SpellingCache: Sendable {
  /// For each folder its names, by what they are in lower case.
  ///
  /// By the bytes of its path: two folders may differ in the Unicode form of their names alone.
  private var names: [[UInt8]: [String: [String]]] = [:]

  /// Folders of one path that differ only in case and are followed side by side; each link to a
  /// folder beside one of another case doubles them.
  private static let mostCandidates = 32

  public init() {}

  /// As `FileTree.spelling(of:)` has it, in a tree that is the same for all calls.
  ///
  /// - Complexity: O(*n*) for each folder on the way that was not seen before, with *n* entries;
  ///   else O(1) for each part of the path.
  public mutating func spelling(of path: String, in tree: some FileTree) -> String? {
    let start = Path.isAbsolute(path) ? "/" : ""
    var candidates = [start]
    var exact = start
    for name in Path.components(of: path) {
      exact = Path.join(exact, entry: String(name))
      var next: [String] = []
      for folder in candidates {
        for spelling in spellings(of: String(name), in: folder, tree) {
          // The exact one is never left out: without it there would be more than one anyway.
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

  /// Returns the paths of the entries of `folder` whose names differ from `name` in case at most.
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
