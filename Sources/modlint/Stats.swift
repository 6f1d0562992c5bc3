import Architecture
import ArgumentParser
import Diagnostics
import Files
import Graph
import Loading
import Report
import Rules
import Text
import Workspace

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Measure the module graph: who links most, and what bounds builds.",
    discussion: """
      With paths, the modules below them and the links among them; fan-in and fan-out count the \
      whole workspace all the same.
      """)

  @Argument(
    help: "Files or folders to measure. The whole workspace is always read.",
    completion: .file())
  var paths: [String] = []

  @OptionGroup var revision: RevisionOption

  @Flag(help: "Also count test bundles and test support.")
  var tests = false

  @Flag(help: "Also count externals.")
  var externals = false

  @Option(help: "How many modules the lists show (default: 10). JSON has all.")
  var limit: Int?

  @OptionGroup var answer: AnswerOptions

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be a number greater than 0") }
  }

  func run() throws {
    var loaded = try LoadedWorkspace(paths, options.loading, needsRules: false, of: revision.state)
    try loaded.requireReadableSpecs()
    let outcome = try loaded.check(on: .today)
    let view = GraphView(of: outcome, in: loaded)
      .measured(outcome.graph, tests: tests, externals: externals)
    let selection = loaded.selectedNodes(in: view)
    var statistics = GraphStatistics(of: view, among: selection)
    statistics.measureRebuilds(
      of: loaded.workspace.sourceLines(
        of: view.nodes.map(\.modules), jobs: options.reading.jobs ?? Walk.defaultJobs), in: view)
    statistics.sources = outcome.graph.reading.imports.map { notes in
      measure(notes, outcome, among: selection, of: view)
    }
    Terminal.write(
      answer.json
        ? statistics.json(of: view)
        : statistics.text(of: view, style: answer.style, limit: limit ?? 10))
    loaded.noteBrokenSpecs()
  }

  private func measure(
    _ notes: ImportNotes, _ outcome: LintResult, among selection: Set<Int>?, of view: GraphView
  ) -> GraphStatistics.SourceMeasure {
    let selected = selection ?? Set(view.nodes.indices)
    let layered = outcome.graph
    let modules = ModuleSet(selected.flatMap { view.nodes[$0].modules })
    let judged = layered.graph.links.filter {
      notes.uses[$0.id] != nil && modules.contains($0.from) && layered.isJudged($0)
    }
    var measure = GraphStatistics.SourceMeasure()
    measure.judged = judged.count
    measure.used = judged.count { notes.uses[$0.id] == .used }
    if let counts = ImportCounts(outcome, where: modules.contains) {
      measure.undeclared = counts.reported
      measure.againstLayers = counts.ofOtherRules
      measure.transitive = counts.transitive
    }
    if !tests, selection == nil {
      let all = ImportCounts(outcome) { layered.isTest($0) || layered.isTestSupport($0) }
      measure.ofTests = all.map { $0.reported + $0.ofOtherRules } ?? 0
    }
    return measure
  }
}

extension GraphView {
  /// Returns the modules and links to count.
  ///
  /// Aggregates have no product, ignored modules are outside of the architecture, and imports are
  /// no links.
  func measured(
    _ layered: LayeredGraph, tests: Bool = false, externals: Bool = false
  ) -> GraphView {
    var view = keeping(
      part { number in
        let node = nodes[number]
        return (tests || !node.isForTests) && (externals || !node.isExternal)
          && !node.roles.contains(.aggregate)
          && !node.modules.contains { layered.isIgnored($0) }
      })
    view.edges.removeAll(where: \.isImport)
    return view
  }
}
