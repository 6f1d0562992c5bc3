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

  /// Adds the commands behind `help`, for which the library offers nothing.
  ///
  /// In bash, keeps the values of this command line's options from commands that have options of the same
  /// name: the library looks at the word before the cursor alone. It also expects the value of an option
  /// after a space, while bash divides `--format=json` into three words.
  private static func completed(_ script: String) -> String {
    let topics = configuration.subcommands.map { $0._commandName }
    let words = topics.joined(separator: " ")
    switch CompletionShell.requesting {
    case .bash:
      let mark = "_modlint_help() {"
      let isOfCommand = "[[ \" \(words) \" == *\" ${unparsed_words[0]:--} \"* ]] || "
      return script.replacing(libraryWords, by: splitWords)
        .inserting(isOfCommand, after: "    # Offer option value completions\n    ")
        .inserting(
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

  private static let libraryWords = """
        local -r cur="${2}"
        local -r prev="${3}"
    """

  private static let splitWords = """
        local cur="${2}"
        local prev="${3}"
        [[ "${cur}" == "=" ]] && cur=""
        [[ "${prev}" == "=" ]] && prev="${COMP_WORDS[COMP_CWORD - 2]}"
    """
}

extension String {
  fileprivate func replacing(_ text: String, by other: String) -> String {
    guard let place = firstRange(of: text) else { return self }
    return self[..<place.lowerBound] + other + self[place.upperBound...]
  }

  fileprivate func inserting(_ text: String, after mark: String) -> String {
    guard let place = firstRange(of: mark) else { return self }
    return self[..<place.upperBound] + text + self[place.upperBound...]
  }
}
