internal import Paths
internal import Synchronization

/// The files and folders on the disk that git ignores, relative to the top of a repository.
final class IgnoredFiles: Sendable {
  private let paths = Mutex<Set<String>?>(nil)

  /// Whether git ignores a path or a folder above it.
  ///
  /// - Parameters:
  ///   - path: The path, without links and `..`.
  ///   - list: Returns the ignored paths, those of folders with a final `/`; called once.
  /// - Returns: `false` for paths that git tracks.
  func contains(_ path: String, list: () -> [String]) -> Bool {
    paths.withLock { paths in
      let known = paths ?? Set(list().map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
      paths = known
      return !known.isEmpty
        && sequence(first: path, next: Path.enclosingFolder).contains(where: known.contains)
    }
  }
}
