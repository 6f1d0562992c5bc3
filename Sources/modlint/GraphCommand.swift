import Architecture
public import ArgumentParser
import Diagnostics
import Graph
import Loading
public import Report
import Rules
import Text
import Workspace

enum GraphFormat: String, CaseIterable, ExpressibleByArgument {
  case dot, mermaid, json, svg, html
}

struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract:
      "Draw the module graph, or a part of it: as SVG, HTML, Mermaid, JSON or for Graphviz.",
    discussion: """
      With paths, the modules below them and the far ends of their links. A module is given by its \
      name, as Project/Target, or by a selector such as 'layer:core' or '*Kit'.
      """)

  @Argument(
    help: "Files or folders to draw. The whole workspace is always read.",
    completion: .file())
  var paths: [String] = []

  @Option(help: "The graph's format (default: dot).")
  var format: GraphFormat?

  @Flag(help: "Short for --format dot.")
  var dot = false

  @OptionGroup var selection: GraphSelection

  @Option(
    help: ArgumentHelp(
      "Mark what was added and removed since the merge base of REV and HEAD.",
      valueName: "rev"),
    completion: .revision)
  var since: String?

  @OptionGroup var revision: RevisionOption

  @Option(
    help: "The title of the picture (default: the repository, its revision and the date of that).")
  var title: String?

  @Flag(help: "Write the page, or with --format svg the picture, to a temporary file and open it.")
  var open = false

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    try RevisionOption.validate(since)
    try revision.requireAlone(since: since)
    if dot, let format, format != .dot {
      throw ValidationError("--dot and --format \(format.rawValue) ask for two formats")
    }
    if open, dot || format.map({ $0 != .svg && $0 != .html }) ?? false {
      throw ValidationError("--open shows a page, or a picture with --format svg")
    }
  }

  func run() throws {
    if open { try Viewer.requireProgram() }
    var loaded = try LoadedWorkspace(paths, options.loading, needsRules: false, of: revision.state)
    try loaded.requireReadableSpecs()
    if selection.collapse == .layer, loaded.configuration.layers.isEmpty {
      throw Failure(
        "cannot collapse the graph by layer: rules.yml has no layers", isUsage: true)
    }
    let outcome = try loaded.check(on: .today)
    var report = loaded.report(outcome)
    report.join(outcome, of: loaded)
    var all = GraphView(of: outcome, in: loaded)
    all.count(report.findings)
    if let since {
      let older = try loaded.older(since: since)
      let before = try older.map { try $0.checkedState(on: .today) }
      var difference = Difference(from: before ?? .empty, to: loaded.state(of: outcome, all))
      if let older { difference.leaveOutUnread(of: loaded, since: older) }
      all = difference.marked(all)
    }
    var view = try selected(from: all, outcome, loaded)
    if ![.mermaid, .json].contains(format) {
      view.title = title ?? loaded.revisionTitle(of: revision.rev, since: since)
    }
    let isWhole = !loaded.noteBrokenSpecs()
    if selection.reduce { Terminal.printError(view.reduction) }
    let text = drawing(of: view, report, loaded)
    if open {
      try Viewer.open(text, ending: format == .svg ? "svg" : "html")
    } else {
      Terminal.write(text)
    }
    if !isWhole { throw ExitCode.cannotCheck }
  }

  private func selected(
    from all: GraphView, _ outcome: LintResult, _ loaded: LoadedWorkspace
  ) throws -> GraphView {
    do throws(ModuleNames.LookupError) {
      let view = try selection.apply(
        to: all, ModuleNames(layered: outcome.graph), inside: loaded.selectedNodes(in: all),
        packages: options.reading.packages)
      if view.nodes.isEmpty, !all.nodes.isEmpty {
        Terminal.printError("no module in the graph matches")
      }
      return view
    } catch {
      throw loaded.unknownModule(error, outcome)
    }
  }

  private func drawing(
    of view: GraphView, _ report: Report, _ loaded: LoadedWorkspace
  ) -> String {
    switch format ?? (open ? .html : .dot) {
    case .dot: return view.dot()
    case .mermaid: return MermaidChart(of: view).text
    case .svg: return view.svg()
    case .html:
      var report = report
      report.graph = view
      let reader = LineReader(
        tree: loaded.tree, sources: report.sources, hidden: loaded.hiddenFiles)
      var text = ""
      HTMLReporter().write(report, lines: reader.line, to: &text)
      return text
    case .json: return view.json()
    }
  }
}

