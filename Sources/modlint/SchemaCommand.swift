import ArgumentParser
import Report
import Rules

/// `modlint schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a file that modlint reads or writes.")

  @Argument(help: "The format to print the schema of.")
  var subject: Subject = .rules

  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case rules, baseline, report, graph, diff, why, stats, list, affected
  }

  func run() {
    switch subject {
    case .rules: Terminal.write(rulesSchema())
    case .baseline: Terminal.write(baselineSchema())
    case .report: Terminal.write(reportSchema)
    case .graph: Terminal.write(graphSchema)
    case .diff: Terminal.write(differenceSchema)
    case .why: Terminal.write(whySchema)
    case .stats: Terminal.write(statisticsSchema)
    case .list: Terminal.write(listSchema)
    case .affected: Terminal.write(affectedSchema)
    }
  }
}
