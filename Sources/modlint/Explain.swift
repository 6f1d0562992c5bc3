import ArgumentParser
import Diagnostics
import Report
import Rules

/// `modlint explain`.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Print what a rule is about, and what to do.")

  @Argument(
    help: "The name of a rule, as findings end with it.",
    completion: .list(ruleCatalog.map { $0.id.name }))
  var rule: String

  func run() throws {
    if let page = rulePage(rule) {
      return Terminal.write(Tool(address: About.address).linkedPage(page))
    }
    let nearest = ruleCatalog.map { $0.id.name }.nearest(to: rule)
    let advice = nearest.map { "; the nearest is '\($0)'" } ?? "; 'modlint rules' lists all"
    Terminal.complain("there is no rule '\(rule)'\(advice)")
    throw ExitCode.validationFailure
  }
}