extension LoadedWorkspace {
  func selectedNodes(in view: GraphView) -> Set<Int>? {
    guard !place.parts.isEmpty else { return nil }
    return Set(view.nodes.indices.filter { view.nodes[$0].spec.map(isSelected) ?? false })
  }
}

extension GraphView {
  init(of outcome: LintResult, in loaded: LoadedWorkspace) {
    self.init(of: outcome.graph, sources: loaded.sources, findings: outcome.findings)
  }

  init(of layered: LayeredGraph, sources: SourceMap, findings: [Diagnostic] = []) {
    self.init(
      of: layered.graph, sources: sources,
      layers: layered.configuration.layers.map(\.name), findings: findings,
      traits: { ruleCatalog.traits(of: $0) }
    ) { module in
      (
        layer: layered.layerName(of: module), isInterface: layered.isInterface(module),
        isTestSupport: layered.isTestSupport(module),
        isOutside: !layered.facts(of: module).isDisjoint(with: [.ignored, .unlayered])
      )
    }
  }
}

/// The options that select a part of the graph.
///
/// Each option narrows the result of the others. `--collapse` and `--reduce` are applied last.
struct GraphSelection: ParsableArguments {
  @Option(
    help: "Draw this module, what it links and what links it. A name or a selector.", )
  var focus: String?

  @Option(help: "How many links to follow from --focus, both ways (default: 1).")
  var depth: Int?

  @Option(
    help: "Draw the modules that this one leads to; with --to, the chains between the two.", )
  var from: String?

  @Option(
    help: "Draw the modules that lead to this one.")
  var to: String?

  @Option(
    help: "Draw all modules that depend on this one, directly or not.")
  var reaches: String?

  @Option(help: "Draw as one node what belongs together.")
  var collapse: GraphView.Grouping?

  @Option(help: "Draw only these links.")
  var only: Only?

  @Flag(help: "Also draw test bundles and test support.")
  var tests = false

  @Flag(help: "Also draw externals. With --packages, packages are drawn without it.")
  var externals = false

  @Flag(help: "Leave out links that chains of other links imply.")
  var reduce = false

  enum Only: String, CaseIterable, ExpressibleByArgument {
    case violations, cycles
  }

  func validate() throws {
    if let depth, depth < 1 { throw ValidationError("--depth must be a number greater than 0") }
    if depth != nil, focus == nil {
      throw ValidationError("--depth says how far to go from --focus, which is not given")
    }
  }

  /// Returns the selected part of `view`; `inside` are the nodes below the given paths, if any.
  ///
  /// `packages` includes packages without other externals.
  func apply(
    to view: GraphView, _ names: ModuleNames, inside: Set<Int>?, packages: Bool
  ) throws(ModuleNames.LookupError) -> GraphView {
    var named: Set<Int> = []
    func nodes(_ text: String?) throws(ModuleNames.LookupError) -> Set<Int>? {
      guard let text else { return nil }
      let nodes = view.nodes(drawing: try names.modules(text))
      named.formUnion(nodes)
      return nodes
    }
    let (centres, starts) = (try nodes(focus), try nodes(from))
    let (ends, reached) = (try nodes(to), try nodes(reaches))
    var part = view.part(
      tests: tests, externals: externals, packages: packages, named: named)
    if let inside { part = part.intersection(view.part(touching: inside)) }
    if let centres { part = part.intersection(view.part(around: centres, depth: depth ?? 1)) }
    if starts != nil || ends != nil {
      part = part.intersection(view.part(from: starts, to: ends))
    }
    if let reached { part = part.intersection(view.part(from: nil, to: reached)) }
    switch only {
    case .violations: part = part.intersection(view.violations())
    case .cycles: part = part.intersection(view.cycles())
    case nil: break
    }
    var drawn = view.keeping(part)
    if let collapse { drawn = drawn.collapsed(by: collapse) }
    return reduce ? drawn.reduced() : drawn
  }
}

extension GraphView {
  func nodes(drawing modules: [ModuleID]) -> Set<Int> {
    let modules = ModuleSet(modules)
    return Set(nodes.indices.filter { nodes[$0].modules.contains(where: modules.contains) })
  }
}

extension GraphView.Grouping: ExpressibleByArgument {}
