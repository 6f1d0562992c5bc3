internal import Paths
internal import Synchronization

/// Prevents paths in files, and symbolic links, from leading out of a repository: nothing outside
/// of its folder is opened or listed.
final class Boundary: Sendable {
  /// The absolute path, without links.
  private let folder: String
  /// The base of relative paths, usually inside `folder`.
  private let root: String
  private let isRootInside: Bool
  /// Cached answers by folder, in several tables to reduce lock contention.
  private let known = (0..<16).map { _ in Answers() }

  private final class Answers: Sendable {
    let table = Mutex<[String: Bool]>([:])
  }

  init(_ folder: String, around root: String) {
    self.folder = folder
    self.root = root
    isRootInside = Path.lies(realPath(root) ?? root, in: folder)
  }

  /// Returns whether a folder is inside after resolving all links.
  ///
  /// - Complexity: O(1) for a cached folder.
  func holds(folder: String) -> Bool {
    if folder.isEmpty { return isRootInside }
    // Sibling folders mostly differ in their last characters.
    let answers = known[Int(folder.utf8.last ?? 0) % known.count]
    if let known = answers.table.withLock({ $0[folder] }) { return known }
    let holds = holdsNew(folder: folder)
    answers.table.withLock { $0[folder] = holds }
    return holds
  }

  private func holdsNew(folder: String) -> Bool {
    // Only a link can lead outside.
    if isRootInside, Path.isPlain(folder), linkTarget(Path.join(root, entry: folder)) == nil {
      return holds(folder: Path.enclosingFolder(of: folder) ?? "")
    }
    return holds(folder)
  }

  /// Returns whether a path is inside after resolving all links, or as written if nothing exists
  /// there.
  func holds(_ path: String) -> Bool {
    let path = Path.isAbsolute(path) ? path : Path.join(root, entry: path)
    return Path.lies(realPath(path) ?? Path.normalized(path), in: folder)
  }
}
