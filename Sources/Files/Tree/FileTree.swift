internal import Diagnostics

/// A tree of files: all that modlint reads comes from one.
///
/// Paths are relative to the tree's root, with `/` between names; "" is the root. A path may start
/// with `../` or be absolute where the tree has something there, as a working directory has. A tree may
/// refuse to open and list what lies outside of some folder: `FileError.outsideRoot`.
public protocol FileTree: Sendable {
  /// The entries of a folder, ordered by the UTF-8 bytes of their names.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries.
  func entries(of folder: String) throws(FileError) -> [FileEntry]

  /// Replaces what is in `buffer` by the content of a file, and keeps the buffer's capacity.
  ///
  /// Never waits: what is not a regular file is an error, and so is a file above `limit` bytes.
  /// The buffer is empty after an error.
  func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError)

  /// As `read(_:limit:into:)`, also of what lies where paths in files and links may not lead: for files that
  /// are named to be read.
  func readAnywhere(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError)

  /// The bytes of a file from `offset` on, at most `count`; none where the file ends before.
  ///
  /// Costs what is read, however large the file is.
  func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8]

  /// What is at `path`, at the end of all links; nil if nothing is.
  func kind(of path: String) -> FileKind?

  /// Whether something is at `path` and, at the end of all links, lies inside the root.
  func resolvesInside(_ path: String) -> Bool

  /// The path, relative to the root and without links, of what is at `path` inside the root; nil if
  /// nothing is, or if it lies outside.
  func resolved(_ path: String) -> String?

  /// `path` as it is really spelled: itself if that exists, else the one path that differs from it
  /// only in case; nil if there is none, or more than one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries of the folders on the way.
  func spelling(of path: String) -> String?

  /// Says that these files are going to be read soon, and in this order, so that a tree that has to
  /// fetch them can do so ahead.
  func willRead(_ paths: some Sequence<String>)

  /// Goes through the tree once, and hands each file that a worker wants to it as soon as it is
  /// found.
  ///
  /// At most `jobs` workers are made, each used by one thread at a time; the calling thread takes
  /// part. An unreadable folder goes to the worker, an unreadable root is thrown.
  ///
  /// - Returns: The workers made, at least one, in no order that means anything.
  func walk<Worker: FileVisitor>(
    jobs: Int, makeWorker: @escaping @Sendable () -> Worker
  ) throws(FileError) -> [Worker]
}

extension FileTree {
  public func willRead(_ paths: some Sequence<String>) {}

  public func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    try read(path, limit: limit, into: &buffer)
  }

  public func resolved(_ path: String) -> String? { resolvesInside(path) ? path : nil }
}

/// What an entry of a folder is.
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

/// Why a file or a folder cannot be read, or a file not written.
public enum FileError: Error, Hashable, Sendable {
  case notFound
  /// The system's reason, as "permission denied".
  case notReadable(String)
  /// The system's reason, as "no space left on device".
  case notWritable(String)
  /// There is something else, as a folder, a pipe or a device.
  case notARegularFile(FileKind)
  case tooLarge(limit: Int)
  /// A link leads out of the tree.
  case outsideRoot

  /// The reason in a few words that follow a path and a colon.
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
