import ArgumentParser
import Diagnostics
import Rules
import Architecture
import Report

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules with their default severities, and whether 'fix' resolves them.")

  func run() {
    let rows = ruleCatalog.map { rule in
      let fix =
        switch rule.fix {
        case nil: ""
        case .safe: " [fix]"
        case .unsafe: " [fix --unsafe]"
        }
      return [rule.id.name, rule.defaultSeverity?.rawValue ?? "off", rule.summary + fix]
    }
    Terminal.write(columns(rows))
  }
}
