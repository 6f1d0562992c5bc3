import Diagnostics
import Report
import Rules

struct NextCommands {
  private let findings: [Diagnostic]
  /// The options and the path of `init`, as arguments of other commands.
  private let arguments: String

  /// - Parameters:
  ///   - outcome: The findings of the next run, with recorded ones marked as known.
  ///   - path: The workspace.
  ///   - config: The rules file, if it has an unusual location.
  init(after outcome: LintResult, path: String, config: String?) {
    findings = outcome.findings
    let option = config.map { ["--config", $0] } ?? []
    arguments = (option + (path == "." ? [] : [path])).shellArguments
  }

  /// A heading and a line for each command.
  var text: String { "Next:\n" + columns(commands.map { ["  " + $0.command, $0.purpose] }) }

  private var commands: [(command: String, purpose: String)] {
    let open = findings.filter { $0.state == .new }
    // `modlint PATH` would be ambiguous for a folder named like a command.
    let show = ("modlint\(arguments.isEmpty ? "" : " lint" + arguments)", "shows the findings")
    let hook = ("modlint lint --staged\(arguments)", "checks a commit, in a git hook")
    let canFix = findings.contains { $0.fix.map { $0.isSafe && !$0.changes.isEmpty } ?? false }
    let fix =
      canFix ? [("modlint fix --diff\(arguments)", "shows the findings that it can fix")] : []
    if open.contains(where: { $0.severity == .error }) {
      let rest = canFix ? "the rest" : "them"
      let create = (
        "modlint baseline create\(arguments)", "records \(rest); only new ones fail then"
      )
      return [show] + fix + [create]
    }
    if !open.isEmpty { return [show] + fix + [hook] }
    if !findings.isEmpty {
      return fix + [
        hook, ("modlint baseline prune\(arguments)", "removes from the baseline what is resolved"),
      ]
    }
    let output = " --format html > graph.html"
    return [("modlint graph\(arguments)\(output)", "draws the layers"), hook]
  }
}
