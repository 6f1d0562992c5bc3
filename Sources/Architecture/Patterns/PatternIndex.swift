internal import Paths
internal import Text

/// An index of many patterns, which limits the comparisons per name and folder.
struct PatternIndex: Sendable {
  private var names = GlobIndex()
  private var folders: FolderIndex

  /// The length up to which a linear search is faster than the index.
  private static let shortList = 16

  /// Returns `nil` for a short list.
  init?(_ patterns: [Pattern]) {
    guard patterns.count > Self.shortList else { return nil }
    folders = FolderIndex(patterns.enumerated().filter { $0.element.isFolder })
    for (number, pattern) in patterns.enumerated() where !pattern.isFolder {
      names.insert(number, pattern.name)
    }
  }

  func candidates(name: [UInt8]) -> [Int] { names.candidates(for: name[...]) }

  func candidates(folder: Path) -> [Int] { folders.candidates(for: folder) }
}

/// An index of patterns for paths by a component that all their matches contain.
struct FolderIndex: Sendable {
  private var byComponent: [ArraySlice<UInt8>: [Int]] = [:]
  private var others: [Int] = []

  /// Indexes patterns with their numbers, each by its rarest component.
  init(_ patterns: some Sequence<(offset: Int, element: Pattern)>) {
    let components = patterns.map { (number: $0.offset, names: $0.element.literalComponents) }
    var counts: [[UInt8]: Int] = [:]
    for name in components.lazy.flatMap(\.names) { counts[name, default: 0] += 1 }
    for (number, names) in components {
      if let rarest = names.min(by: { counts[$0, default: 0] < counts[$1, default: 0] }) {
        byComponent[rarest[...], default: []].append(number)
      } else {
        others.append(number)
      }
    }
  }

  /// Returns the numbers of the patterns that may match a path, in order.
  func candidates(for path: Path) -> [Int] {
    guard !byComponent.isEmpty else { return others }
    var found = Set(others)
    for place in 0..<path.count { found.formUnion(byComponent[path[place]] ?? []) }
    return found.sorted()
  }
}
