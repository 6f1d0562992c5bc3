public import ArgumentParser
import Architecture
import Diagnostics
import Loading
import Rules

extension CompletionKind {
  /// A branch or tag.
  ///
  /// The command must not contain a colon, which ends it in zsh's script.
  static var revision: Self {
    .shellCommand("git rev-parse --symbolic --branches --tags --remotes 2>/dev/null")
  }

  static var fixableRule: Self { .list(ruleCatalog.filter { $0.fix != nil }.map { $0.id.name }) }
}

struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print the completion script for a shell.",
    discussion: """
      For zsh, into a folder of $fpath: modlint completion zsh >~/.zfunc/_modlint. For bash, in \
      ~/.bashrc: source <(modlint completion bash). For fish: modlint completion fish \
      >~/.config/fish/completions/modlint.fish.
      """)

  @Argument(help: "The shell.")
  var shell: Shell

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  func run() {
    guard let shell = CompletionShell(rawValue: shell.rawValue) else { return }
    Terminal.write(Modlint.completionScript(for: shell) + "\n")
  }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable<String> {
  /// The values of an option by name.
  ///
  /// ArgumentParser's own names build key paths for each type, which is 1% of a lint run.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// No value has a description other than its name.
  public static var allValueDescriptions: [String: String] { [:] }
}
