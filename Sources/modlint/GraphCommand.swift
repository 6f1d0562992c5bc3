import ArgumentParser
import Diagnostics
import Graph
import Report
import Rules
import Workspace

/// The formats of `modlint graph`.
enum GraphFormat: String, CaseIterable {
  case dot, json
}

/// `modlint graph`.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Write the module graph, for Graphviz or as JSON.",
    discussion: "With a path, the modules below it and the far ends of their links.")

  @Argument(help: "What to draw. The whole workspace is read whatever is asked for.")
  var path: String?

  @OptionGroup var options: WorkspaceOptions

  @Option(help: "How to write the graph: dot, json.")
  var format: GraphFormat?

  @Flag(help: "Short for --format dot.")
  var dot = false

  @Flag(help: "Draw test bundles and test support as well.")
  var tests = false

  @Flag(help: "Draw what no specification builds as well.")
  var externals = false

  func validate() throws {
    if dot, let format, format != .dot {
      throw ValidationError("--dot and --format \(format.rawValue) ask for two formats")
    }
  }

  func run() throws {
    var loaded = try LoadedWorkspace(path.map { [$0] } ?? [], options, needsRules: false)
    let workspace = loaded.workspace
    try loaded.requireSpecs()
    let outcome = try loaded.check(on: .today)
    var view = GraphView(
      of: workspace.graph, sources: workspace.sources,
      layers: loaded.configuration.layers.map(\.name), findings: outcome.findings,
      options: .init(includeTests: tests, includeExternals: externals)
    ) { module in
      .init(
        layer: outcome.graph.layerName(of: module),
        isInterface: outcome.graph.isInterface(module),
        isTestSupport: outcome.graph.isTestSupport(module))
    }
    if !loaded.place.parts.isEmpty {
      view = view.withNeighbours { loaded.isAskedFor($0.spec ?? "") }
    }
    var text = ""
    switch format ?? .dot {
    case .dot: DOTWriter().write(view, to: &text)
    case .json: GraphJSONWriter().write(view, to: &text)
    }
    Terminal.write(text)
  }
}

extension GraphView {
  /// The nodes that `isInside` accepts, their links, and the far ends of these.
  fileprivate func withNeighbours(_ isInside: (Node) -> Bool) -> GraphView {
    var view = self
    var isKept = nodes.map(isInside)
    view.edges = edges.filter { isKept[$0.from] || isKept[$0.to] }
    for edge in view.edges {
      isKept[edge.from] = true
      isKept[edge.to] = true
    }
    return view.keeping { isKept[$0] }
  }
}

extension GraphFormat: ExpressibleByArgument {}
