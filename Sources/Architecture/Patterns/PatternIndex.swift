internal import Paths
internal import Text

/// The patterns of a long list by what they start with, so that each name and each folder is held
/// against few of them.
struct PatternIndex {
  /// The patterns over names by what these start with.
  private var byStart: [ArraySlice<UInt8>: [Int]] = [:]
  /// The lengths of these starts, in order.
  private var startLengths: [Int] = []
  private var byFolder: [ArraySlice<UInt8>: [Int]] = [:]
  private var otherNames: [Int] = []
  private var otherFolders: [Int] = []

  /// Lists up to this length are gone through faster than looked up.
  private static let shortList = 16

  /// `nil` for a short list.
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

  /// The patterns that may match a name.
  func candidates(name: [UInt8]) -> [Int] {
    startLengths.reduce(into: otherNames) { found, length in
      if length <= name.count, let patterns = byStart[name[..<length]] { found += patterns }
    }
  }

  /// The patterns that may match a folder.
  func candidates(folder: Path) -> [Int] {
    folder.starts.reduce(into: otherFolders) { $0 += byFolder[$1] ?? [] }
  }
}
