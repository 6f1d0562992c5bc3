import ArgumentParser
import Diagnostics
import Rules
import Architecture

/// The `modlint rules` command.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules with their default severities, and whether 'fix' resolves them.")

  func run() {
    let width = ruleCatalog.map { $0.id.name.count }.max() ?? 0
    let lines = ruleCatalog.map { rule in
      let name = rule.id.name + String(repeating: " ", count: width - rule.id.name.count)
      let severity = rule.defaultSeverity?.rawValue ?? "off"
      let column = severity + String(repeating: " ", count: 7 - severity.count)
      let fix =
        switch rule.fix {
        case nil: ""
        case .safe: " [fix]"
        case .unsafe: " [fix --unsafe]"
        }
      return "\(name)  \(column)  \(rule.summary)\(fix)\n"
    }
    Terminal.write(lines.joined())
  }
}
