internal import Paths
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A program to run, never through a shell.
///
/// Uses `posix_spawn` and pipes. swift-subprocess was measured for this: its first run costs 7 to
/// 10 ms and each further one 3.7 ms, where git itself takes 1.2 ms, since it adds a thread pool
/// and asynchronous reading to a process that needs neither.
public struct Program: Sendable {
  /// The name, looked up in the absolute folders of `PATH`, or a path if it contains a slash.
  public var name: String
  public var arguments: [String]
  /// The working directory of the program; nil for that of this process.
  public var folder: String?
  /// Changes to the environment of this process; nil removes a variable.
  public var environment: [String: String?]
  /// Whether the program inherits a variable of this process that `environment` does not change.
  public var inherits: @Sendable (Substring) -> Bool
  /// The time limit in milliseconds, for each answer if the program answers several requests.
  public var timeLimit: Int
  /// The maximum number of bytes on standard output.
  public var outputLimit: Int

  public init(
    _ name: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String?] = [:],
    inherits: @escaping @Sendable (Substring) -> Bool = { _ in true }, timeLimit: Int,
    outputLimit: Int
  ) {
    self.name = name
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
    self.inherits = inherits
    self.timeLimit = timeLimit
    self.outputLimit = outputLimit
  }

  /// The output and exit status of a program.
  public struct Result: Sendable {
    /// The exit status, or the negated number of the signal that ended the program.
    public var status: Int
    public var output: [UInt8]
    /// The start of its standard error, without trailing line breaks.
    public var standardError: String
  }

  /// The name for messages: its name without folder.
  var shownName: String { Path.lastComponent(name) }

  /// Runs the program until it exits.
  public func run(input: [UInt8] = []) throws(ProgramError) -> Result {
    var running = try Subprocess(self)
    running.send(input)
    running.endInput()
    return try running.finish()
  }
}

/// The reason why a program has no result.
public enum ProgramError: Error, Hashable, Sendable {
  case notFound(program: String)
  /// The program could not be started, for a reason given by the system.
  case notStarted(program: String, reason: String)
  case tooSlow(program: String, milliseconds: Int)
  case tooMuchOutput(program: String, limit: Int)
  /// The program exited before it answered, with this text on standard error.
  case endedEarly(program: String, standardError: String)

  /// A description of the error without a full stop.
  public var message: String {
    switch self {
    case .notFound(let program): "'\(program)' was not found on the PATH"
    case .notStarted(let program, let reason): "'\(program)' cannot be started: \(reason)"
    case .tooSlow(let program, let time):
      "'\(program)' was stopped because it took more than \(time / 1000) seconds"
    case .tooMuchOutput(let program, let limit):
      "'\(program)' was stopped because it wrote more than \(limit) bytes"
    case .endedEarly(let program, let standardError):
      "'\(program)' exited before it answered" + (standardError.isEmpty ? "" : ": \(standardError)")
    }
  }
}

extension Program {
  /// The path of the program; nil if it does not exist.
  var file: String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return name }
    let searchPath = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return Self.path(of: name, in: searchPath, outside: folder)
  }

  /// Returns the path of the program `name` in the `PATH`; nil if it does not exist.
  ///
  /// Searches only absolute folders outside of `folder`, which may contain executables from
  /// untrusted sources. Links are not resolved: an executable may serve several names and examine
  /// the one it was started by.
  public static func path(
    of name: String, in searchPath: String, outside folder: String? = nil
  ) -> String? {
    folders(of: searchPath).lazy.map { Path.join(String($0), entry: name) }.first { path in
      access(path, X_OK) == 0 && kind(of: path, in: AT_FDCWD, followingLinks: true) == .file
        && !lies(path, in: folder) && !lies(Path.parent(path), in: folder)
    }
  }

  /// Returns the part of a `PATH` that `path(of:in:outside:)` searches.
  public static func searchPath(_ searchPath: String, outside folder: String) -> String {
    folders(of: searchPath).filter { !lies(String($0), in: folder) }.joined(separator: ":")
  }

  private static func folders(of searchPath: String) -> [Substring] {
    // Splitting the bytes: finding characters takes longer than finding the program.
    searchPath.utf8.split(separator: UInt8(ascii: ":")).map { Substring($0) }
      .filter { Path.isAbsolute($0) }
  }

  /// Whether a path without its links is in a folder.
  private static func lies(_ path: String, in folder: String?) -> Bool {
    guard let folder else { return false }
    return Path.lies(realPath(path) ?? path, in: realPath(folder) ?? folder)
  }
}
