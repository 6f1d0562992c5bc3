import ArgumentParser
import Graph
import Report
import Rules
import Architecture
import Workspace
import Text

/// `modlint stats`.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Measure the module graph: who links most, what bounds builds, how entangled it is.",
    discussion: """
      With paths, the modules below them and the links among them; fan-in and fan-out count the \
      whole workspace all the same.
      """)

  @Argument(
    help: "Files or folders to measure. The whole workspace is always read.",
    completion: .path)
  var paths: [String] = []

  @OptionGroup var options: WorkspaceOptions

  @Flag(help: "Also count test bundles and test support.")
  var tests = false

  @Flag(help: "Also count externals.")
  var externals = false

  @Option(help: "How many modules the lists show (default: 10). JSON has all.")
  var limit: Int?

  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be a number greater than 0") }
  }

  func run() throws {
    var loaded = try LoadedWorkspace(paths, options, needsRules: false)
    try loaded.requireSpecs()
    let outcome = try loaded.check(on: .today)
    let all = GraphView(of: outcome, in: loaded)
    let view = all.keeping(all.part { isCounted(all.nodes[$0], outcome.graph) })
    let statistics = GraphStatistics(of: view, among: loaded.nodesAskedFor(in: view))
    var text = ""
    if answer.json {
      StatisticsJSON().write(statistics, of: view, to: &text)
    } else {
      StatisticsText(style: answer.style, limit: limit ?? 10)
        .write(statistics, of: view, to: &text)
    }
    Terminal.write(text)
  }

  /// Aggregates build nothing of their own and ignored modules are outside of the architecture.
  private func isCounted(_ node: GraphView.Node, _ layered: LayeredGraph) -> Bool {
    (tests || !node.isForTests) && (externals || !node.isExternal)
      && !node.roles.contains(.aggregate)
      && !node.modules.contains { layered.isIgnored($0) }
  }
}
