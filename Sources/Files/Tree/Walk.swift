internal import Paths
internal import Synchronization

/// What handles the files that a walk finds: one value for each thread, with its own memory.
public protocol FileVisitor: SendableMetatype {
  /// What a file of this name, or a link, is to the walk; asked for each.
  func classify(_ name: borrowing EntryName) -> EntryClass

  /// Whether to go on into a folder that is not skipped by its name anyway.
  mutating func descends(into folder: String) -> Bool

  /// A folder that is never descended into, by its name.
  mutating func passed(_ name: borrowing EntryName, in folder: String)

  /// A wanted file. Its folder holds no boundary, and has been listed to the end.
  mutating func found(_ file: borrowing FoundFile)

  /// A folder that is left because it holds a boundary: nothing in or below it is handled.
  mutating func skipped(_ folder: String)

  /// A folder that cannot be listed, or a wanted link that leads nowhere or out of the tree.
  mutating func failed(_ path: String, _ error: FileError)
}

extension FileVisitor {
  public mutating func descends(into folder: String) -> Bool { true }

  public mutating func passed(_ name: borrowing EntryName, in folder: String) {}
}

/// What a file is to a walk, by its name.
public enum EntryClass: Sendable {
  case none
  /// The worker handles the file.
  case wanted
  /// The walk leaves the folder that holds the file, unless that is the root.
  case boundary
}

/// The walk through a tree; see `FileTree.walk(jobs:makeWorker:)`.
///
/// Links to folders are not followed, and hidden folders, `Carthage`, `Pods`, `DerivedData`,
/// `node_modules`, `*.xcodeproj` and `*.xcworkspace` not descended into.
public enum Walk {
  /// Whether no folder of that name is ever descended into.
  public static func neverDescends(into name: String) -> Bool {
    name.withName { $0.isNeverDescendedInto }
  }
}

/// A file that a walk has found; good only during the call it is given to.
public struct FoundFile: ~Copyable {
  /// The path of the folder that holds the file.
  public let folder: String
  public let name: EntryName
  let source: Source

  enum Source {
    /// The open folder.
    case descriptor(Int32)
    case tree(any FileTree)
  }

  /// The path of the file.
  public var path: String { Path.join(folder, entry: name.text) }

  /// Replaces what is in `buffer` by the content of the file, as `FileTree.read` does.
  public func read(limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    switch source {
    case .descriptor(let folder):
      let file = try Descriptor(file: name, in: folder)
      try file.read(isListedAsFile: true, limit: limit, into: &buffer)
    case .tree(let tree):
      try tree.read(path, limit: limit, into: &buffer)
    }
  }
}

extension FileTree {
  /// Whether the link at `path`, which a worker wants, leads to a file inside the root.
  ///
  /// Tells the worker if it leads nowhere or out. A link to a folder or a pipe is not followed.
  func follows(_ path: String, for worker: inout some FileVisitor) -> Bool {
    switch kind(of: path) {
    case nil: worker.failed(path, .notFound)
    case .file where resolvesInside(path): return true
    case .file: worker.failed(path, .outsideRoot)
    default: break
    }
    return false
  }

  /// The walk over a tree whose folders are listed fast: on one thread, before any file is read.
  public func walk<Worker: FileVisitor>(
    jobs: Int, makeWorker: @escaping @Sendable () -> Worker
  ) throws(FileError) -> [Worker] {
    var worker = makeWorker()
    var wanted: [WantedFile] = []
    var pending = visit("", try entries(of: ""), &worker, &wanted)
    while let folder = pending.popLast() {
      do throws(FileError) {
        pending += visit(folder, try entries(of: folder), &worker, &wanted)
      } catch {
        worker.failed(folder, error)
      }
    }
    willRead(wanted.lazy.map { Path.join($0.folder, entry: $0.name) })
    let queue = WantedFiles(wanted)
    // With fewer files, a thread costs more to start than it saves.
    let threads = (1..<max(1, min(jobs, wanted.count / 16))).compactMap { _ in
      WorkerThread { [self] in
        var worker = makeWorker()
        handle(queue, &worker)
        return worker
      }
    }
    handle(queue, &worker)
    return [worker] + threads.compactMap { $0.join() }
  }

  private func handle(_ queue: WantedFiles, _ worker: inout some FileVisitor) {
    while let file = queue.next() {
      file.name.withName {
        worker.found(FoundFile(folder: file.folder, name: EntryName($0.bytes), source: .tree(self)))
      }
    }
  }

  /// Adds the wanted files of one folder to `found`, and returns the folders to go on with.
  private func visit(
    _ folder: String, _ entries: [FileEntry], _ worker: inout some FileVisitor,
    _ found: inout [WantedFile]
  ) -> [String] {
    var wanted: [FileEntry] = []
    for entry in entries where entry.kind == .file || entry.kind == .link {
      switch entry.name.withName({ worker.classify($0) }) {
      case .none: break
      case .wanted: wanted.append(entry)
      case .boundary:
        if folder.isEmpty || kind(of: Path.join(folder, entry: entry.name)) != .file { break }
        worker.skipped(folder)
        return []
      }
    }
    for entry in wanted
    where entry.kind == .file || follows(Path.join(folder, entry: entry.name), for: &worker) {
      found.append(WantedFile(folder: folder, name: entry.name))
    }
    var folders: [String] = []
    for entry in entries where entry.kind == .folder {
      let isPassed = entry.name.withName { name in
        if name.isNeverDescendedInto { worker.passed(name, in: folder) }
        return name.isNeverDescendedInto
      }
      if isPassed { continue }
      let path = Path.join(folder, entry: entry.name)
      if worker.descends(into: path) { folders.append(path) }
    }
    return folders
  }
}

private struct WantedFile {
  var folder: String
  var name: String
}

/// Hands files out to the threads that handle them.
private final class WantedFiles: Sendable {
  private let files: [WantedFile]
  private let count = Mutex(0)

  init(_ files: [WantedFile]) { self.files = files }

  func next() -> WantedFile? {
    count.withLock { count in
      guard count < files.count else { return nil }
      count += 1
      return files[count - 1]
    }
  }
}

extension String {
  /// Lends the string as the name of an entry.
  fileprivate func withName<Result>(_ body: (borrowing EntryName) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { body(EntryName($0)) }
  }
}
