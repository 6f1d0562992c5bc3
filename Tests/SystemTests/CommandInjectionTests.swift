import Foundation
import Testing

/// No name or text of a repository becomes a command of GitHub's runner or Azure's agent, whatever
/// command of modlint's prints it, in whatever format, and wherever it runs.
@Suite struct CommandInjectionTests {
  private static let names = ["::warning file=x::pwned", "##[error]pwned", "a ##vso[task.x]pwned"]

  private static let commands =
    [
      "lint --format text", "lint", "lint --format json", "lint --format sarif",
      "lint --format gitlab", "lint --format rdjson",
      "lint --format junit", "lint --format checkstyle", "lint --format markdown",
      "lint --format xcode",
      "lint --format html", "lint --format github",
      "list", "list --json", "list --externals", "list --unassigned", "stats", "stats --json",
      "graph", "graph --dot", "graph --format mermaid", "graph --format json", "graph --format svg",
      "graph --format html", "graph --externals --collapse project", "diff HEAD~1",
      "diff HEAD~1 --format json",
      "diff HEAD~1 --format markdown", "affected --since HEAD~1", "affected --since HEAD~1 --json",
      "baseline diff", "graph --since HEAD~1", "lint --staged", "lint --since HEAD~1", "rules",
      "schema rules",
    ]
    + names.flatMap {
      [
        "why '\($0)'", "why '\($0)' --json", "why '\($0)' '\($0)'",
        "why --all '*' '\($0)'",
        "why 'x\($0)'", "dump '\($0)/project.yml'", "dump '\($0)/none.yml'", "lint '\($0)'",
        "lint '\($0)x'", "explain '\($0)'", "list --layer '\($0)'", "lint --format '\($0)'",
        "diff '\($0)'", "affected --since 'x\n\($0)'", "lint 'x\n\($0)'", "lint --config '\($0)'",
      ]
    }

  /// The workspace: names of layers, modules, projects, folders, files, externals and rules.
  private static let start = """
    set -eu
    export LC_ALL=C.UTF-8 HOME="$PWD" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a.example
    export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a.example
    mkdir repository && cd repository && git init -q --initial-branch=main
    echo 'version: 1' >rules.yml && git add . && git commit -qm start
    {
      printf 'version: 1\\nlayers:\\n'
      for name in \(names.map { "'\($0)'" }.joined(separator: " ")); do
        printf '  - { name: "%s", modules: ["%s", "x%s/**"] }\\n' "$name" "$name" "$name"
      done
      printf 'links:\\n  - { id: no-sdk, forbid: "* -> *.x", because: "##vso[x]because", instead: "::error::x" }\\n'
      printf 'rules: { orphan: warning, max-dependencies: { severity: warning, limit: 1 } }\\n'
    } >rules.yml
    for name in \(names.map { "'\($0)'" }.joined(separator: " ")); do
      mkdir -p "$name"
      {
        printf 'name: "%s"\\ntargets:\\n  "%s":\\n    type: framework\\n    platform: iOS\\n' "$name" "$name"
        printf '    ##vso[x]key: 1\\n    dependencies:\\n' | sed 's/    ##\\(.*\\):/    "##\\1":/'
        printf '      - target: "missing %s"\\n      - target: "%s"\\n' "$name" "$name"
        printf '      - framework: "Vendor/%s.framework"\\n      - carthage: "%s"\\n' "$name" "$name"
        printf '      - sdk: "%s.framework" # ##vso[x] ::error::\\n' "$name"
      } >"$name/project.yml"
    done
    """

  @Test(arguments: [[:], ["GITHUB_ACTIONS": "true"], ["TF_BUILD": "True"]])
  func noCommandIsPrinted(_ environment: [String: String]) throws {
    let runs = Self.commands.enumerated().map { number, command in
      "\"$0\" \(command) >../\(number).out 2>../\(number).err </dev/null || [ $? -lt 100 ] || echo \"$?\"\n"
    }
    let check = """
      grep -il '##[a-z]*\\[' ../*.out ../*.err || true
      grep -l '^[^[:graph:]]*::' ../*.out ../*.err || true
      cat ../0.out
      """
    let variables = environment.map { "export \($0.key)=\($0.value)\n" }.joined()
    let printed = try HostileRepositoryTests.shell(
      Self.start + "\n" + variables + runs.joined() + check)
    // Annotations are meant to be commands.
    let annotated = Self.commands.indices.filter { number in
      let command = Self.commands[number]
      return command == "lint --format github"
        || environment["GITHUB_ACTIONS"] != nil && Self.printsAnnotations(command)
    }
    let found = printed.split(separator: "\n").filter { $0.hasPrefix("../") }
      .filter { line in !annotated.contains { line == "../\($0).out" } }
    #expect(found.isEmpty, "\(found.map { "\($0) " + Self.command(of: $0) })")
    // That the names were in there at all.
    #expect(printed.contains("pwned"), "\(printed)")
  }

  private static func printsAnnotations(_ command: String) -> Bool {
    command.hasPrefix("lint") && !command.contains("--format")
  }

  private static func command(of file: Substring) -> String {
    let number = Int(file.dropFirst(3).prefix { $0.isNumber }) ?? 0
    return commands[number]
  }

  /// What lies within the annotations themselves: the data of a command of GitHub's is none of Azure's.
  @Test func annotationsHoldNoOthers() throws {
    let printed = try HostileRepositoryTests.shell(
      Self.start
        + "\n\"$0\" lint --format github >../out || true\ngrep -ic '##[a-z]*\\[' ../out || true\n"
        + "grep -v '^::\\(error\\|warning\\) ' ../out | grep -c '::' || true")
    #expect(printed == "0\n0\nexit 0\n")
  }
}
