public import Diagnostics
internal import Editing
public import Files

/// A file tree with changes that are not written to disk.
public struct EditedTree: FileTree {
  /// The files on disk.
  public let base: any FileTree
  /// The changed files, by their paths without links.
  public private(set) var files: [String: [UInt8]] = [:]
  /// The edits of the changed files, one element for each time that a file was parsed.
  private var edits: [String: [(edits: [TextEdit], document: Document)]] = [:]

  public init(_ base: any FileTree) { self.base = base }

  public subscript(path: String) -> [UInt8]? { files[base.resolved(path) ?? path] }

  /// Replaces a file with `result`, which applies `edits` to the file in `earlier`.
  mutating func replace(
    _ path: String, with result: [UInt8], _ edits: [TextEdit], in document: Document,
    after earlier: EditedTree
  ) {
    let path = base.resolved(path) ?? path
    files[path] = result
    self.edits[path] = (earlier.edits[path] ?? []) + [(edits, document)]
  }

  /// Returns a function from places in a changed file to those on disk; `nil` if it is unchanged.
  public func origins(in path: String) -> ((Position) -> Position)? {
    guard !edits.isEmpty, let steps = edits[base.resolved(path) ?? path] else { return nil }
    let origins = steps.reversed().map { PlaceOrigins($0.edits, in: $0.document) }
    return { place in origins.reduce(place) { $1.origin(of: $0) } }
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
