import Architecture
import ArgumentParser
import Diagnostics
import Graph
import Loading
import Report
import Rules
import Workspace

struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Show everything known about a module, or why it depends on another.",
    discussion: """
      With one module: its layer, linkage, links and findings, and what makes them so. With two: the \
      shortest chain of links from the first to the second, each with its place.

      A module is given by its name, as Project/Target, or by a selector such as 'layer:core', \
      'tag:legacy', 'external:Maps' or '*Kit'.
      """)

  @Argument(help: "The module to explain, or the one that depends.", completion: .module)
  var module: String

  @Argument(help: "The module that it depends on.", completion: .module)
  var other: String?

  @Option(
    help: "The workspace to look at, a folder; the current one unless given.",
    completion: .directory)
  var path: String?

  @Flag(help: "Print all chains, shortest first, not only one.")
  var all = false

  @Option(help: "The most chains that --all prints, up to 100000 (default: 100).")
  var limit: Int?

  /// The maximum number of chains with `--all`; their number grows exponentially.
  private static let mostChains = 100_000

  @OptionGroup var answer: AnswerOptions

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    if let limit, !(1...Self.mostChains ~= limit) {
      throw ValidationError("--limit must be a number from 1 to \(Self.mostChains)")
    }
    if limit != nil, !all { throw ValidationError("--limit is about --all, which is not given") }
    if all, other == nil {
      throw ValidationError("--all is about the chains between two modules")
    }
  }

  func run() throws {
    var loaded = try LoadedWorkspace(path.map { [$0] } ?? [], options.loading, needsRules: false)
    let outcome = try loaded.check(on: .today)
    let view = GraphView(of: outcome, in: loaded)
    let names = ModuleNames(layered: outcome.graph)
    do throws(ModuleNames.LookupError) {
      if let other {
        Terminal.write(try chains(from: module, to: other, in: view, names))
      } else {
        let modules = try names.module(module)
        Terminal.write(text(of: loaded.report(of: modules, in: view, outcome), view, loaded))
      }
    } catch {
      throw loaded.unknownModule(error, outcome)
    }
  }

  private func chains(
    from start: String, to end: String, in view: GraphView, _ names: ModuleNames
  ) throws(ModuleNames.LookupError) -> String {
    let starts = view.nodes(drawing: try names.modules(start))
    let ends = view.nodes(drawing: try names.modules(end))
    let most = all ? limit ?? 100 : 1
    // One more chain shows whether there are others.
    let paths = view.chains(from: starts, to: ends, limit: all ? most + 1 : 1)
    let wayBack = paths.isEmpty ? view.chains(from: ends, to: starts, limit: 1).first : nil
    let chains = Chains(
      from: start, to: end, paths: Array(paths.prefix(most)),
      isComplete: all ? paths.count <= most : paths.isEmpty, wayBack: wayBack?.count)
    if answer.json { return chains.json(of: view) }
    let isStopped = all && !chains.isComplete
    let note = isStopped ? "\nstopped after \(most); --limit changes that\n" : ""
    return chains.text(of: view, style: answer.style) + note
  }

  private func text(
    of report: ModuleReport, _ view: GraphView, _ loaded: LoadedWorkspace
  ) -> String {
    answer.json
      ? report.json(of: view, sources: loaded.sources)
      : report.text(of: view, sources: loaded.sources, style: answer.style)
  }
}
