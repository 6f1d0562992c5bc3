import ArgumentParser
import Rules

/// `modlint schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a file that modlint reads.")

  @Argument(help: "Which file: \(Subject.allCases.map(\.rawValue).joined(separator: ", ")).")
  var subject: Subject = .rules

  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case rules, baseline
  }

  func run() {
    switch subject {
    case .rules: Terminal.write(rulesSchema())
    case .baseline: Terminal.write(baselineSchema())
    }
  }
}
