import ArgumentParser

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
    let shell: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    Terminal.write(Modlint.completionScript(for: shell) + "\n")
  }
}
