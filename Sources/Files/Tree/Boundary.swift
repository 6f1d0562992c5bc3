internal import Paths
internal import Synchronization

/// Keeps paths in files, and links, from leading out of a repository: nothing outside of its folder
/// is opened or listed.
final class Boundary: Sendable {
  /// Absolute, without links.
  private let folder: String
  /// The folder that relative paths start from, usually inside `folder`.
  private let root: String
  private let isRootInside: Bool
  /// Earlier answers by folder, in several tables so that threads rarely wait for each other.
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
  /// - Complexity: O(1) for a folder with an earlier answer.
  func holds(folder: String) -> Bool {
    if folder.isEmpty { return isRootInside }
    // Neighbours mostly differ in their last characters.
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

  /// Returns whether a path is inside after resolving all links, or as it is written if nothing
  /// exists there.
  func holds(_ path: String) -> Bool {
    let path = Path.isAbsolute(path) ? path : Path.join(root, entry: path)
    return Path.lies(realPath(path) ?? Path.normalized(path), in: folder)
  }
}
