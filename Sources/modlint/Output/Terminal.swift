import Architecture
import ArgumentParser
import Files
import Report
import Text

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

enum Terminal {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes to standard output, and neutralizes lines that a CI system would run as commands.
  ///
  /// A closed pipe is not an error. Exits with an error message if there is no space left.
  static func write(_ text: String) {
    write(commands: Array(WorkflowCommands.disarmed(text).utf8))
  }

  /// Writes commands of a CI system, or text without any, to standard output.
  static func write(commands bytes: [UInt8]) {
    CrashReport.noteOutput()
    if writeAll(bytes, to: STDOUT_FILENO) || errno == EPIPE { return }
    printError("standard output: \(errorText(errno))")
    leave(.cannotCheck)
  }

  /// Writes contents of files to standard output: unchanged to a file or program, escaped to a
  /// terminal.
  ///
  /// If a CI system reads the output, no command in it is run: GitHub's runner can be configured to
  /// ignore commands. For others, the output is refused.
  static func write(contents bytes: [UInt8]) {
    if isTerminal {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return write(
        lines.map { String(decoding: $0, as: UTF8.self).escapedForTerminal }
          .joined(separator: "\n"))
    }
    if isFile { return write(commands: bytes) }
    if let machine = commandReader, WorkflowCommands.areNamed(in: bytes) {
      printError(
        "a line of the difference is what \(machine) takes for a command; write it to a file with '--output FILE'"
      )
      leave(.cannotCheck)
    }
    write(commands: isGitHubAction ? WorkflowCommands.fenced(bytes) : bytes)
  }

  private static var isFile: Bool {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The CI system that accepts commands anywhere in a line, if any.
  private static var commandReader: String? {
    if environment("TF_BUILD").map({ !$0.isEmpty }) ?? false { return "Azure Pipelines" }
    return environment("TEAMCITY_VERSION").map { !$0.isEmpty } ?? false ? "TeamCity" : nil
  }

  static func leave(_ status: ExitCode) -> Never {
    exit(status.rawValue)
  }

  static func printError(_ text: String) { explain("modlint: " + text.escapedForTerminal) }

  /// Writes the message of another program to standard error, with its lines.
  static func relay(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    explain("modlint: " + lines.joined(separator: "\n  "))
  }

  static func explain(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let safe = lines.map { String($0).escapedForTerminal + "\n" }.joined()
    note(WorkflowCommands.disarmed(safe))
  }

  static func note(_ text: String) {
    _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
  }

  @Sendable static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static var isCI: Bool { !["", "0", "false"].contains(environment("CI") ?? "") }

  static var isGitHubAction: Bool { environment("GITHUB_ACTIONS") == "true" }

  /// A limit that keeps computations far from overflow.
  private static let mostColumns = 10_000

  /// The width in cells.
  static var width: Int? {
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return min(columns, mostColumns)
    }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

extension Day {
  static var today: Day {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let day = Day(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    guard let day else {
      Terminal.printError("the clock of this machine is not set")
      Terminal.leave(.cannotCheck)
    }
    return day
  }
}

extension [String] {
  /// The strings as arguments of a command that is shown, each after a space.
  var shellArguments: String { map { " " + $0.escapedForTerminal.quotedForShell }.joined() }
}

extension String {
  /// The string in single quotes, unless a shell needs none.
  var quotedForShell: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_-./".utf8.contains(byte)
      }
    }
    if isPlain { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
