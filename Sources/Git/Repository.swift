internal import Diagnostics
internal import Files
internal import Paths

/// A git repository with a working tree, asked through git itself.
public struct Repository: Sendable {
  /// The folder of the working tree, absolute and without links.
  public let top: String
  /// Whether older history is cut off.
  public let isShallow: Bool
  private let environment: [String: String?]
  /// What the index changes, which git is asked ahead.
  let pendingChanges: PendingResult?

  private static let pathVariables = [
    "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_SHALLOW_FILE",
  ]

  /// Finds the repository that a folder lies in.
  ///
  /// A hook's environment names its repository and index, which count if the folder lies in there.
  ///
  /// - Parameters:
  ///   - folder: Absolute and without links.
  ///   - variable: The variables of the environment.
  ///   - asksForChanges: Whether git is at once asked what the index changes, and answers while others wait for
  ///     something else; `changes(since:isStaged:)` takes the answer.
  /// - Throws: Why git knows of none.
  public init(
    of folder: String, environment variable: (String) -> String?, asksForChanges: Bool = false
  ) throws(GitError) {
    let isInHook = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].contains { variable($0) != nil }
    if isInHook, let repository = try? Repository(hook: variable, asksForChanges),
      repository.holds(folder)
    {
      self = repository
    } else {
      guard let home = Self.home(of: folder) else { throw GitError(.noRepository) }
      try self.init(home: home, variable: { _ in nil }, isolated: true, asksForChanges)
    }
  }

  /// The repository that the environment of a hook names.
  private init(hook variable: (String) -> String?, _ asksForChanges: Bool) throws(GitError) {
    if variable("GIT_DIR") != nil {
      try self.init(in: nil, variable: variable, isolated: false, asksForChanges)
    } else {
      guard let here = realPath("."), let home = Self.home(of: here) else {
        throw GitError(.noRepository)
      }
      try self.init(home: home, variable: variable, isolated: false, asksForChanges)
    }
  }

  /// The repository of a folder that has `.git`, and no other one.
  ///
  /// git takes a folder with the right names in it for a repository as well, or one that `.git` does
  /// not name; such a one can come with a clone, and its configuration with it.
  private init(
    home: String, variable: (String) -> String?, isolated: Bool, _ asksForChanges: Bool
  ) throws(GitError) {
    try self.init(in: home, variable: variable, isolated: isolated, asksForChanges)
    if top != home { throw GitError(.elsewhere(home, top)) }
    let own = realPath(Path.join(home, entry: ".git/."))
    if let own, own != gitFolder.flatMap(realPath) { throw GitError(.noRepository) }
  }

  /// The repository that git finds in a folder, or by its environment.
  private init(
    in folder: String?, variable: (String) -> String?, isolated: Bool, _ asksForChanges: Bool
  ) throws(GitError) {
    var environment: [String: String?] = [:]
    if isolated {
      for name in GitCommand.localVariables { environment.updateValue(nil, forKey: name) }
    }
    let question = try Self.start(
      ["rev-parse", "--is-shallow-repository", "--absolute-git-dir", "--show-toplevel"],
      in: folder, environment)
    // Whoever is started in another folder finds the same files.
    for name in Self.pathVariables {
      guard let path = variable(name), !Path.isAbsolute(path), let here = realPath(".") else {
        continue
      }
      environment.updateValue(Path.join(here, entry: path), forKey: name)
    }
    pendingChanges =
      asksForChanges
      ? try? Self.start(Self.difference(from: .head, isStaged: true), in: folder, environment) : nil
    let answer = String(
      decoding: try Self.output(of: question, "rev-parse") ?? [], as: UTF8.self)
    let lines = answer.split(separator: "\n", maxSplits: 2).map(String.init)
    guard lines.count == 3, let top = realPath(String(lines[2].dropLast())) else {
      throw GitError(.noWorkingTree)
    }
    self.top = top
    isShallow = lines[0] == "true"
    // All that follows starts from the top, wherever this process was started.
    environment.updateValue(lines[1], forKey: "GIT_DIR")
    environment.updateValue(top, forKey: "GIT_WORK_TREE")
    self.environment = environment
  }

  /// The nearest folder upwards that has `.git`: a folder, or a file that names one.
  private static func home(of folder: String) -> String? {
    sequence(first: folder, next: Path.enclosingFolder).first {
      realPath(Path.join($0, entry: ".git")) != nil
    }
  }

  /// Whether a folder lies in the working tree, and in no other one within.
  private func holds(_ folder: String) -> Bool {
    let inside = sequence(first: folder, next: Path.enclosingFolder).prefix { $0 != top }
    return Path.lies(folder, in: top)
      && !inside.contains { realPath(Path.join($0, entry: ".git")) != nil }
  }

  private var gitFolder: String? { environment["GIT_DIR"] ?? nil }

  /// A path of this repository as seen from its top; nil for one that lies elsewhere.
  public func path(from absolute: String) -> String? {
    Path.part(of: absolute, in: top).map { String($0) }
  }
}

