internal import Paths

/// The threads that walk through a working directory, each with a worker of its own.
struct ParallelWalk<Worker: FileVisitor>: Sendable {
  let directory: WorkingDirectory
  let jobs: Int
  let makeWorker: @Sendable () -> Worker
  let pending: DirectoryQueue

  /// With fewer folders left than this, a thread costs more to start than it saves.
  private let worthHelp = 16

  /// Threads wait for the disk if they wait at more than one folder in so many.
  ///
  /// From a cold disk it is about twice for each, at the folder and at its file, and hardly ever with a
  /// warm cache.
  private let waitingShare = 4

  init(directory: WorkingDirectory, jobs: Int, makeWorker: @escaping @Sendable () -> Worker) {
    self.directory = directory
    self.jobs = jobs
    self.makeWorker = makeWorker
    pending = DirectoryQueue(jobs: jobs)
  }

  /// Walks, with helpers once there is enough to do, and returns all workers.
  ///
  /// A thread for each core, and more only where they wait for the disk: with a warm cache they would
  /// but make more batches that are to be put together.
  func run() throws(FileError) -> [Worker] {
    var walker = FolderWalker(directory, makeWorker())
    let waitsBefore = Walk.waits
    var folderCount = 1
    try walker.list("")
    pending.start(with: &walker.found)
    var threads: [WorkerThread<Worker>] = []
    var batch: [String] = []
    while let left = pending.take(into: &batch) {
      if left >= worthHelp && threads.count < jobs - 1 {
        let isWaiting = Walk.waits - waitsBefore > folderCount / waitingShare
        startThreads(&threads, most: isWaiting ? jobs : min(jobs, Walk.cores))
      }
      folderCount += batch.count
      walker.list(&batch)
      pending.give(&walker.found)
    }
    var workers = [walker.worker]
    for thread in threads {
      if let worker = thread.join() { workers.append(worker) }
    }
    return workers
  }

  /// Starts helpers until `most` threads are at work, or as many as the system gives.
  private func startThreads(_ threads: inout [WorkerThread<Worker>], most: Int) {
    while threads.count + 1 < most, let thread = WorkerThread({ help() }) { threads.append(thread) }
  }

  /// What a helping thread does.
  private func help() -> Worker {
    var walker = FolderWalker(directory, makeWorker())
    var batch: [String] = []
    while pending.take(into: &batch) != nil {
      walker.list(&batch)
      pending.give(&walker.found)
    }
    return walker.worker
  }
}

/// Lists folders on one thread.
private struct FolderWalker<Worker: FileVisitor>: ~Copyable {
  let directory: WorkingDirectory
  let root: Int32
  var worker: Worker
  /// Folders found, not yet shared.
  var found: [String] = []
  private var listing = Listing()

  init(_ directory: WorkingDirectory, _ worker: Worker) {
    self.directory = directory
    self.worker = worker
    root = directory.descriptor
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
    let open = try Descriptor(folder: folder, in: root)
    try listing.fill(from: open)
    if markEntries(of: folder, open.number) {
      worker.skipped(folder)
      return
    }
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
      case Mark.file:
        handle(here, in: folder, open.number)
      case Mark.link:
        if directory.follows(Path.join(folder, entry: listing.name(at: here).text), for: &worker) {
          handle(here, in: folder, open.number)
        }
      default: break
      }
      place = listing.place(after: here)
    }
  }

  /// Marks what to do with each entry, and returns whether the folder is to be left.
  private mutating func markEntries(of folder: String, _ open: Int32) -> Bool {
    var place = listing.start
    while let here = place {
      let kind = listing.kind(at: here, in: open)
      var mark = kind == .folder ? Mark.folder : Mark.none
      if kind == .file || kind == .link {
        switch worker.classify(listing.name(at: here)) {
        case .none: break
        case .wanted: mark = kind == .file ? Mark.file : Mark.link
        case .boundary:
          if !folder.isEmpty && (kind == .file || leadsToFile(here, open)) { return true }
        }
      }
      listing[mark: here] = mark
      place = listing.place(after: here)
    }
    return false
  }

  private func leadsToFile(_ place: Int, _ open: Int32) -> Bool {
    kind(of: listing.name(at: place).text, in: open) == .file
  }

  private mutating func handle(_ place: Int, in folder: String, _ open: Int32) {
    let name = listing.name(at: place)
    worker.found(FoundFile(folder: folder, name: name, source: .descriptor(open)))
  }

  private mutating func note(_ place: Int, in folder: String) {
    let path = listing.name(at: place).path(in: folder)
    if worker.descends(into: path) { found.append(path) }
  }
}

/// What is to be done with an entry.
private enum Mark {
  static let none: UInt8 = 0
  static let folder: UInt8 = 1
  static let file: UInt8 = 2
  static let link: UInt8 = 3
}
