internal import Diagnostics
internal import Files
internal import Synchronization

/// Reads file contents from git's objects with one `git cat-file --batch`.
///
/// Serializes the reads of several threads. Requests announced objects ahead: waiting for each
/// answer doubles the time of a hook over 500 specs.
final class ObjectReader: Sendable {
  private let state: Mutex<State>

  /// - Parameters:
  ///   - program: The command to run.
  ///   - keepsContents: Whether to cache contents, so that git reads each object once.
  init(_ program: Program, keepsContents: Bool = false) {
    state = Mutex(State(program: program, kept: keepsContents ? KeptContents() : nil))
  }

  /// Returns the objects that were read since the last call, if contents are cached.
  func takeUsed() -> Set<String> {
    state.withLock { state in
      defer { state.kept?.used = [] }
      return state.kept?.used ?? []
    }
  }

  /// Announces the objects that will be read next, in order.
  func announce(_ objects: [String]) { state.withLock { $0.announce(objects) } }

  /// Returns the content of a file.
  ///
  /// Reads an object above its limit once, by however many paths.
  func read(_ object: String, limit: Int) throws(ObjectError) -> [UInt8] {
    try state.withLock { $0.answer(to: object, limit: limit) }.get()
  }

  /// Returns at most `count` bytes of a file, starting at `offset`.
  ///
  /// - Complexity: git unpacks the whole file each time.
  func bytes(of object: String, at offset: Int, count: Int) throws(ObjectError) -> [UInt8] {
    try state.withLock { $0.part(offset, count, of: object) }.get()
  }
}

/// The reason why an object cannot be read.
enum ObjectError: Error {
  case tooLarge(Int)
  /// The object is not in the repository. Contains the message of git.
  case missing(String)
  /// git ended or broke the protocol.
  case failed(String)

  var fileError: FileError {
    switch self {
    case .tooLarge(let limit): .tooLarge(limit: limit)
    case .missing(let words): .notReadable("git does not have it: \(words)")
    case .failed(let reason): .notReadable(reason)
    }
  }
}

/// A cache of contents with a size limit.
private struct KeptContents {
  private static let mostBytes = 1 << 25

  private(set) var contents: [String: [UInt8]] = [:]
  private var size = 0
  /// The objects that were read since `takeUsed()`.
  var used: Set<String> = []

  mutating func add(_ content: [UInt8], of object: String) {
    if size + content.count > Self.mostBytes { (contents, size) = ([:], 0) }
    contents[object] = content
    size += content.count
  }
}

private struct State: ~Copyable {
  let program: Program
  private var running: Subprocess?
  /// The reason why git no longer responds.
  private var failure: ObjectError?

  /// The objects that will be read and are not yet requested, last first.
  private var announced: [String] = []
  /// The requests without an answer, in order.
  private var asked: [String] = []
  /// The answers to requests ahead.
  private var answers: [String: Answer] = [:]
  /// The objects that were requested.
  private var known: Set<String> = []
  /// The sizes of objects that were above a limit.
  private var large: [String: Int] = [:]

  typealias Answer = Result<[UInt8], ObjectError>

  /// The maximum number of requests ahead, which fit into a pipe's buffer, and their answers into
  /// memory.
  private static let window = 64

  /// The cache; `nil` if contents are not cached.
  var kept: KeptContents?

  init(program: consuming Program, kept: KeptContents?) {
    self.program = program
    self.kept = kept
  }

  /// Returns an object of at most `limit` bytes.
  mutating func answer(to object: String, limit: Int) -> Answer {
    if let size = large[object], size > limit { return .failure(.tooLarge(limit)) }
    let answer = keptAnswer(object)
    switch answer {
    case .success(let bytes) where bytes.count > limit: large[object] = bytes.count
    case .failure(.tooLarge): break
    default: return answer
    }
    return .failure(.tooLarge(limit))
  }

  /// Returns an object from the cache, or from git.
  private mutating func keptAnswer(_ object: String) -> Answer {
    guard kept != nil else { return answer(0, .max, of: object) }
    kept?.used.insert(object)
    if let content = kept?.contents[object] { return .success(content) }
    let answer = answer(0, .max, of: object)
    if case .success(let content) = answer { kept?.add(content, of: object) }
    return answer
  }

  /// Returns a part of an object from git.
  mutating func part(_ offset: Int, _ count: Int, of object: String) -> Answer {
    kept?.used.insert(object)
    return answer(offset, count, of: object)
  }

  private mutating func answer(_ offset: Int, _ count: Int, of object: String) -> Answer {
    let isWhole = offset == 0 && count == .max
    if isWhole, let answer = answers.removeValue(forKey: object) { return answer }
    if let failure { return .failure(failure) }
    do throws(ProgramError) {
      if running == nil { running = try Subprocess(program) }
      if !isWhole || !asked.contains(object) { send(object) }
      if isWhole { askAhead() }
      while asked.count > 1, !isWhole || asked.first != object {
        let next = asked.removeFirst()
        let answer = try nextAnswer(to: next, 0, .max, most: Limits.fileSize)
        if case .failure(.tooLarge) = answer { continue }
        answers[next] = answer
      }
      asked.removeFirst()
      return try nextAnswer(to: object, offset, count, most: Limits.projectSize)
    } catch {
      return .failure(fail(error))
    }
  }

  mutating func announce(_ objects: [String]) { announced = objects.reversed() + announced }

  private mutating func send(_ object: String) {
    known.insert(object)
    asked.append(object)
    running?.send(Array((object + "\n").utf8))
  }

  /// Requests announced objects that were not requested before.
  private mutating func askAhead() {
    while asked.count + answers.count < Self.window, let next = announced.popLast() {
      if !known.contains(next), kept?.contents[next] == nil { send(next) }
    }
  }

  private mutating func fail(_ error: ProgramError) -> ObjectError {
    let failure = ObjectError.failed(error.message)
    self.failure = failure
    running = nil
    return failure
  }

  /// Returns the number after the last space of a line; `nil` if absent.
  private static func size(_ line: [UInt8]) -> Int? {
    guard let space = line.lastIndex(of: UInt8(ascii: " ")) else { return nil }
    return Int(String(decoding: line[(space + 1)...], as: UTF8.self))
  }

  /// Reads `OBJECT SP TYPE SP SIZE LF`, the content and a line feed; or `OBJECT SP "missing" LF`.
  ///
  /// Returns at most `count` bytes of the content, starting at `offset`, but no more than `most`.
  private mutating func nextAnswer(
    to object: String, _ offset: Int, _ count: Int, most: Int
  ) throws(ProgramError) -> Answer {
    guard let head = try running?.line() else { return .failure(.failed("git has ended")) }
    guard let size = Self.size(head) else {
      return .failure(.missing(String(decoding: head, as: UTF8.self)))
    }
    let start = min(offset, size)
    let wanted = min(count, size - start)
    if wanted > most {
      large[object] = size
      try running?.skip(size + 1)
      return .failure(.tooLarge(most))
    }
    try running?.skip(start)
    guard let content = try running?.bytes(wanted) else {
      return .failure(.failed("git has ended"))
    }
    try running?.skip(size - start - wanted + 1)
    return .success(content)
  }
}
