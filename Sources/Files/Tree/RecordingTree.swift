internal import Synchronization

/// A file tree that records which files are read or looked up.
public struct RecordingTree: FileTree {
  private let base: any FileTree
  private let paths = Paths()

  private final class Paths: Sendable {
    let all = Mutex<Set<String>>([])
  }

  public init(_ base: any FileTree) { self.base = base }

  /// The paths so far.
  public var seen: Set<String> { paths.all.withLock { $0 } }

  private func note(_ path: String) { paths.all.withLock { _ = $0.insert(path) } }

  public func entries(of folder: String) throws(FileError) -> [FileEntry] {
    try base.entries(of: folder)
  }

  public func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    note(path)
    try base.read(path, limit: limit, into: &buffer)
  }

  public func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    note(path)
    try base.readAnywhere(path, limit: limit, into: &buffer)
  }

  public func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    note(path)
    return try base.bytes(of: path, at: offset, count: count)
  }

  public func kind(of path: String) -> FileKind? {
    note(path)
    return base.kind(of: path)
  }

  public func resolvesInside(_ path: String) -> Bool { base.resolvesInside(path) }
}
