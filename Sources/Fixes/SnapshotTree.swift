internal import Diagnostics
public import Files
internal import Paths
internal import Synchronization

/// A file tree that caches YAML and JSON files, so that they do not change during a run.
public struct SnapshotTree: FileTree {
  private let base: any FileTree
  private let known = Snapshots()

  public init(_ base: any FileTree) { self.base = base }

  public func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    guard let place = place(of: path) else {
      return try base.read(path, limit: limit, into: &buffer)
    }
    if try known.read(place, limit: limit, into: &buffer) { return }
    try base.read(path, limit: limit, into: &buffer)
    known.keep(buffer, of: place)
  }

  public func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    guard let place = place(of: path) else {
      return try base.readAnywhere(path, limit: limit, into: &buffer)
    }
    if try known.read(place, limit: limit, into: &buffer) { return }
    try base.readAnywhere(path, limit: limit, into: &buffer)
    known.keep(buffer, of: place)
  }

  /// Returns the resolved path of a file to cache; `nil` for other files and those outside the
  /// root.
  private func place(of path: String) -> String? {
    let ending = Path.splitExtension(Path.lastComponent(path)).extension?.lowercased()
    return ["yml", "yaml", "json"].contains(ending) ? base.resolved(path) : nil
  }

  public func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try base.bytes(of: path, at: offset, count: count)
  }

  public func entries(of folder: String) throws(FileError) -> [FileEntry] {
    try base.entries(of: folder)
  }

  public func kind(of path: String) -> FileKind? { base.kind(of: path) }

  public func resolvesInside(_ path: String) -> Bool { base.resolvesInside(path) }

  public func resolved(_ path: String) -> String? { base.resolved(path) }

  public func spelling(of path: String) -> String? { base.spelling(of: path) }
}

/// The contents of files, by resolved path.
private final class Snapshots: Sendable {
  private let files = Mutex<[String: [UInt8]]>([:])

  /// - Returns: Whether the file was read before.
  func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) -> Bool {
    guard let bytes = files.withLock({ $0[path] }) else { return false }
    buffer.removeAll(keepingCapacity: true)
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    buffer += bytes
    return true
  }

  func keep(_ bytes: [UInt8], of path: String) { files.withLock { $0[path] = bytes } }
}
