internal import Paths
internal import Text

/// An index of many patterns by literal prefix, which limits the comparisons per name and folder.
struct PatternIndex {
  /// The name patterns by literal prefix.
  private var byStart: [ArraySlice<UInt8>: [Int]] = [:]
  /// The lengths of the prefixes, sorted.
  private var startLengths: [Int] = []
  private var byFolder: [ArraySlice<UInt8>: [Int]] = [:]
  private var otherNames: [Int] = []
  private var otherFolders: [Int] = []

  /// The length up to which a linear search is faster than the index.
  private static let shortList = 16

  /// Returns `nil` for a short list.
  init?(_ patterns: [Pattern]) {
    guard patterns.count > Self.shortList else { return nil }
    for (index, pattern) in patterns.enumerated() {
      if pattern.isFolder {
        let folder = pattern.firstFolder
        if folder.isEmpty {
          otherFolders.append(index)
        } else {
          byFolder[folder, default: []].append(index)
        }
      } else {
        let start = pattern.name.start
        if start.isEmpty {
          otherNames.append(index)
        } else {
          byStart[start[...], default: []].append(index)
        }
      }
    }
    startLengths = Set(byStart.keys.map(\.count)).sorted()
  }

  /// Returns the patterns that may match a name.
  func candidates(name: [UInt8]) -> [Int] {
    startLengths.reduce(into: otherNames) { found, length in
      if length <= name.count, let patterns = byStart[name[..<length]] { found += patterns }
    }
  }

  /// Returns the patterns that may match a folder.
  func candidates(folder: Path) -> [Int] {
    folder.starts.reduce(into: otherFolders) { $0 += byFolder[$1] ?? [] }
  }
}
