internal import Paths

/// A walk through a tree: the threads that list its folders, each with a worker of its own.
struct TreeWalk<Worker: FileVisitor>: Sendable {
  let tree: any FileTree
  /// The open root of a tree whose folders can be opened.
  ///
  /// Its files are handled as they are found, while their folder is open. Those of other trees are
  /// handled once all folders are listed, which takes no more than this thread.
  let root: Int32?
  /// The most threads, the calling one among them.
  let jobs: Int
  let makeWorker: @Sendable () -> Worker
  private let pending: DirectoryQueue

  /// With fewer folders or files left than this, a thread costs more to start than it saves.
  private let minimumForThreads = 16

  /// Threads wait for the disk if they wait at more than one folder in so many.
  ///
  /// From a cold disk it is about twice for each, at the folder and at its file, and hardly ever
  /// with a warm cache.
  private let waitingShare = 4

  init(
    _ tree: any FileTree, root: Int32? = nil, jobs: Int,
    makeWorker: @escaping @Sendable () -> Worker
  ) {
    self.tree = tree
    self.root = root
    self.jobs = max(1, jobs)
    self.makeWorker = makeWorker
    pending = DirectoryQueue(jobs: self.jobs)
  }

  /// Walks, with more threads once there is enough to do, and returns all workers.
  ///
  /// A thread for each core, and more only where they wait for the disk: with a warm cache they
  /// would but make more batches that are to be put together.
  func run() throws(FileError) -> [Worker] {
    var walker = FolderWalker(tree, root: root, makeWorker())
    let waitsBefore = Walk.waits
    var folderCount = 1
    try walker.list("")
    pending.start(with: &walker.folders)
    var threads: [WorkerThread<Worker>] = []
    var batch: [String] = []
    while let left = pending.take(into: &batch) {
      if root != nil && left >= minimumForThreads && threads.count < jobs - 1 {
        let isWaiting = Walk.waits - waitsBefore > folderCount / waitingShare
        startThreads(&threads, most: isWaiting ? jobs : min(jobs, Walk.cores)) { help() }
      }
      folderCount += batch.count
      walker.list(&batch)
      pending.give(&walker.folders)
    }
    var worker = walker.worker
    if !walker.files.isEmpty { handle(walker.files, &worker, &threads) }
    return [worker] + threads.compactMap { $0.join() }
  }

  /// Starts helpers until `most` threads are at work, or as many as the system gives.
  private func startThreads(
    _ threads: inout [WorkerThread<Worker>], most: Int, _ body: @escaping @Sendable () -> Worker
  ) {
    while threads.count + 1 < most, let thread = WorkerThread(body) { threads.append(thread) }
  }

  /// What a thread does that helps to list folders.
  private func help() -> Worker {
    var walker = FolderWalker(tree, root: root, makeWorker())
    var batch: [String] = []
    while pending.take(into: &batch) != nil {
      walker.list(&batch)
      pending.give(&walker.folders)
    }
    return walker.worker
  }

  /// Handles files that could not be read as they were found.
  private func handle(
    _ files: [WantedFile], _ worker: inout Worker, _ threads: inout [WorkerThread<Worker>]
  ) {
    tree.willRead(files.lazy.map(\.path))
    let counter = Counter()
    startThreads(&threads, most: min(jobs, Walk.cores, files.count / minimumForThreads)) {
      var worker = makeWorker()
      while let number = counter.take(below: files.count) {
        files[number].handle(in: tree, &worker)
      }
      return worker
    }
    while let number = counter.take(below: files.count) { files[number].handle(in: tree, &worker) }
  }
}

/// A file that a worker wants, until it is handled.
private struct WantedFile: Sendable {
  var folder: String
  var name: String

  var path: String { Path.join(folder, entry: name) }

  func handle(in tree: any FileTree, _ worker: inout some FileVisitor) {
    name.withName { name in
      worker.found(FoundFile(folder: folder, name: EntryName(name.bytes), source: .tree(tree)))
    }
  }
}

