import ArgumentParser

/// placeholder
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "graph", abstract: "Draw the graph.")
  func run() {}
}
