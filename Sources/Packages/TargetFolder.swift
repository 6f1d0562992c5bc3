internal import Paths

/// The folder of a target of a package.
///
/// What it contains are sources and resources, whatever their names are.
public struct TargetFolder: Sendable {
  private let path: String
  private let excluded: Set<String>
  /// The paths that contain all its files; `nil` if these are anywhere in the folder.
  private let sources: Set<String>?

  init(_ path: String, excluded: Set<String>, sources: Set<String>?) {
    self.path = path
    self.excluded = excluded
    self.sources = sources
  }

  /// Whether a file or folder belongs to the target.
  public func contains(_ other: String) -> Bool {
    guard Path.lies(other, in: path), !Path.lies(other, inAnyOf: excluded) else { return false }
    return sources.map { Path.lies(other, inAnyOf: $0) } ?? true
  }
}

extension PackageFolderTable {
  /// Returns the folders of the targets, except binary ones and those with an unknown place.
  ///
  /// - Complexity: O(*n*) for *n* targets.
  public func targetFolders() -> [TargetFolder] {
    package.targets.compactMap { target in
      guard !target.hasUnknownSources, target.kind != .binary, let own = folder(of: target) else {
        return nil
      }
      return TargetFolder(
        own, excluded: Set(target.exclude.map { Self.join(own, $0) }),
        sources: target.sources.map { Set($0.map { Self.join(own, $0) }) })
    }
  }
}
