import Architecture
import ArgumentParser
import Diagnostics
import Graph
import Loading
import Paths
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
    completion: .file())
  var paths: [String] = []

  @OptionGroup var revision: RevisionOption

  @Option(help: "List the modules of this layer only.")
  var layer: String?

  @Flag(help: "List only modules in no layer.")
  var unassigned = false

  @Flag(help: "List what lies outside instead, with its linkage and how that is known.")
  var externals = false

  @Flag(help: "Write JSON.")
  var json = false

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    if [layer != nil, unassigned, externals].count(where: \.self) > 1 {
      throw ValidationError("--layer, --unassigned and --externals cannot be used together")
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
    let list = view.nodes.filter { isSelected($0, loaded) }
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
  fileprivate func isSelected(external id: ModuleID) -> Bool {
    let graph = workspace.graph
    return place.parts.isEmpty
      || graph.links(to: id).contains { link in
        graph.spec(of: link.from).map { isSelected($0.path) } ?? false
      }
  }
}

extension [GraphView.Node] {
  /// A table of modules; `-` marks an empty cell.
  fileprivate var table: String {
    columns(
      map {
        [$0.name, $0.layer ?? "-", $0.listedType.isEmpty ? "-" : $0.listedType, $0.linkage]
          + [$0.spec ?? ""]
      })
  }

  fileprivate var json: String {
    moduleList(
      map { module in
        .inline([
          "name": .text(module.name), "layer": module.layer.map(JSON.text),
          "type": .text(module.listedType), "linkage": .text(module.linkage),
          "spec": .text(module.spec ?? ""),
        ])
      })
  }
}

extension GraphView.Node {
  fileprivate var listedType: String {
    [GraphView.Role.aggregate, .legacy].first(where: roles.contains)?.rawValue ?? type
  }
}

func moduleList(_ modules: [JSON]) -> String {
  // Incremented when the readers of such lists must change.
  JSON.object(["version": .number(1), "modules": .array(modules)]).printed()
}

struct ExternalList {
  private let graph: ModuleGraph
  private let externals: [ModuleID]

  init(of loaded: LoadedWorkspace, where isSelected: (ModuleID) -> Bool) {
    graph = loaded.workspace.graph
    externals = graph.externals.filter(isSelected)
  }

  var table: String {
    columns(
      externals.map { id in
        let module = graph[id]
        let isAbsent = module.roles.contains(.absentPackage)
        let package = module.package.map { " " + Path.lastComponent($0) } ?? ""
        let type = (module.external?.kind ?? "") + (isAbsent ? ", not there" : package)
        return [graph.shownName(id), type, module.shownLinkage, module.shownFacts]
      })
  }

  var json: String {
    moduleList(
      externals.map { id in
        let module = graph[id]
        return .inline([
          "name": .text(graph.shownName(id)), "type": .text(module.external?.kind ?? ""),
          "package": module.package.map(JSON.text),
          "absent": module.roles.contains(.absentPackage) ? .flag(true) : nil,
          "linkage": .text(module.linkage.rawValue),
          "facts": .array(module.facts.map(Self.json)),
        ])
      })
  }

  private static func json(_ fact: LinkageFact) -> JSON {
    .inline([
      "platforms": .texts(fact.platforms.names), "linkage": .text(fact.linkage.rawValue),
      "source": .text(fact.sourceName), "file": fact.source.path.map(JSON.text),
      "reason": fact.linkage == .unknown ? .text(fact.words) : nil,
    ])
  }
}

extension Module.External {
  fileprivate var kind: String {
    switch self {
    case .file: "file"
    case .carthage: "carthage"
    case .pod: "pod"
    case .sdk: "sdk"
    case .package: "package"
    }
  }
}

extension Module {
  fileprivate var package: String? {
    guard case .package(let identity) = external else { return nil }
    return identity
  }

  fileprivate var shownLinkage: String {
    facts.reduce(into: []) { seen, fact in
      if !seen.contains(fact.linkage.rawValue) { seen.append(fact.linkage.rawValue) }
    }.joined(separator: "/")
  }

  fileprivate var shownFacts: String {
    if facts.count == 1 { return facts[0].words }
    return facts.map { "\($0.platforms.names.joined(separator: ", ")): \($0.words)" }
      .joined(separator: "; ")
  }
}
