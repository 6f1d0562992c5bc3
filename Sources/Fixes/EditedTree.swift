internal import Diagnostics
public import Files

/// A tree of files some of which are changed and not yet written.
public struct EditedTree: FileTree {
  /// The files as they are on disk.
  public let base: any FileTree
  /// By the path without links.
  public private(set) var files: [String: [UInt8]] = [:]

  public init(_ base: any FileTree) { self.base = base }

  public subscript(path: String) -> [UInt8]? {
    get { files[base.resolved(path) ?? path] }
    set { files[base.resolved(path) ?? path] = newValue }
  }

  public func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    guard !files.isEmpty, let bytes = self[path] else {
      return try base.read(path, limit: limit, into: &buffer)
    }
    buffer.removeAll(keepingCapacity: true)
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    buffer += bytes
  }

  public func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    if !files.isEmpty, self[path] != nil {
      try read(path, limit: limit, into: &buffer)
    } else {
      try base.readAnywhere(path, limit: limit, into: &buffer)
    }
  }

  public func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    guard !files.isEmpty, let bytes = self[path] else {
      return try base.bytes(of: path, at: offset, count: count)
    }
    return Array(bytes.dropFirst(offset).prefix(count))
  }

  public func entries(of folder: String) throws(FileError) -> [FileEntry] {
    try base.entries(of: folder)
  }

  public func kind(of path: String) -> FileKind? { base.kind(of: path) }

  public func resolvesInside(_ path: String) -> Bool { base.resolvesInside(path) }

  public func resolved(_ path: String) -> String? { base.resolved(path) }

  public func spelling(of path: String) -> String? { base.spelling(of: path) }
}
