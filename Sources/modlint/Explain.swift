import Architecture
import ArgumentParser
import Diagnostics
import Loading
import Report
import Rules
import Text

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a rule: what it finds, why, and how to fix it.")

  @Argument(
    help: "The name of a rule, as in the brackets that end a finding.",
    completion: .list(ruleCatalog.map { $0.id.name }))
  var rule: String

  @Flag(help: "Print the details as well: exact conditions, options and sources.")
  var details = false

  func run() throws {
    if let page = resource("\(rule).md") {
      let short = page.withoutDetails
      let hint = "\n`modlint explain \(rule) --details` prints the rest.\n"
      let tool = Tool(version: About.version, address: About.home)
      return Terminal.write(tool.linkedPage(details || short == page ? page : short + hint))
    }
    throw Failure(Self.unknownRule(rule), isUsage: true)
  }

  static func unknownRule(_ name: String) -> String {
    let nearest = ruleCatalog.map { $0.id.name }.nearest(to: name)
    let advice = nearest.map { "; did you mean '\($0)'?" } ?? "; 'modlint rules' lists all"
    return "unknown rule '\(name)'\(advice)"
  }
}

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
