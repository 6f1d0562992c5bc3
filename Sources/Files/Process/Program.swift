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
/// Run with `posix_spawn` and pipes. swift-subprocess was measured for this: its first run costs 7
/// to 10 ms and each further one 3.7 ms, where git itself takes 1.2 ms, since it brings a pool of
/// threads and asynchronous reading to a process that has nothing else to do.
public struct Program: Sendable {
  /// Looked for in the absolute folders of the `PATH` unless it has a slash.
  public var name: String
  public var arguments: [String]
  /// The folder that it is started in; nil for that of this process.
  public var folder: String?
  /// Variables of the environment that differ from those of this process; nil for none.
  public var environment: [String: String?]
  /// Which of this process's other variables it gets, by name.
  public var inherits: @Sendable (Substring) -> Bool
  /// How many milliseconds it may take; where one is asked again and again, for each answer.
  public var timeLimit: Int
  /// The most bytes that it may write to its standard output.
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

  /// What a program has written, and how it ended.
  public struct Result: Sendable {
    /// The exit status; minus the number of the signal if one ended it.
    public var status: Int
    public var output: [UInt8]
    /// The start of what it wrote to standard error, without the line breaks at the end.
    public var standardError: String
  }

  /// What to call it in messages: its name without folder.
  var shownName: String { Path.lastComponent(name) }

  /// Runs the program to its end.
  public func run(input: [UInt8] = []) throws(ProgramError) -> Result {
    var running = try Subprocess(self)
    running.send(input)
    running.endInput()
    return try running.finish()
  }
}

/// Why there is no result of a program.
public enum ProgramError: Error, Hashable, Sendable {
  case notFound(program: String)
  /// The system's reason.
  case notStarted(program: String, reason: String)
  case tooSlow(program: String, milliseconds: Int)
  case tooMuchOutput(program: String, limit: Int)
  /// It exited before it answered; what it said on standard error.
  case endedEarly(program: String, standardError: String)

  /// What happened, as a sentence without a full stop.
  public var message: String {
    switch self {
    case .notFound(let program): "'\(program)' was not found on the PATH"
    case .notStarted(let program, let reason): "'\(program)' cannot be started: \(reason)"
    case .tooSlow(let program, let time):
      "'\(program)' was stopped because it took more than \(Self.seconds(time))"
    case .tooMuchOutput(let program, let limit):
      "'\(program)' was stopped because it wrote more than \(limit) bytes"
    case .endedEarly(let program, let standardError):
      "'\(program)' exited before it answered" + (standardError.isEmpty ? "" : ": \(standardError)")
    }
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let tenths = milliseconds % 1000 / 100
    let seconds = tenths == 0 ? "\(milliseconds / 1000)" : "\(milliseconds / 1000).\(tenths)"
    return seconds == "1" ? "1 second" : "\(seconds) seconds"
  }
}

extension Program {
  /// Where the program is; nil if it is nowhere.
  var file: String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return name }
    let searchPath = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    // Another one would be below the folder that the program is started in, which may hold whatever
    // strangers have put there.
    return Self.path(of: name, in: Self.folders(of: searchPath).filter { Path.isAbsolute($0) })
  }

  /// Where the `PATH` leads to for the name of a program; nil if it leads nowhere.
  ///
  /// Links stay as they are: a program may be one for many names, and look at the one it was
  /// started by.
  public static func path(of name: String, in searchPath: String) -> String? {
    path(of: name, in: folders(of: searchPath))
  }

  private static func folders(of searchPath: String) -> [Substring] {
    // By bytes, since looking for characters takes longer than looking for the program.
    searchPath.utf8.split(separator: UInt8(ascii: ":")).map { Substring($0) }
  }

  private static func path(of name: String, in folders: [Substring]) -> String? {
    for folder in folders {
      guard let folder = Path.isAbsolute(folder) ? String(folder) : realPath(String(folder)) else {
        continue
      }
      let path = Path.join(folder, entry: name)
      if access(path, X_OK) == 0, kind(of: path, in: AT_FDCWD) == .file { return path }
    }
    return nil
  }
}
