/// The patterns of a long list by what they start with, so that each name and each folder is held
/// against few of them.
struct PatternIndex {
  /// The patterns without wildcards, by the name that they match.
  private var byName: [[UInt8]: [Int]] = [:]
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
      } else if let name = pattern.name.literal {
        byName[name, default: []].append(index)
      } else {
        otherNames.append(index)
      }
    }
  }

  /// The patterns that may match a name.
  func candidates(name: [UInt8]) -> [Int] {
    byName[name].map { $0 + otherNames } ?? otherNames
  }

  /// The patterns that may match a folder.
  func candidates(folder: FolderPath) -> [Int] {
    folder.starts.reduce(into: otherFolders) { $0 += byFolder[$1] ?? [] }
  }
}
