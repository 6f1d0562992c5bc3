internal import CPlatform
internal import Synchronization

/// The folders still to be listed, shared by several threads.
final class DirectoryQueue: Sendable {
  private let folders = Mutex<[String]>([])
  /// The number of threads beside the calling one that list folders.
  private let helpers = Mutex(0)

  /// The maximum number of folders that a thread takes at once.
  private static let batch = 16

  /// Moves some folders into the empty `batch` and returns how many are left; nil if there were none.
  ///
  /// Takes a share for each of `jobs` threads, so that the last folders are spread over all of them.
  func take(into batch: inout [String], jobs: Int) -> Int? {
    let (taken, left) = folders.withLock { folders -> ([String], Int) in
      let count = min(folders.count / (2 * jobs) + 1, Self.batch, folders.count)
      let taken = Array(folders.suffix(count).reversed())
      folders.removeLast(count)
      return (taken, folders.count)
    }
    batch = taken
    return taken.isEmpty ? nil : left
  }

  /// Counts a new helper, unless `most` are running.
  func addHelper(atMost most: Int) -> Bool {
    helpers.withLock { count in
      if count >= most { return false }
      count += 1
      return true
    }
  }

  func removeHelper() { helpers.withLock { $0 -= 1 } }

  /// Adds folders, moving them out of `found`.
  func give(_ found: inout [String]) {
    folders.withLock { [found] in $0 += found }
    found.removeAll(keepingCapacity: true)
  }
}

/// Returns the values of `body` for the numbers below `count`, computed by at most `jobs` threads.
public func inParallel<Value: Sendable>(
  _ count: Int, jobs: Int, _ body: @escaping @Sendable (Int) -> Value
) -> [Value] {
  let jobs = min(jobs, count)
  guard jobs > 1 else { return (0..<count).map(body) }
  let next = Counter()
  let work: @Sendable () -> [(Int, Value)] = {
    var values: [(Int, Value)] = []
    while let number = next.take(below: count) { values.append((number, body(number))) }
    return values
  }
  let threads = (1..<jobs).compactMap { _ in WorkerThread(work) }
  let values = work() + threads.flatMap { $0.join() ?? [] }
  return values.sorted { $0.0 < $1.0 }.map(\.1)
}

/// A thread-safe counter that gives out each number once.
final class Counter: Sendable {
  private let next = Mutex(0)

  func take(below end: Int) -> Int? {
    next.withLock { next in
      defer { next += 1 }
      return next < end ? next : nil
    }
  }
}

/// A thread that computes one value; `@unchecked`: `value` is read after `join`.
final class WorkerThread<Value>: @unchecked Sendable {
  private var value: Value?
  private var handle: UInt?

  /// Starts a thread; nil if the system allows no more.
  init?(_ body: @escaping @Sendable () -> Value) {
    let work = Work { [self] in value = body() }
    handle = work.start()
    if handle == nil { return nil }
  }

  /// Waits for the end of the thread and returns its value; nil from the second call on.
  func join() -> Value? {
    guard let handle else { return nil }
    modlint_thread_join(handle)
    self.handle = nil
    return value.take()
  }
}

/// The type-erased work of a thread.
private final class Work: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Runs the work on a new thread and returns its handle.
  func start() -> UInt? {
    var handle: UInt = 0
    // The thread consumes this reference.
    let reference = Unmanaged.passRetained(self)
    if modlint_thread_start(&handle, Work.run, reference.toOpaque()) == 0 { return handle }
    reference.release()
    return nil
  }

  /// The entry point that C calls on the new thread.
  private static let run: @convention(c) @Sendable (UnsafeMutableRawPointer) -> Void = {
    Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
  }
}
