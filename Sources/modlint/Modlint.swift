import ArgumentParser

/// The command line of modlint: a table of its commands.
@main
struct Modlint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "modlint",
    abstract: "Checks the module graph of XcodeGen workspaces against their architecture.",
    discussion: """
      Reads every project.yml below the folder of rules.yml and reports links that break its rules.

      Exit status: 0 clean, 1 findings of severity error, 2 could not check, 64 wrong usage.
      Documentation: \(About.address)
      """,
    version: About.version,
    subcommands: [
      Lint.self, GraphCommand.self, Why.self, Stats.self, ListCommand.self, Init.self,
      RulesCommand.self, Explain.self, Dump.self, Diff.self, Affected.self, SchemaCommand.self,
      BaselineCommand.self,
    ],
    defaultSubcommand: Lint.self)
}
