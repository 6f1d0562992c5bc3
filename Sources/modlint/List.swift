import Architecture
import ArgumentParser
import Diagnostics
import Graph
import Loading
import Report
import Text
import Workspace

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "List the modules: name, layer, type, linkage, and the spec, package or Xcode project.")

  @Argument(
    help: "Files or folders whose modules to list. The whole workspace is always read.",
    completion: .path)
  var paths: [String] = []

  @OptionGroup var revision: RevisionOption

  @Option(help: "List the modules of this layer only.", completion: .layer)
  var layer: String?

  @Flag(help: "List only modules in no layer.")
  var unassigned = false

  @Flag(
    help: """
      List what lies outside the repository instead, with its linkage and how that is known.
      """)
  var externals = false

  @Flag(help: "Write JSON.")
  var json = false

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    let given = [
      ("--layer", layer != nil), ("--unassigned", unassigned), ("--externals", externals),
    ]
    .filter(\.1).map(\.0)
    if given.count > 1 {
      throw ValidationError("\(given[0]) and \(given[1]) cannot be used together")
    }
  }

  func run() throws {
    let loaded = try LoadedWorkspace(paths, options.loading, needsRules: false, of: revision.state)
    if loaded.workspace.graph.specs.isEmpty { try loaded.requireReadableSpecs() }
    let layers = loaded.configuration.layers.map(\.name)
    if let layer, !layers.contains(layer) {
      throw Failure("unknown layer '\(layer)'" + Self.advice(on: layer, layers), isUsage: true)
    }
    if externals {
      let list = ExternalList(of: loaded, where: loaded.isSelected(external:))
      return Terminal.write(json ? list.json : list.table)
    }
    let view = GraphView(
      of: LayeredGraph(loaded.workspace.graph, configuration: loaded.configuration),
      sources: loaded.sources)
    let list = ModuleList(modules: view.nodes.filter { isSelected($0, loaded) })
    Terminal.write(json ? list.json : list.table)
    loaded.noteBrokenSpecs()
  }

  private static func advice(on layer: String, _ layers: [String]) -> String {
    if layers.isEmpty { return ": rules.yml names no layers" }
    if let nearest = layers.nearest(to: layer) { return "; did you mean '\(nearest)'?" }
    return "; the layers are \(layers.map { "'\($0)'" }.joined(separator: ", "))"
  }

  private func isSelected(_ module: GraphView.Node, _ loaded: LoadedWorkspace) -> Bool {
    if module.isExternal { return false }
    if let layer, module.layer != layer { return false }
    if unassigned, module.layer != nil || module.isOutside { return false }
    return loaded.isSelected(module.spec ?? "")
  }
}

extension LoadedWorkspace {
  /// Whether a spec below the given paths links it.
  fileprivate func isSelected(external id: ModuleID) -> Bool {
    let graph = workspace.graph
    return place.parts.isEmpty
      || graph.links(to: id).contains { link in
        graph.spec(of: link.from).map { isSelected($0.path) } ?? false
      }
  }
}
