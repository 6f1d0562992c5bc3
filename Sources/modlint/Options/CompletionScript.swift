import ArgumentParser
import Report
import Architecture

/// The command line as shells complete it: the commands, and the options of `lint`, which is meant where
/// no command is named.
///
/// The library knows the options of the default command only behind its name.
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

  /// The option that asks for a script, as the library has it.
  static let option = "--generate-completion-script"

  /// What to print for `arguments`, which ask for a script, and how to end.
  static func answer(to arguments: [String]) -> (text: String, status: ExitCode) {
    do {
      _ = try parseAsRoot(arguments)
      return ("", .success)
    } catch {
      let text = fullMessage(for: error)
      let status = exitCode(for: error)
      return (status == .success ? withHelpTopics(text) : text, status)
    }
  }

  /// Offers the commands behind `help`, for which the library offers nothing.
  private static func withHelpTopics(_ script: String) -> String {
    let topics = configuration.subcommands.map { $0._commandName }
    let words = topics.joined(separator: " ")
    switch CompletionShell.requesting {
    case .bash:
      let mark = "_modlint_help() {"
      return script.inserting(
        "\n    [[ \"${cur}\" != -* ]] && __modlint_add_completions -W $'\(topics.joined(separator: "\\n"))'",
        after: mark)
    case .zsh: return script.inserting("(\(words))", after: "        '*:subcommands:")
    case .fish:
      return script
        + "\ncomplete -c 'modlint' -n '__modlint_should_offer_completions_for_positional "
        + "\"modlint help\" -ge 1' -fa '\(words)'"
    default: return script
    }
  }
}

extension String {
  fileprivate func inserting(_ text: String, after mark: String) -> String {
    guard let place = firstRange(of: mark) else { return self }
    return self[..<place.upperBound] + text + self[place.upperBound...]
  }
}
