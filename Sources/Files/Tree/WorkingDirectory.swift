internal import Diagnostics
internal import Paths
internal import Synchronization

/// The files in and around a folder on disk.
public struct WorkingDirectory: FileTree {
  /// The path of the root, as it was given.
  public let path: String

  /// The open root; `nil` for the working directory at launch, which need not be readable.
  private let root: OpenFolder?
  /// The boundary around the root; `nil` if paths may lead anywhere.
  private let boundary: Boundary?

  /// The whole file system; relative paths start at the working directory at launch.
  public static var machine: WorkingDirectory { WorkingDirectory() }

  private init() {
    path = "."
    root = nil
    boundary = nil
  }

  /// Opens the folder at `path`, absolute or relative to the working directory at launch.
  ///
  /// Nothing outside of the folder `boundary`, an absolute path without links, is opened or listed,
  /// whatever paths and links refer to.
  public init(_ path: String, within boundary: String? = nil) throws(FileError) {
    self.path = path
    self.boundary = boundary.map { Boundary($0, around: path) }
    root = OpenFolder(try Descriptor(folder: path, in: Descriptor.workingDirectory))
  }

  /// The open root, the base of relative paths.
  var descriptor: Int32 { root?.descriptor.number ?? Descriptor.workingDirectory }

  public func entries(of folder: String) throws(FileError) -> [FileEntry] {
    if let boundary, !boundary.holds(folder: folder) { throw .outsideRoot }
    let open = try Descriptor(folder: folder, in: descriptor)
    var listing = Listing()
    try listing.fill(from: open)
    var entries: [FileEntry] = []
    var place = listing.place(after: nil)
    while let here = place {
      let name = listing.name(at: here)
      if !(name == "." || name == "..") {
        let kind = listing.kind(at: here, in: open.number)
        entries.append(FileEntry(name: name.text, kind: kind))
      }
      place = listing.place(after: here)
    }
    return entries.sorted { $0.name.precedes($1.name) }
  }

  public func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    buffer.removeAll(keepingCapacity: true)
    let file = try open(path)
    try file.read(isListedAsFile: false, limit: limit, into: &buffer)
  }

  public func readAnywhere(
    _ path: String, limit: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    buffer.removeAll(keepingCapacity: true)
    let file = try Descriptor(file: path, in: descriptor, followingLinks: true)
    try file.read(isListedAsFile: false, limit: limit, into: &buffer)
  }

  private func open(_ path: String) throws(FileError) -> Descriptor {
    guard let boundary else {
      return try Descriptor(file: path, in: descriptor, followingLinks: true)
    }
    if Path.isPlain(path) {
      guard boundary.holds(folder: Path.enclosingFolder(of: path) ?? "") else {
        throw .outsideRoot
      }
      do throws(FileError) {
        return try Descriptor(file: path, in: descriptor, followingLinks: false)
      } catch {}
    }
    guard boundary.holds(path) else { throw .outsideRoot }
    return try Descriptor(file: path, in: descriptor, followingLinks: true)
  }

  public func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    let file = try open(path)
    return try file.bytes(at: offset, count: count)
  }

  public func kind(of path: String) -> FileKind? {
    Files.kind(of: path, in: descriptor, followingLinks: true)
  }

  public func resolved(_ path: String) -> String? {
    guard let root = realPath(self.path),
      let real = realPath(Path.isAbsolute(path) ? path : Path.join(self.path, entry: path)),
      let part = Path.part(of: real, in: root)
    else { return nil }
    return String(part)
  }

  public func walk<Worker: FileVisitor>(
    jobs: Int, makeWorker: @escaping @Sendable () -> Worker
  ) throws(FileError) -> [Worker] {
    try TreeWalk(self, root: descriptor, jobs: jobs, makeWorker: makeWorker).run()
  }
}

/// An open folder, closed with the last copy of the value that owns it.
private final class OpenFolder: Sendable {
  let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}

/// Prevents paths in files, and symbolic links, from leading out of a repository: nothing outside
/// of its folder is opened or listed.
final class Boundary: Sendable {
  /// The absolute path, without links.
  private let folder: String
  /// The base of relative paths, usually inside `folder`.
  private let root: String
  private let isRootInside: Bool
  /// Cached answers by folder.
  private let known = Mutex<[String: Bool]>([:])

  init(_ folder: String, around root: String) {
    self.folder = folder
    self.root = root
    isRootInside = Path.lies(realPath(root) ?? root, in: folder)
  }

  /// Returns whether a folder is inside after resolving all links.
  func holds(folder: String) -> Bool {
    if folder.isEmpty { return isRootInside }
    if let answer = known.withLock({ $0[folder] }) { return answer }
    let path = Path.join(root, entry: folder)
    // Only a link can lead outside.
    let isNoLink =
      isRootInside && Path.isPlain(folder)
      && kind(of: path, in: Descriptor.workingDirectory, followingLinks: false) != .link
    let answer =
      isNoLink ? holds(folder: Path.enclosingFolder(of: folder) ?? "") : holds(folder)
    known.withLock { $0[folder] = answer }
    return answer
  }

  /// Returns whether a path is inside after resolving all links, or as written if nothing exists
  /// there.
  func holds(_ path: String) -> Bool {
    let path = Path.isAbsolute(path) ? path : Path.join(root, entry: path)
    return Path.lies(realPath(path) ?? Path.normalized(path), in: folder)
  }
}
