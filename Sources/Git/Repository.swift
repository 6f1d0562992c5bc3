internal import Diagnostics
internal import Files

/// A git repository with a working tree, asked through git itself.
public struct Repository: Sendable {
  /// The folder of the working tree, absolute and without links.
  public let top: String
  /// Whether older history is cut off.
  public let isShallow: Bool
  private let environment: [String: String?]

  /// What is asked of git takes no longer than this, whatever hangs: a file system, a remote.
  private static let timeLimit = 60_000
  private static let outputLimit = 1 << 30

  /// The variables that lead git to a repository, as hooks have them set (`git rev-parse
  /// --local-env-vars`).
  private static let localVariables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_CEILING_DIRECTORIES",
    "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
  ]
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
  /// - Throws: Why git knows of none.
  public init(
    of folder: String, environment variable: (String) -> String?
  ) throws(GitError) {
    let isInHook = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].contains { variable($0) != nil }
    if isInHook, let repository = try? Repository(in: nil, variable: variable),
      repository.holds(folder)
    {
      self = repository
    } else {
      try self.init(in: folder, variable: { _ in nil })
    }
  }

  /// The repository that git finds in a folder, or by its environment.
  private init(in folder: String?, variable: (String) -> String?) throws(GitError) {
    // Nothing is written, not even what git would find out by the way; messages are in English.
    var environment: [String: String?] = ["GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"]
    if folder != nil {
      for name in Self.localVariables { environment.updateValue(nil, forKey: name) }
    }
    let answer = try Self.run(
      ["rev-parse", "--is-shallow-repository", "--absolute-git-dir", "--show-toplevel"],
      in: folder, environment)
    let lines = answer.split(separator: "\n", maxSplits: 2).map(String.init)
    guard lines.count == 3, let top = realPath(String(lines[2].dropLast())) else {
      throw GitError(.noWorkingTree)
    }
    self.top = top
    isShallow = lines[0] == "true"
    // All that follows starts from the top, wherever this process was started.
    environment.updateValue(lines[1], forKey: "GIT_DIR")
    environment.updateValue(top, forKey: "GIT_WORK_TREE")
    for name in Self.pathVariables {
      guard let path = variable(name), !path.hasPrefix("/"), let here = realPath(".") else {
        continue
      }
      environment.updateValue(join(here, path), forKey: name)
    }
    self.environment = environment
  }

  /// Whether a folder lies in the working tree, and in no other one within.
  private func holds(_ folder: String) -> Bool {
    var path = folder
    while path != top {
      guard path.hasPrefix(join(top, "")), realPath(join(path, ".git")) == nil,
        let slash = path.lastIndex(of: "/")
      else { return false }
      path = String(path[..<slash])
    }
    return true
  }

  /// A path of this repository as seen from its top; nil for one that lies elsewhere.
  public func path(from absolute: String) -> String? {
    if absolute == top { return "" }
    return absolute.hasPrefix(join(top, ""))
      ? String(absolute.dropFirst(join(top, "").count)) : nil
  }
}

// Asking git.
extension Repository {
  /// What git prints to a question.
  func ask(_ arguments: [String]) throws(GitError) -> [UInt8] {
    let result = try Self.result(of: arguments, in: top, environment)
    if result.status != 0 { throw GitError(.failed(arguments[0], result)) }
    return result.output
  }

  func result(of arguments: [String]) throws(GitError) -> Program.Result {
    try Self.result(of: arguments, in: top, environment)
  }

  func objectReader() -> ObjectReader {
    ObjectReader(
      Program(
        "git", ["cat-file", "--batch"], in: top, environment: environment,
        timeLimit: Self.timeLimit, outputLimit: 2 * Limits.fileSize))
  }

  private static func run(
    _ arguments: [String], in folder: String?, _ environment: [String: String?]
  ) throws(GitError) -> String {
    let result = try result(of: arguments, in: folder, environment)
    if result.status != 0 { throw GitError(.failed(arguments[0], result)) }
    return String(decoding: result.output, as: UTF8.self)
  }

  private static func result(
    of arguments: [String], in folder: String?, _ environment: [String: String?]
  ) throws(GitError) -> Program.Result {
    do throws(ProgramError) {
      return try Program(
        "git", arguments, in: folder, environment: environment, timeLimit: timeLimit,
        outputLimit: outputLimit
      ).run()
    } catch {
      throw GitError(.notAnswered(error))
    }
  }
}

/// Why git could not tell something.
public struct GitError: Error, Hashable, Sendable {
  /// One sentence or more, without a full stop.
  public let message: String

  init(_ message: Message) { self.message = message.text }

  struct Message {
    var text: String
  }
}

extension GitError.Message {
  fileprivate static let noWorkingTree = Self(text: "the repository has no working tree")

  fileprivate static func failed(_ command: String, _ result: Program.Result) -> Self {
    if result.complaint.hasPrefix("fatal: not a git repository") {
      return Self(text: "this is no git repository")
    }
    let reason = result.complaint.isEmpty ? "exit status \(result.status)" : result.complaint
    return Self(text: "'git \(command)' failed: \(reason.dropPrefix("fatal: "))")
  }

  fileprivate static func notAnswered(_ error: ProgramError) -> Self { Self(text: error.message) }
}

extension String {
  fileprivate func dropPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
