import ArgumentParser
import Report
import Text

/// The options of commands that answer a question about the graph.
struct AnswerOptions: ParsableArguments {
  @Option(help: "When to use color. NO_COLOR means never.")
  var color: AutoMode = .auto

  @Flag(help: "Write JSON.")
  var json = false

  /// What the text may look like.
  var style: Style { Terminal.style(color) }
}
