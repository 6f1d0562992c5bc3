internal import Diagnostics
internal import Files
internal import Synchronization

/// Reads file contents from git's objects with one `git cat-file --batch`.
///
/// Several threads may read at the same time. Announced objects are requested ahead, so that git
/// always has a request to work on.
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
  func announce(_ objects: [String]) {
    state.withLock { state in
      state.announced =
        objects.filter { !state.isAsked($0) && state.kept?.contents[$0] == nil }.reversed()
        + state.announced
    }
  }

  /// Returns the content of a file.
  func read(_ object: String, limit: Int) throws(ObjectError) -> [UInt8] {
    let answer = state.withLock { $0.keptAnswer(object) }
    let bytes = try answer.get()
    if bytes.count > limit { throw .tooLarge(limit) }
    return bytes
  }

  /// Returns at most `count` bytes of a file, from `offset` on.
  ///
  /// - Complexity: git unpacks the whole file each time.
  func bytes(of object: String, at offset: Int, count: Int) throws(ObjectError) -> [UInt8] {
    try state.withLock { $0.part(offset, count, of: object) }.get()
  }
}

/// The reason why an object cannot be read.
enum ObjectError: Error {
  case tooLarge(Int)
  /// The object is not in the repository; has the message of git.
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
  /// The reason why git no longer answers.
  private var failure: ObjectError?
  /// The objects to request ahead, last first.
  var announced: [String] = []
  /// The objects that were requested ahead, with counts.
  private var early: [String: Int] = [:]
  /// The requests without an answer, in order.
  private var asked: [String] = []
  private var answers: [String: [Answer]] = [:]
  private var answerCount = 0

  typealias Answer = Result<[UInt8], ObjectError>

  /// The most requests ahead: they fit into the buffer of a pipe, and the answers into memory.
  private static let window = 64

  /// The cache; `nil` if contents are not cached.
  var kept: KeptContents?

  init(program: consuming Program, kept: KeptContents?) {
    self.program = program
    self.kept = kept
  }

  /// Returns an object from the cache, or from git.
  mutating func keptAnswer(_ object: String) -> Answer {
    guard kept != nil else { return answer(object) }
    kept?.used.insert(object)
    if let content = kept?.contents[object] { return .success(content) }
    let answer = answer(object)
    if case .success(let content) = answer { kept?.add(content, of: object) }
    return answer
  }

  /// Whether an answer is buffered or under way.
  func isAsked(_ object: String) -> Bool {
    asked.contains(object) || answerCount > 0 && answers[object] != nil
  }

  mutating func answer(_ object: String) -> Answer {
    if answerCount > 0, var known = answers[object], let answer = known.popLast() {
      answers[object] = known.isEmpty ? nil : known
      answerCount -= 1
      return answer
    }
    if let failure { return .failure(failure) }
    do throws(ProgramError) {
      try ask(object)
      while asked.first != object { try keepAnswer() }
      asked.removeFirst()
      return try nextAnswer()
    } catch {
      return .failure(fail(error))
    }
  }

  /// Returns a part of an object, after buffering the answers to earlier requests.
  mutating func part(_ offset: Int, _ count: Int, of object: String) -> Answer {
    kept?.used.insert(object)
    if let failure { return .failure(failure) }
    do throws(ProgramError) {
      if running == nil { running = try Subprocess(program) }
      send(object)
      while asked.count > 1 { try keepAnswer() }
      asked.removeLast()
      return try nextAnswer(offset, count)
    } catch {
      return .failure(fail(error))
    }
  }

  private mutating func fail(_ error: ProgramError) -> ObjectError {
    let failure = ObjectError.failed(error.message)
    self.failure = failure
    running = nil
    return failure
  }

  /// Requests an object, unless that was done ahead, and the next announced ones.
  private mutating func ask(_ object: String) throws(ProgramError) {
    if running == nil { running = try Subprocess(program) }
    if !asked.contains(object) {
      if announced.last == object {
        announced.removeLast()
      } else {
        early[object, default: 0] += 1
      }
      send(object)
    }
    while asked.count + answerCount < Self.window, let next = announced.popLast() {
      if !early.isEmpty, let count = early[next] {
        early[next] = count > 1 ? count - 1 : nil
      } else {
        send(next)
      }
    }
  }

  private mutating func send(_ object: String) {
    asked.append(object)
    running?.send(Array((object + "\n").utf8))
  }

  /// Buffers an answer for another caller.
  private mutating func keepAnswer() throws(ProgramError) {
    let object = asked.removeFirst()
    answers[object, default: []].append(try nextAnswer())
    answerCount += 1
  }

  /// The number after the last space of a line; `nil` if there is none.
  private static func size(_ line: [UInt8]) -> Int? {
    guard let space = line.lastIndex(of: UInt8(ascii: " ")) else { return nil }
    return Int(String(decoding: line[(space + 1)...], as: UTF8.self))
  }

  /// Reads `OBJECT SP TYPE SP SIZE LF`, the content and a line feed; or `OBJECT SP "missing" LF`.
  ///
  /// Returns at most `count` bytes of the content, from `offset` on.
  private mutating func nextAnswer(
    _ offset: Int = 0, _ count: Int = .max
  ) throws(ProgramError) -> Answer {
    guard let head = try running?.line() else { return .failure(.failed("git has ended")) }
    guard let size = Self.size(head) else {
      return .failure(.missing(String(decoding: head, as: UTF8.self)))
    }
    let start = min(offset, size)
    let wanted = min(count, size - start)
    if wanted > Limits.fileSize {
      try running?.skip(size + 1)
      return .failure(.tooLarge(Limits.fileSize))
    }
    try running?.skip(start)
    guard let content = try running?.bytes(wanted) else {
      return .failure(.failed("git has ended"))
    }
    try running?.skip(size - start - wanted + 1)
    return .success(content)
  }
}
