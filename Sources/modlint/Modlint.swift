import ArgumentParser
import Files
import Git
import Loading
import Text

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
  /// The exit status if nothing could be checked: no rules.yml, no spec, an unreadable folder.
  static let cannotCheck = ExitCode(2)
  // Findings of severity error are a `failure`, 1; wrong usage is a `validationFailure`, 64; an
  // internal error is 70, the exit status of `CrashReport`.
}

struct UsageAdvice {
  var root: any ParsableCommand.Type

  /// Returns the probable command for a word: for a synonym from other tools, or by nearest
  /// spelling.
  func command(meantBy word: String) -> String? {
    ForeignWords.commands.word(
      meantBy: word,
      among: root.configuration.subcommands.map { $0._commandName } + ["--version"])
  }

  func command(meantBy failure: Failure) -> String {
    guard let command = failure.unknownPath.flatMap(command(meantBy:)) else { return "" }
    return "; did you mean '\(About.name) \(command)'?"
  }

  /// Returns the library's message about an unknown option with what the option means here.
  func withOptions(_ message: String) -> String {
    let head = "Error: Unknown option '"
    guard message.hasPrefix(head), let end = message.firstIndex(of: "\n") else { return message }
    let word = String(message.dropFirst(head.count).prefix { $0 != "'" })
    let usage = message[end...]
    let meant = ForeignWords.options.entry(for: word) { meant in
      !meant.hasPrefix("--") || offers(meant, inUsageOf: usage)
    }
    guard let help = meant?.help(about: String(word.drop { $0 == "-" })) else { return message }
    return head + word + "'; " + help + usage
  }

  private func offers(_ option: String, inUsageOf message: Substring) -> Bool {
    let head = "\nUsage: \(About.name) "
    guard let usage = message.firstRange(of: head) else { return false }
    let name = message[usage.upperBound...].prefix { $0 != " " }
    let command = root.configuration.subcommands.first { $0._commandName == name }
    guard let help = command.map({ root.helpMessage(for: $0) }) else { return false }
    return help.contains("\n  \(option)") || help.contains(", \(option)")
  }
}

extension ForeignWords {
  static let commands = ForeignWords([
    .init(
      "check run analyze analyse verify validate test audit scan inspect cruise ci report violations",
      "lint"),
    .init("format autocorrect autofix correct apply repair", "fix"),
    .init(
      "draw show tree deps dependencies dot render visualize visualise viz diagram depgraph mermaid "
        + "export", "graph"),
    .init("setup new generate configure config bootstrap scaffold", "init"),
    .init("metrics count statistics measure complexity", "stats"),
    .init("ls modules targets packages", "list"),
    .init("trace reason chain paths whydepends", "why"),
    .init("describe info docs doc man", "explain"),
    .init("compare delta changes pr", "diff"),
    .init("impact impacted changed dependents rdeps", "affected"),
    .init("log trend evolution", "history"),
    .init("resolve parse print", "dump"),
    .init("todo freeze snapshot known", "baseline"),
    .init("except exempt suppress accept permit ignore waive", "allow"),
    .init("version", "--version"),
  ])

  /// Options of other tools; a meaning with `--` is an option that the command has to have.
  static let options = ForeignWords([
    .init(
      "dryrun check preview noop", "--diff", help: "'--diff' shows the changes and writes nothing"),
    .init(
      "base from changed against", "--since",
      help: "'--since REV' reports what is new since a revision"),
    .init(
      "reporter outputformat outputtype formatter", "--format",
      help: "'--format' names the format"),
    .init(
      "json sarif github gitlab junit html dot mermaid svg", "--format",
      help: "'--format %' chooses the format"),
    .init(
      "maxwarnings failonwarnings werror", "--strict", help: "'--strict' fails on warnings"),
    .init(
      "exitzero nofail warnonly", "rules",
      help: "what has the severity 'warning' in rules.yml, or is in the baseline, fails no run"),
    .init(
      "only select enable disable skip", "rules",
      help: "rules.yml says which rules run: 'rules: { cycle: off }'"),
    .init("fix autofix autocorrect", "fix", help: "'modlint fix' changes files"),
    .init("init", "init", help: "'modlint init' writes rules.yml"),
    .init(
      "baseline writebaseline", "baseline",
      help: "'modlint baseline create' records known findings"),
  ])
}
