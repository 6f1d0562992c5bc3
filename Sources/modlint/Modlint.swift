import ArgumentParser
import Files
import Git
import Loading

@main
struct Modlint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: About.name,
    abstract: "Checks the module graph of iOS and macOS repositories against their architecture.",
    discussion: """
      Reads the specs of XcodeGen (project.yml), Swift packages (Package.swift) and committed Xcode \
      projects below the folder of rules.yml, and reports links that break its rules.

      Exit status: 0 clean, 1 findings of severity error, 2 could not check, 64 wrong usage, \
      70 internal error.
      """ + (About.home.isEmpty ? "" : "\nDocumentation: \(About.home)"),
    version: About.version,
    subcommands: [
      Lint.self, FixCommand.self, GraphCommand.self, Why.self, Stats.self, ListCommand.self,
      Init.self,
      RulesCommand.self, Explain.self, Dump.self, Diff.self, Affected.self, HistoryCommand.self,
      BriefCommand.self,
      SchemaCommand.self,
      AllowCommand.self, BaselineCommand.self, CompletionCommand.self,
    ],
    defaultSubcommand: Lint.self)

  /// Runs the command line.
  ///
  /// Parses only the named command, since building the parsers of all commands takes longer than
  /// most commands run. Invalid command lines and requests for help are parsed with the whole
  /// table.
  static func main() {
    CrashReport.install()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try parseSubcommand(arguments) ?? parseAsRoot(arguments)
      try command.run()
    } catch {
      leave(after: error)
    }
  }

  /// Exits like the library, but escapes its message about wrong arguments.
  ///
  /// Arguments are untrusted: a hook passes the names of changed files.
  private static func leave(after error: any Error) -> Never {
    if let failure = error as? Failure {
      let advice = UsageAdvice(root: Self.self).command(meantBy: failure)
      for message in failure.messages { Terminal.printError(message + advice) }
      Terminal.note(failure.details)
      Terminal.leave(failure.isUsage ? .validationFailure : .cannotCheck)
    }
    if let failure = error as? GitError {
      Terminal.relay("git: \(failure.message)")
      Terminal.leave(.cannotCheck)
    }
    let message = UsageAdvice(root: Self.self).withOptions(fullMessage(for: error))
    let status = exitCode(for: error)
    if !message.isEmpty {
      status == .success ? Terminal.write(message + "\n") : Terminal.explain(message)
    }
    Terminal.leave(status)
  }

  private static func parseSubcommand(_ arguments: [String]) -> (any ParsableCommand)? {
    let first = arguments.first ?? ""
    let isQuestion = ["help", "--help", "-h", "--version"].contains(first)
    guard !isQuestion, !first.hasPrefix("---") else { return nil }
    let named = configuration.subcommands.first { $0._commandName == first }
    let command = named ?? Lint.self
    let rest = named == nil ? arguments : Array(arguments.dropFirst())
    guard command.configuration.subcommands.isEmpty,
      let parsed = try? command.parseAsRoot(rest), type(of: parsed) == command
    else { return nil }
    return parsed
  }
}

extension ExitCode {
  /// The exit status for findings of severity error.
  static let findings = ExitCode(1)
  /// The exit status if nothing could be checked: no rules.yml, no spec, an unreadable folder.
  static let cannotCheck = ExitCode(2)
  // Wrong usage is `validationFailure`, 64; an internal error is 70, the exit status of
  // `CrashReport`.
}
