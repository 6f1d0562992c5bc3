internal import Diagnostics
internal import Files
internal import Synchronization

/// Reads file contents from git's objects with one `git cat-file --batch`.
///
/// Serializes the reads of several threads, and keeps contents, so that git reads most objects once
/// for all revisions.
final class ObjectReader: Sendable {
  private let state: Mutex<State>

  init(_ program: Program) { state = Mutex(State(program: program)) }

  typealias Answer = Result<[UInt8], ObjectError>

  func read(_ object: String, limit: Int) -> Answer {
    state.withLock { $0.content(of: object, limit: min(limit, Self.mostBytes)) }
  }

  /// The maximum size of an object; the hosts of repositories refuse larger ones.
  static let mostBytes = 1 << 27
}

enum ObjectError: Error, Equatable {
  case tooLarge(limit: Int)
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

private struct State: ~Copyable {
  let program: Program
  private var running: Subprocess?
  /// The reason why git no longer responds.
  private var failure: ObjectError?
  private var contents: [String: [UInt8]] = [:]
  private var size = 0
  /// The sizes of objects that were above a limit.
  private var large: [String: Int] = [:]

  typealias Answer = ObjectReader.Answer

  private static let mostBytes = 1 << 25

  init(program: consuming Program) { self.program = program }

  mutating func content(of object: String, limit: Int) -> Answer {
    if let content = contents[object], content.count <= limit { return .success(content) }
    if let size = large[object], size > limit { return .failure(.tooLarge(limit: limit)) }
    let answer = ask(for: object, limit: limit)
    if case .success(let content) = answer { keep(content, of: object) }
    return answer
  }

  private mutating func ask(for object: String, limit: Int) -> Answer {
    if let failure { return .failure(failure) }
    do throws(ProgramError) {
      if running == nil { running = try Subprocess(program) }
      running?.send(Array(object.utf8) + [UInt8(ascii: "\n")])
      return try nextAnswer(to: object, limit: limit)
    } catch {
      running = nil
      let error = ObjectError.failed(error.message)
      failure = error
      return .failure(error)
    }
  }

  private mutating func keep(_ content: [UInt8], of object: String) {
    if size + content.count > Self.mostBytes { (contents, size) = ([:], 0) }
    contents[object] = content
    size += content.count
  }

  /// Reads `OBJECT SP TYPE SP SIZE LF`, the content and a line feed; or `OBJECT SP "missing" LF`.
  private mutating func nextAnswer(
    to object: String, limit: Int
  ) throws(ProgramError) -> Answer {
    let head = String(decoding: try running?.line() ?? [], as: UTF8.self)
    guard let size = head.split(separator: " ").last.flatMap({ Int($0) }) else {
      return .failure(.missing(head))
    }
    if size > limit {
      large[object] = size
      // A new process costs less than the content.
      running = nil
      return .failure(.tooLarge(limit: limit))
    }
    return .success(try running?.bytes(size + 1).dropLast() ?? [])
  }
}

/// The listed files that git could not read.
final class UnreadFiles: Sendable {
  private let first = Mutex<(path: String, reason: String)?>(nil)

  /// The reason for the first file in order; `nil` if git read all.
  var reason: String? { first.withLock { $0?.reason } }

  func add(_ error: ObjectError, at path: String, of state: GitTree.State) {
    let reason: GitError
    switch error {
    case .tooLarge: return
    case .missing(let words): reason = .lost(path, words, state)
    case .failed(let words):
      reason =
        Repository.isOfPartialClone(words) ? .lacks("files", state) : GitError(message: words)
    }
    first.withLock { first in
      if first.map({ path.precedes($0.path) }) ?? true { first = (path, reason.message) }
    }
  }
}

extension GitTree.State {
  fileprivate var words: String {
    switch self {
    case .commit(let commit): "of commit \(commit.id.prefix(12))"
    case .index: "of the index"
    }
  }

  /// The command that fetches all missing objects.
  fileprivate var remedy: String {
    switch self {
    case .commit(let commit): "git diff --shortstat \(commit.id.prefix(12))"
    case .index: "git fetch --refetch --no-filter"
    }
  }
}

extension GitError {
  static func lacks(_ subject: String, _ state: GitTree.State) -> Self {
    Self(
      message: "this partial clone lacks \(subject) \(state.words); modlint fetches nothing, "
        + "but '\(state.remedy)' does")
  }

  fileprivate static func lost(_ path: String, _ words: String, _ state: GitTree.State) -> Self {
    Self(
      message: "the content of '\(path)' \(state.words) is not in the repository (\(words)); "
        + "'git fsck' says what else is not")
  }
}

extension Repository {
  /// Whether git reports objects that a partial clone did not fetch.
  static func isOfPartialClone(_ standardError: String) -> Bool {
    standardError.contains("promisor remote") || standardError.contains("lazy fetching disabled")
  }
}