/// Lists folders on one thread.
private struct FolderWalker<Worker: FileVisitor>: ~Copyable {
  let tree: any FileTree
  let root: Int32?
  var worker: Worker
  /// Folders found, not yet shared.
  var folders: [String] = []
  /// Files found, not yet handled.
  var files: [WantedFile] = []
  private var listing = Listing()

  init(_ tree: any FileTree, root: Int32?, _ worker: Worker) {
    self.tree = tree
    self.root = root
    self.worker = worker
  }

  /// Lists folders, and tells the worker of those that cannot be listed.
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

  /// Handles the wanted files of a folder and notes the folders to go on with, after all its
  /// entries were looked at.
  mutating func list(_ folder: String) throws(FileError) {
    guard let root else {
      try listing.fill(with: try tree.entries(of: folder))
      return visit(folder, nil)
    }
    let open = try Descriptor(folder: folder, in: root)
    try listing.fill(from: open)
    visit(folder, open.number)
  }

  /// Goes through the entries listed of a folder, which is `open` or one of a tree that has none to
  /// open.
  private mutating func visit(_ folder: String, _ open: Int32?) {
    if markEntries(of: folder, open) { return worker.skipped(folder) }
    var place = listing.start
    while let here = place {
      switch listing[mark: here] {
      case Mark.folder:
        let name = listing.name(at: here)
        if name.isNeverDescendedInto {
          worker.passed(name, in: folder)
        } else {
          note(here, in: folder)
        }
      case Mark.file: handle(here, in: folder, open)
      case Mark.noted: worker.passed(listing.name(at: here), in: folder)
      case Mark.link: if follows(here, in: folder) { handle(here, in: folder, open) }
      default: break
      }
      place = listing.place(after: here)
    }
  }

  /// Marks what to do with each entry, and returns whether the folder is to be left.
  private mutating func markEntries(of folder: String, _ open: Int32?) -> Bool {
    var place = listing.start
    while let here = place {
      let kind = listing.kind(at: here, in: open)
      var mark = kind == .folder ? Mark.folder : Mark.none
      if kind == .file || kind == .link {
        switch worker.classify(listing.name(at: here)) {
        case .none: break
        case .wanted: mark = kind == .file ? Mark.file : Mark.link
        case .noted: mark = Mark.noted
        case .boundary:
          if !folder.isEmpty && (kind == .file || tree.kind(of: path(here, in: folder)) == .file) {
            return true
          }
        }
      }
      listing[mark: here] = mark
      place = listing.place(after: here)
    }
    return false
  }

  private func path(_ place: Int, in folder: String) -> String {
    listing.name(at: place).path(in: folder)
  }

  /// Returns whether a link that the worker wants leads to a file inside the root.
  ///
  /// Tells the worker if it leads nowhere or out. A link to a folder or a pipe is not followed.
  private mutating func follows(_ place: Int, in folder: String) -> Bool {
    let path = path(place, in: folder)
    switch tree.kind(of: path) {
    case nil: worker.failed(link: path, .notFound)
    case .file where tree.resolvesInside(path): return true
    case .file: worker.failed(link: path, .outsideRoot)
    default: break
    }
    return false
  }

  private mutating func handle(_ place: Int, in folder: String, _ open: Int32?) {
    let name = listing.name(at: place)
    guard let open else { return files.append(WantedFile(folder: folder, name: name.text)) }
    worker.found(FoundFile(folder: folder, name: name, source: .descriptor(open)))
  }

  private mutating func note(_ place: Int, in folder: String) {
    let path = path(place, in: folder)
    if worker.descends(into: path) { folders.append(path) }
  }
}

/// What is to be done with an entry.
private enum Mark {
  static let none: UInt8 = 0
  static let folder: UInt8 = 1
  static let file: UInt8 = 2
  static let link: UInt8 = 3
  static let noted: UInt8 = 4
}
