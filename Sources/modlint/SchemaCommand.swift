import Architecture
import ArgumentParser
import Report
import Rules

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a file that modlint reads or writes.")

  @Argument(help: "The format to print the schema of.")
  var subject: Subject = .rules

  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case rules, baseline, spec, report, graph, diff, why, stats, list, affected, history
  }

  func run() {
    switch subject {
    case .rules: Terminal.write(rulesSchema(of: ruleCatalog))
    case .baseline: Terminal.write(baselineSchema())
    case .spec: Terminal.write(specSchema)
    case .report: Terminal.write(JSONSchema.report.text)
    case .graph: Terminal.write(JSONSchema.graph.text)
    case .diff: Terminal.write(JSONSchema.diff.text)
    case .why: Terminal.write(JSONSchema.why.text)
    case .stats: Terminal.write(JSONSchema.stats.text)
    case .list: Terminal.write(JSONSchema.list.text)
    case .affected: Terminal.write(JSONSchema.affected.text)
    case .history: Terminal.write(JSONSchema.history.text)
    }
  }
}
