import Architecture
import ArgumentParser
import Files
import Report
import Text

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where text goes, and what it can show there.
enum Terminal {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes to standard output, with no line that a build machine takes for a command.
  ///
  /// A reader that has gone away is not an error. Ends the process, after saying why, if there is no room
  /// for all.
  static func write(_ text: String) {
    var disarming = CommandDisarming()
    write(commands: disarming.piece(Array(text.utf8)) + disarming.end())
  }

  /// Writes to standard output what is meant to be commands of a build machine, or holds none.
  static func write(commands bytes: [UInt8]) {
    CrashReport.noteOutput()
    if writeAll(bytes, to: STDOUT_FILENO) || errno == EPIPE { return }
    printError("standard output: \(errorText(errno))")
    leave(.cannotCheck)
  }

  /// Writes bytes of files to standard output: as they are to a file or a program, and safe to show on a terminal.
  ///
  /// Where a build machine may read them as they pass, no command in them is run: GitHub's runner is told so,
  /// others cannot be, and nothing is written that they would run.
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

  /// Whether standard output is a file.
  private static var isFile: Bool {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The build machine that takes commands anywhere in a line, if there is one.
  private static var commandReader: String? {
    if environment("TF_BUILD").map({ !$0.isEmpty }) ?? false { return "Azure Pipelines" }
    return environment("TEAMCITY_VERSION").map { !$0.isEmpty } ?? false ? "TeamCity" : nil
  }

  /// Ends the process at once.
  static func leave(_ status: ExitCode) -> Never {
    exit(status.rawValue)
  }

  /// Writes a line to standard error, safe to show whatever names are in it.
  static func printError(_ text: String) { explain("modlint: " + text.escapedForTerminal) }

  /// Writes to standard error what another program said, in as many lines as it had.
  static func relay(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    explain("modlint: " + lines.joined(separator: "\n  "))
  }

  /// Writes lines to standard error, safe to show whatever names are in them.
  static func explain(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let safe = lines.map { String($0).escapedForTerminal + "\n" }.joined()
    note(WorkflowCommands.disarmed(safe))
  }

  /// Writes text to standard error as it is.
  static func note(_ text: String) {
    _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Keeps standard error empty from here on.
  static func muteStandardError() {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
  }

  /// The value of a variable of the environment.
  @Sendable static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether a build machine says that it is one.
  static var isCI: Bool { !["", "0", "false"].contains(environment("CI") ?? "") }

  /// Whether GitHub's runner reads what is printed.
  static var isGitHubAction: Bool { environment("GITHUB_ACTIONS") == "true" }

  /// The name of this machine.
  static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// More than any terminal has; what is computed from it stays far from the limits of `Int`.
  private static let mostColumns = 10_000

  /// The cells of a line.
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
  /// The day it is now in UTC.
  static var today: Day {
    var now = time(nil)
    var parts = tm()
    let isKnown = gmtime_r(&now, &parts) != nil
    let day = Day(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    guard isKnown, let day else {
      Terminal.printError(
        "the clock of this machine shows no day before the year 10000; set it right")
      Terminal.leave(.cannotCheck)
    }
    return day
  }
}