// Asking git.
extension Repository {
  /// What git prints to a question, with options before the command and what it is to read.
  func ask(
    _ arguments: [String], isolation: [String] = [], input: [UInt8] = []
  ) throws(GitError) -> [UInt8] {
    let result = try result(of: arguments, isolation: isolation, input: input)
    if result.status != 0 { throw GitError(.failed(arguments[0], result)) }
    return result.output
  }

  /// What git prints to a question, and the exit status by which it answers.
  func result(
    of arguments: [String], isolation: [String] = [], input: [UInt8] = []
  ) throws(GitError) -> Program.Result {
    try Self.result(of: arguments, in: top, environment, isolation, input)
  }

  func objectReader(keepsContents: Bool = false) -> ObjectReader {
    ObjectReader(
      GitCommand.program(
        ["cat-file", "--batch"], in: top, environment, outputLimit: 2 * Limits.fileSize),
      keepsContents: keepsContents)
  }

  private static func result(
    of arguments: [String], in folder: String?, _ environment: [String: String?],
    _ isolation: [String] = [], _ input: [UInt8] = []
  ) throws(GitError) -> Program.Result {
    let result: Program.Result
    do throws(ProgramError) {
      result = try GitCommand.program(arguments, in: folder, environment, isolation: isolation)
        .run(input: input)
    } catch {
      throw GitError(.notAnswered(error), isAnswer: false)
    }
    try requireEnd(result, arguments[0])
    return result
  }

  /// Asks git something whose answer is taken later.
  private static func start(
    _ arguments: [String], in folder: String?, _ environment: [String: String?]
  ) throws(GitError) -> PendingResult {
    do throws(ProgramError) {
      return try PendingResult(GitCommand.program(arguments, in: folder, environment))
    } catch {
      throw GitError(.notAnswered(error), isAnswer: false)
    }
  }

  /// What git has printed to a question of before; `nil` where that was taken already.
  static func output(of question: PendingResult, _ command: String) throws(GitError) -> [UInt8]? {
    let result: Program.Result?
    do throws(ProgramError) { result = try question.take() } catch {
      throw GitError(.notAnswered(error), isAnswer: false)
    }
    guard let result else { return nil }
    try requireEnd(result, command)
    if result.status != 0 { throw GitError(.failed(command, result)) }
    return result.output
  }

  /// - Throws: Where a signal has ended git, so that it has said neither yes nor no.
  private static func requireEnd(
    _ result: Program.Result, _ command: String
  ) throws(GitError) {
    guard result.status < 0 else { return }
    throw GitError(.ended(command, signal: -result.status), isAnswer: false)
  }
}

/// Why git could not tell something.
public struct GitError: Error, Hashable, Sendable {
  /// One sentence or more, without a full stop.
  public let message: String
  /// Whether git has said so itself, rather than not have been able to.
  let isAnswer: Bool

  init(_ message: Message, isAnswer: Bool = true) {
    self.message = message.text
    self.isAnswer = isAnswer
  }

  struct Message {
    var text: String
  }
}

extension GitError.Message {
  fileprivate static let noWorkingTree = Self(text: "the repository has no working tree")
  fileprivate static let noRepository = Self(text: "not a git repository")

  fileprivate static func elsewhere(_ home: String, _ top: String) -> Self {
    Self(text: "the working tree of the repository in '\(home)' is elsewhere, in '\(top)'")
  }

  static func failed(_ command: String, _ result: Program.Result) -> Self {
    if result.standardError.hasPrefix("fatal: not a git repository") { return .noRepository }
    if result.standardError.contains("cannot use bare repository") { return .noRepository }
    // Warnings come first, and say less.
    let lines = result.standardError.split(separator: "\n")
    let told = lines.drop { $0.hasPrefix("warning: ") }
    let reason =
      lines.isEmpty
      ? "exit status \(result.status)" : (told.isEmpty ? lines[...] : told).joined(separator: "\n")
    return Self(text: "'git \(command)' failed: \(reason.dropPrefix("fatal: "))")
  }

  fileprivate static func ended(_ command: String, signal: Int) -> Self {
    Self(text: "'git \(command)' was ended by signal \(signal)")
  }

  fileprivate static func notAnswered(_ error: ProgramError) -> Self { Self(text: error.message) }
}

extension String {
  fileprivate func dropPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
