import ArgumentParser
import Report
import Architecture

/// The command line for shell completions: the commands, and the options of the default command
/// `lint`.
///
/// The library offers the options of the default command only after its name.
struct CompletedCommandLine: ParsableCommand {
  static let configuration = {
    var configuration = Modlint.configuration
    configuration.defaultSubcommand = nil
    return configuration
  }()

  @OptionGroup var options: WorkspaceOptions
  @OptionGroup var revisions: RevisionOptions
  @OptionGroup var revision: RevisionOption
  @OptionGroup var reporting: ReportOptions

  @Flag(help: "Treat warnings as failures.")
  var strict = false

  @Flag(name: .shortAndLong, help: "Print nothing when there are no findings.")
  var quiet = false

  @Option(help: "The day, as YYYY-MM-DD, that exceptions are compared with.")
  var today: Day?

  /// The library's option that prints a script.
  static let option = "--generate-completion-script"

  /// Returns the output and exit status for `arguments`, which request a script.
  static func answer(to arguments: [String]) -> (text: String, status: ExitCode) {
    do {
      _ = try parseAsRoot(arguments)
      return ("", .success)
    } catch {
      let text = fullMessage(for: error)
      let status = exitCode(for: error)
      return (status == .success ? completed(text) : text, status)
    }
  }

  /// Returns the script, in bash without the values of these options for commands that have options
  /// of the same name.
  ///
  /// The library compares only the word before the cursor.
  private static func completed(_ script: String) -> String {
    let mark = "    # Offer option value completions\n    "
    guard CompletionShell.requesting == .bash, let place = script.firstRange(of: mark) else {
      return script
    }
    let words = configuration.subcommands.map { $0._commandName }.joined(separator: " ")
    return script[..<place.upperBound]
      + "[[ \" \(words) \" == *\" ${unparsed_words[0]:--} \"* ]] || "
      + script[place.upperBound...]
  }
}
