internal import Paths
internal import Synchronization

/// The files and folders on the disk that git ignores, relative to the top of a repository.
final class IgnoredFiles: Sendable {
  private let paths = Mutex<Set<String>?>(nil)

  /// Whether git ignores a path, without links and `..`, or a folder above it.
  ///
  /// `list` returns the ignored paths, those of folders with a final `/`, and is called once.
  func contains(_ path: String, list: () -> [String]) -> Bool {
    paths.withLock { paths in
      let known = paths ?? Set(list().map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
      paths = known
      return !known.isEmpty
        && sequence(first: path, next: Path.enclosingFolder).contains(where: known.contains)
    }
  }
}
