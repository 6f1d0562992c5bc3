internal import Files
internal import Paths
internal import Synchronization

/// A git repository with a working tree, read by running git.
public struct Repository: Sendable {
  /// The folder of the working tree, absolute and without links.
  public let top: String
  /// Whether older history is cut off.
  public let isShallow: Bool
  private let environment: [String: String?]
  private let ignored = IgnoredFiles()
  let objects: ObjectReader

  private static let pathVariables = [
    "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_SHALLOW_FILE",
  ]

  /// Opens the repository of the nearest `.git` around a folder, and no other.
  ///
  /// A hook's environment names its repository or index, which apply if they are those of the
  /// folder. git itself also accepts a folder with the files of a repository, or one that `.git`
  /// does not name. A clone can contain such a folder, with its own configuration. Where only the
  /// repository is named, git takes the current folder for the top of the working tree.
  ///
  /// - Parameters:
  ///   - folder: The folder, absolute and without links.
  ///   - variable: Returns variables of the environment.
  /// - Throws: `GitError` if the folder is in no repository.
  public init(
    of folder: String, environment variable: (String) -> String?
  ) throws(GitError) {
    let home = Self.home(of: folder)
    if variable("GIT_DIR") != nil,
      var named = try? Repository(in: nil, variable: variable, isolated: false)
    {
      if variable("GIT_WORK_TREE") == nil, let home,
        let own = try? Repository(in: home, variable: { _ in nil }, isolated: true),
        own.gitFolder == named.gitFolder
      {
        named = try Repository(in: nil, variable: variable, isolated: false, top: own.top)
      }
      if named.holds(folder) {
        self = named
        return
      }
    }
    guard let home else { throw .noRepository }
    let isOfHook =
      variable("GIT_DIR") == nil && variable("GIT_INDEX_FILE") != nil
      && realPath(".").flatMap(Self.home) == home
    try self.init(in: home, variable: isOfHook ? variable : { _ in nil }, isolated: !isOfHook)
    if top != home { throw .elsewhere(home, top) }
    let own = realPath(Path.join(home, entry: ".git/."))
    if let own, own != gitFolder.flatMap(realPath) { throw .noRepository }
  }

  /// Opens the repository that git finds in a folder or by its environment; `top` is the top of its
  /// working tree, if that is known.
  private init(
    in folder: String?, variable: (String) -> String?, isolated: Bool, top: String? = nil
  ) throws(GitError) {
    var environment: [String: String?] = [:]
    if isolated {
      for name in GitCommand.localVariables { environment.updateValue(nil, forKey: name) }
    }
    let result = try Self.result(
      of: ["rev-parse", "--is-shallow-repository", "--absolute-git-dir", "--show-toplevel"],
      in: folder, environment)
    if result.status != 0 { throw .failed("rev-parse", result) }
    // Relative paths are relative to the current folder, and git runs in another.
    for name in Self.pathVariables {
      guard let path = variable(name), !Path.isAbsolute(path), let here = realPath(".") else {
        continue
      }
      environment.updateValue(Path.join(here, entry: path), forKey: name)
    }
    let answer = String(decoding: result.output, as: UTF8.self)
    let lines = answer.split(separator: "\n", maxSplits: 2).map(String.init)
    guard lines.count == 3, let top = top ?? realPath(String(lines[2].dropLast())) else {
      throw .noWorkingTree
    }
    self.top = top
    isShallow = lines[0] == "true"
    // All further commands run at the top.
    environment.updateValue(lines[1], forKey: "GIT_DIR")
    environment.updateValue(top, forKey: "GIT_WORK_TREE")
    self.environment = environment
    objects = ObjectReader(
      GitCommand.program(
        ["cat-file", "--batch"], in: top, environment, outputLimit: 2 * ObjectReader.mostBytes))
  }

  /// Returns the nearest enclosing folder with `.git`: a folder, or a file that names one.
  private static func home(of folder: String) -> String? {
    sequence(first: folder, next: Path.enclosingFolder).first {
      realPath(Path.join($0, entry: ".git")) != nil
    }
  }

  /// Whether a folder is in this working tree, and not in a nested one.
  private func holds(_ folder: String) -> Bool {
    let inside = sequence(first: folder, next: Path.enclosingFolder).prefix { $0 != top }
    return Path.lies(folder, in: top)
      && !inside.contains { realPath(Path.join($0, entry: ".git")) != nil }
  }

  private var gitFolder: String? { environment["GIT_DIR"] ?? nil }

  /// Returns a path relative to the top; `nil` for a path outside the repository.
  public func path(from absolute: String) -> String? {
    Path.part(of: absolute, in: top).map { String($0) }
  }
}

extension Repository {
  /// Whether git ignores a path, without links and `..`, on the disk, or a folder above it.
  func ignores(_ path: String) -> Bool {
    ignored.paths.withLock { known in
      let paths = known ?? ignoredPaths
      known = paths
      return !paths.isEmpty
        && sequence(first: path, next: Path.enclosingFolder).contains(where: paths.contains)
    }
  }

  private var ignoredPaths: Set<String> {
    let output = try? ask([
      "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z",
    ])
    return Set(
      Self.paths(output ?? []).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
  }

  /// What git ignores, relative to the top; `nil` before it was asked.
  private final class IgnoredFiles: Sendable {
    let paths = Mutex<Set<String>?>(nil)
  }
}

// Running git.
extension Repository {
  /// Returns the output of a command; throws if its status is not 0.
  func ask(_ arguments: [String], isolation: [String] = []) throws(GitError) -> [UInt8] {
    let result = try result(of: arguments, isolation: isolation)
    if result.status != 0 { throw .failed(arguments[0], result) }
    return result.output
  }

  func result(
    of arguments: [String], isolation: [String] = []
  ) throws(GitError) -> Program.Result {
    try Self.result(of: arguments, in: top, environment, isolation)
  }

  private static func result(
    of arguments: [String], in folder: String?, _ environment: [String: String?],
    _ isolation: [String] = []
  ) throws(GitError) -> Program.Result {
    let result: Program.Result
    do throws(ProgramError) {
      result = try GitCommand.program(arguments, in: folder, environment, isolation: isolation)
        .run()
    } catch {
      throw .init(message: error.message)
    }
    // A signal ended it.
    if result.status < 0 { throw .failed(arguments[0], result) }
    return result
  }
}

/// The reason why git did not answer.
public struct GitError: Error, Hashable, Sendable {
  /// One or more sentences, without a final full stop.
  public let message: String

  public init(message: String) { self.message = message }
}

extension GitError {
  fileprivate static let noWorkingTree = Self(message: "the repository has no working tree")
  fileprivate static let noRepository = Self(message: "this folder is in no git repository")

  fileprivate static func elsewhere(_ home: String, _ top: String) -> Self {
    Self(message: "the working tree of the repository in '\(home)' is elsewhere, in '\(top)'")
  }

  static func failed(_ command: String, _ result: Program.Result) -> Self {
    if result.standardError.hasPrefix("fatal: not a git repository") { return .noRepository }
    if result.standardError.contains("cannot use bare repository") { return .noRepository }
    // Leave out warnings, which come first.
    let lines = result.standardError.split(separator: "\n")
    let told = lines.drop { $0.hasPrefix("warning: ") }
    let reason =
      lines.isEmpty
      ? "exit status \(result.status)" : (told.isEmpty ? lines[...] : told).joined(separator: "\n")
    let words = reason.hasPrefix("fatal: ") ? String(reason.dropFirst(7)) : reason
    return Self(message: "'git \(command)' failed: \(words)")
  }
}
