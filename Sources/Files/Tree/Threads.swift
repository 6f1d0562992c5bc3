#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
internal import CPlatform
internal import Synchronization

/// The folders still to be listed; `@unchecked`: mutable state is accessed only under `lock`.
final class DirectoryQueue: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var folders: [String] = []
  /// The number of threads that are listing folders and may add more.
  private var active = 0
  private var waiting = 0
  private let jobs: Int

  /// The maximum number of folders that a thread takes at once.
  private static let batch = 16

  init(jobs: Int) {
    self.jobs = jobs
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Moves some folders into the empty `batch` and returns how many are left for other threads.
  ///
  /// Waits while these may add some; returns nil at the end of the walk.
  func take(into batch: inout [String]) -> Int? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while folders.isEmpty && active > 0 {
      waiting += 1
      pthread_cond_wait(changed, lock)
      waiting -= 1
    }
    if folders.isEmpty { return nil }
    // A share of the queue, so that the last folders are spread over all threads.
    let count = min(folders.count / (2 * jobs) + 1, Self.batch)
    for _ in 0..<count {
      if let folder = folders.popLast() { batch.append(folder) }
    }
    active += 1
    return folders.count
  }

  /// Ends a `take` and adds the folders found since, moving them out of `found`.
  func give(_ found: inout [String]) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    folders.append(contentsOf: found)
    found.removeAll(keepingCapacity: true)
    active -= 1
    if waiting > 0 { pthread_cond_broadcast(changed) }
  }

  /// Starts the walk with the folders in the root.
  func start(with found: inout [String]) {
    folders = found
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
