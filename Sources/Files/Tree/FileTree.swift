internal import Diagnostics

/// A tree of files, the source of everything that modlint reads.
///
/// Paths are relative to the tree's root, with `/` between names; "" is the root. A path may start
/// with `../` or be absolute if the tree has entries there, such as a working directory. A tree may
/// refuse to open and list anything outside of a folder: `FileError.outsideRoot`.
public protocol FileTree: Sendable {
  /// Returns the entries of a folder, ordered by the UTF-8 bytes of their names.
  func entries(of folder: String) throws(FileError) -> [FileEntry]

  /// Returns the entries of a folder that a walk visits, which may be fewer than `entries(of:)`.
  func walkedEntries(of folder: String) throws(FileError) -> [FileEntry]

  /// The same tree, but a walk visits all entries; `nil` if it does so anyway.
  var walkingAll: Self? { get }

  /// Replaces the contents of `buffer` with the content of a file, and keeps the buffer's capacity.
  ///
  /// Never blocks: anything but a regular file is an error, and so is a file above `limit` bytes.
  /// The buffer is empty after an error.
  func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError)

  /// Reads like `read(_:limit:into:)`, but also outside of the boundary: for files that are named
  /// on the command line or as includes.
  func readAnywhere(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError)

  /// Returns at most `count` bytes of a file from `offset` on; none if the file ends before.
  func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8]

  /// Returns the kind of the file at `path` after resolving all links; nil if nothing exists there.
  func kind(of path: String) -> FileKind?

  /// Returns the path, relative to the root and without links, of the entry at `path`; nil if
  /// nothing exists there or if it is outside the root.
  func resolved(_ path: String) -> String?

  /// Returns the real spelling of `path`: each component as it is if such an entry exists, else the
  /// single one that differs only in case; nil for none or several.
  func spelling(of path: String) -> String?

  /// Walks the tree once and passes each wanted file to a worker as soon as it is found.
  ///
  /// At most `jobs` workers are used at a time, each by one thread, the calling thread included.
  /// An unreadable folder is passed to the worker, an unreadable root is thrown.
  ///
  /// - Returns: The workers, at least one, in no particular order.
  func walk<Worker: FileVisitor>(
    jobs: Int, makeWorker: @escaping @Sendable () -> Worker
  ) throws(FileError) -> [Worker]
}

extension FileTree {
  public func walkedEntries(of folder: String) throws(FileError) -> [FileEntry] {
    try entries(of: folder)
  }

  public var walkingAll: Self? { nil }

  public func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    try read(path, limit: limit, into: &buffer)
  }

  /// Returns whether something exists at `path` and is inside the root after resolving all links.
  public func resolvesInside(_ path: String) -> Bool { resolved(path) != nil }

  /// Returns the content of a file of at most `Limits.fileSize` bytes.
  public func content(of path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(path, limit: Limits.fileSize, into: &bytes)
    return bytes
  }
}

/// The kind of a folder entry.
public enum FileKind: Hashable, Sendable {
  case file, folder, link, other
}

/// An entry of a folder.
public struct FileEntry: Hashable, Sendable {
  public var name: String
  public var kind: FileKind

  public init(name: String, kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}

/// The reason why a file or folder cannot be read or written.
public enum FileError: Error, Hashable, Sendable {
  case notFound
  /// The system's reason, such as "permission denied".
  case notReadable(String)
  /// The system's reason, such as "no space left on device".
  case notWritable(String)
  /// The path is a folder, pipe or device.
  case notARegularFile(FileKind)
  case tooLarge(limit: Int)
  /// A symbolic link leads out of the tree.
  case outsideRoot

  /// The reason in a few words, to be printed after a path and a colon.
  public var reason: String {
    switch self {
    case .notFound: "no such file"
    case .notReadable(let reason), .notWritable(let reason): reason
    case .notARegularFile(.folder): "is a folder"
    case .notARegularFile: "is not a regular file"
    case .tooLarge(let limit): "is larger than \(limit) bytes"
    case .outsideRoot: "leads outside the root"
    }
  }
}
