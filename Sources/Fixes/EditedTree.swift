public import Files

/// A file tree with changes that are not written to disk.
public struct EditedTree: FileTree {
  /// The files on disk.
  public let base: any FileTree
  /// The changed files, by their paths without links.
  public private(set) var files: [String: [UInt8]] = [:]

  public init(_ base: any FileTree) { self.base = base }

  public subscript(path: String) -> [UInt8]? { files[base.resolved(path) ?? path] }

  mutating func replace(_ path: String, with bytes: [UInt8]) {
    files[base.resolved(path) ?? path] = bytes
  }

  /// Returns the tree with the files at `paths`, which have no links, as they are on disk.
  public func without(_ paths: some Sequence<String>) -> Self {
    var result = self
    for path in paths { result.files[path] = nil }
    return result
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
