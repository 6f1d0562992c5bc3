internal import CPlatform
internal import Paths

/// A walk through a tree with several threads, each with a separate worker.
struct TreeWalk<Worker: FileVisitor>: Sendable {
  let tree: any FileTree
  /// The open root, if the folders of the tree can be opened.
  let root: Int32?
  /// The maximum number of threads, including the calling one.
  let jobs: Int
  let makeWorker: @Sendable () -> Worker
  private let pending = DirectoryQueue()

  /// The minimum number of folders for which starting a thread pays off.
  private let minimumForThreads = 16

  /// Threads count as waiting for the disk if they wait at more than one folder in this many.
  ///
  /// With a cold disk they wait about twice for each, and hardly ever with a warm cache.
  private let waitingShare = 4

  init(
    _ tree: any FileTree, root: Int32? = nil, jobs: Int,
    makeWorker: @escaping @Sendable () -> Worker
  ) {
    self.tree = tree
    self.root = root
    self.jobs = max(1, jobs)
    self.makeWorker = makeWorker
  }

  /// Walks the tree, adding threads as work grows, and returns all workers.
  ///
  /// Uses a thread for each core, and more only if they wait for the disk: with a warm cache they
  /// would only add batches to merge. A thread ends when no folders are left; those that others find
  /// later start new ones.
  func run() throws(FileError) -> [Worker] {
    var walker = FolderWalker(tree, root: root, makeWorker())
    let waitsBefore = modlint_waits()
    var folderCount = 1
    try walker.list("")
    pending.give(&walker.folders)
    var threads: [WorkerThread<Worker>] = []
    var workers: [Worker] = []
    var batch: [String] = []
    while true {
      if let left = pending.take(into: &batch, jobs: jobs) {
        if left >= minimumForThreads && jobs > 1 {
          let isWaiting = modlint_waits() - waitsBefore > folderCount / waitingShare
          startThreads(&threads, most: isWaiting ? jobs : min(jobs, Walk.cores))
        }
        folderCount += batch.count
        walker.list(&batch)
        pending.give(&walker.folders)
      } else if let thread = threads.popLast() {
        if let worker = thread.join() { workers.append(worker) }
      } else {
        return workers + [walker.worker]
      }
    }
  }

  /// Starts threads until `most` are running, or as many as the system allows.
  private func startThreads(_ threads: inout [WorkerThread<Worker>], most: Int) {
    while pending.addHelper(atMost: most - 1) {
      guard let thread = WorkerThread({ help() }) else { return pending.removeHelper() }
      threads.append(thread)
    }
  }

  private func help() -> Worker {
    var walker = FolderWalker(tree, root: root, makeWorker())
    var batch: [String] = []
    while pending.take(into: &batch, jobs: jobs) != nil {
      walker.list(&batch)
      pending.give(&walker.folders)
    }
    pending.removeHelper()
    return walker.worker
  }
}

private struct FolderWalker<Worker: FileVisitor>: ~Copyable {
  let tree: any FileTree
  let root: Int32?
  var worker: Worker
  /// Folders found, not yet shared with other threads.
  var folders: [String] = []
  private var listing = Listing()

  init(_ tree: any FileTree, root: Int32?, _ worker: Worker) {
    self.tree = tree
    self.root = root
    self.worker = worker
  }

  /// Lists folders and reports those that cannot be listed to the worker.
  mutating func list(_ folders: inout [String]) {
    for folder in folders {
      do throws(FileError) {
        try list(folder)
      } catch {
        worker.failed(folder, error)
      }
    }
    folders.removeAll(keepingCapacity: true)
  }

  /// Handles the wanted files of a folder and queues its subfolders, after all entries were
  /// examined.
  mutating func list(_ folder: String) throws(FileError) {
    guard let root else {
      try listing.fill(with: try tree.walkedEntries(of: folder))
      return visit(folder, nil)
    }
    let open = try Descriptor(folder: folder, in: root)
    try listing.fill(from: open)
    visit(folder, open.number)
  }

  /// Visits the listed entries of a folder; `open` is nil in a tree without open folders.
  private mutating func visit(_ folder: String, _ open: Int32?) {
    if markEntries(of: folder, open) { return worker.skipped(folder) }
    var place = listing.place(after: nil)
    while let here = place {
      switch listing[mark: here] {
      case Mark.folder:
        let name = listing.name(at: here)
        if name.isNeverDescendedInto {
          worker.passed(name, in: folder)
        } else {
          let path = name.path(in: folder)
          if worker.descends(into: path) { folders.append(path) }
        }
      case Mark.file: handle(here, in: folder, open)
      case Mark.noted: worker.passed(listing.name(at: here), in: folder)
      case Mark.link: if follows(here, in: folder) { handle(here, in: folder, open) }
      default: break
      }
      place = listing.place(after: here)
    }
  }

  /// Marks each entry with its treatment; returns whether to skip the folder.
  private mutating func markEntries(of folder: String, _ open: Int32?) -> Bool {
    var place = listing.place(after: nil)
    while let here = place {
      let kind = listing.kind(at: here, in: open)
      var mark = kind == .folder ? Mark.folder : Mark.none
      if kind == .file || kind == .link {
        switch worker.classify(listing.name(at: here)) {
        case .none: break
        case .wanted: mark = kind == .file ? Mark.file : Mark.link
        case .noted: mark = Mark.noted
        case .boundary:
          let path = listing.name(at: here).path(in: folder)
          if !folder.isEmpty && (kind == .file || tree.kind(of: path) == .file) { return true }
        }
      }
      listing[mark: here] = mark
      place = listing.place(after: here)
    }
    return false
  }

  /// Returns whether a wanted link leads to a file inside the root; if not, notifies the worker.
  private mutating func follows(_ place: Int, in folder: String) -> Bool {
    let path = listing.name(at: place).path(in: folder)
    switch tree.kind(of: path) {
    case nil: worker.failed(link: path, .notFound)
    case .file where tree.resolvesInside(path): return true
    case .file: worker.failed(link: path, .outsideRoot)
    default: break
    }
    return false
  }

  private mutating func handle(_ place: Int, in folder: String, _ open: Int32?) {
    worker.found(
      FoundFile(folder: folder, name: listing.name(at: place), tree: tree, descriptor: open))
  }
}

private enum Mark {
  static let none: UInt8 = 0
  static let folder: UInt8 = 1
  static let file: UInt8 = 2
  static let link: UInt8 = 3
  static let noted: UInt8 = 4
}
