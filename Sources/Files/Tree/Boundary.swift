internal import Paths
internal import Synchronization

/// Keeps what files say, and links, from leading out of a folder: of paths that somebody else has written
/// nothing outside of a repository is opened or listed.
final class Boundary: Sendable {
  /// Absolute, without links.
  private let folder: String
  /// The folder that paths start from, mostly in it.
  private let root: String
  private let isRootInside: Bool
  /// The folders that were asked about.
  private let known = Mutex<[String: Bool]>([:])

  init(_ folder: String, around root: String) {
    self.folder = folder
    self.root = root
    isRootInside = Path.lies(realPath(root) ?? root, in: folder)
  }

  /// Whether a folder lies inside, at the end of all links.
  ///
  /// - Complexity: O(1) for one that was asked about before.
  func holds(folder: String) -> Bool {
    if folder.isEmpty { return isRootInside }
    if let known = known.withLock({ $0[folder] }) { return known }
    let holds = holdsNew(folder: folder)
    known.withLock { $0[folder] = holds }
    return holds
  }

  private func holdsNew(folder: String) -> Bool {
    // Links alone lead anywhere else.
    if isRootInside, Path.isPlain(folder), linkTarget(Path.join(root, entry: folder)) == nil {
      return holds(folder: Path.enclosingFolder(of: folder) ?? "")
    }
    return holds(folder)
  }

  /// Whether what is at a path lies inside, at the end of all links; or would, if nothing is there.
  func holds(_ path: String) -> Bool {
    let path = Path.isAbsolute(path) ? path : Path.join(root, entry: path)
    return Path.lies(realPath(path) ?? Path.normalized(path), in: folder)
  }
}
