import Architecture
import ArgumentParser
import Diagnostics
import Graph
import Loading
import Owners
import Paths
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

  @Argument(help: "The module to explain, or the one that depends.")
  var module: String

  @Argument(help: "The module that it depends on.")
  var other: String?

  @OptionGroup var place: PathOption

  @Flag(help: "Print all chains, shortest first, not only one; at most \(mostChains).")
  var all = false

  /// The maximum number of chains with `--all`; their number grows exponentially.
  private static let mostChains = 1_000

  @OptionGroup var answer: AnswerOptions

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    if all, other == nil {
      throw ValidationError("--all is about the chains between two modules")
    }
  }

  func run() throws {
    var loaded = try LoadedWorkspace(place.paths, options.loading, needsRules: false)
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
    let most = all ? Self.mostChains : 1
    // One more chain shows whether there are others.
    let paths = view.chains(from: starts, to: ends, limit: all ? most + 1 : 1)
    let chains = Chains(
      from: start, to: end, paths: Array(paths.prefix(most)),
      isComplete: all ? paths.count <= most : paths.isEmpty)
    if answer.json { return chains.json(of: view) }
    return chains.text(of: view, style: answer.style)
  }

  private func text(
    of report: ModuleReport, _ view: GraphView, _ loaded: LoadedWorkspace
  ) -> String {
    answer.json
      ? report.json(of: view, sources: loaded.sources)
      : report.text(of: view, sources: loaded.sources, style: answer.style)
  }
}

extension LoadedWorkspace {
  func report(of variants: [ModuleID], in view: GraphView, _ outcome: LintResult) -> ModuleReport {
    let layered = outcome.graph
    let graph = layered.graph
    let node = view.nodes(drawing: variants).min() ?? 0
    var facts: [ModuleReport.Fact] = []
    if let first = variants.first {
      facts = placement(of: first, layered) + kind(of: view.nodes[node], first, graph)
    }
    let owners = variants.flatMap { layered.images(absorbing: $0) }
    let name = view.nodes[node].name
    facts += outcome.summary.gaps.filter { $0.concerns(variants, name, graph) }
      .map { .init("note", $0.why) }
    let findings = outcome.findings.filter { finding in
      let subject = finding.subject
      return subject.from == name || subject.to == name || subject.owners.contains(name)
    }
    let shown = withoutHiddenPlaces(findings)
    let codeOwners = codeOwners
    return ModuleReport(
      node: node, facts: facts, absorbedBy: distinct(owners.map { graph.shownName($0) }),
      codeOwners: variants.first.flatMap { codeOwners?.owners(of: $0, in: graph) } ?? [],
      findings: codeOwners?.named(in: shown, of: graph, sources: sources) ?? shown)
  }

  private func placement(of module: ModuleID, _ layered: LayeredGraph) -> [ModuleReport.Fact] {
    var facts = layered.reasons(for: module).map { reason in
      var fact = ModuleReport.Fact(reason.fact.name, reason.fact.value)
      if case .layer(let layer) = reason.fact {
        fact.reason = "\(reason.pattern.map { "by '\($0)'" } ?? "under a folder named '\(layer)'")"
      } else {
        fact.reason = reason.pattern.map { "by '\($0)'" }
      }
      if let folder = reason.folder, !layered.graph[module].folders.isEmpty {
        fact.reason = [fact.reason, folder.words].compactMap(\.self).joined(separator: " ")
      }
      stateRule(of: &fact, at: reason.location)
      return fact
    }
    let hasLayer = !layered.layers(matching: module).isEmpty
    if !hasLayer, !configuration.layers.isEmpty, layered.graph[module].external == nil {
      let folder = layered.graph.folder(of: module).map { $0.basis == .spec ? "" : " " + $0.words }
      facts.insert(
        ModuleReport.Fact("layer", "none", because: "no layer matches it" + (folder ?? "")), at: 0)
    }
    return facts
  }

  private func kind(
    of node: GraphView.Node, _ module: ModuleID, _ graph: ModuleGraph
  ) -> [ModuleReport.Fact] {
    let location = graph[module].location
    let (file, line) = (sources[location.file], Int(location.start.line))
    var facts: [ModuleReport.Fact] = []
    if let external = graph[module].external {
      let folder = graph.folder(of: module)?.path ?? ""
      facts.append(
        graph[module].roles.contains(.wholePackage)
          ? .init("kind", "package \(folder)", file: file, line: line)
          : .init(
            "kind", external.text, because: "first named here", file: file, line: line))
    } else {
      let type = node.type.isEmpty ? "target" : node.type
      let platforms = node.platforms.isEmpty ? "" : " for \(node.platforms.joined(separator: ", "))"
      facts.append(.init("kind", type + platforms, file: file, line: line))
      if let project = node.project {
        facts.append(.init(graph[module].packageTarget == nil ? "project" : "package", project))
      }
      if graph[module].packageTarget != nil, let folder = graph.folder(of: module)?.path {
        facts.append(.init("folder", folder.isEmpty ? "the root" : folder))
      }
    }
    return facts + linkage(of: graph[module])
  }

  /// Returns the linkage and its reason, with a fact for each platform that differs.
  private func linkage(of module: Module) -> [ModuleReport.Fact] {
    guard module.external != nil || module.packageTarget == .library else {
      guard module.linkage != .none else { return [] }
      let isStatic = module.type == .staticFramework || module.type == .staticLibrary
      let reason =
        module.linkage == (isStatic ? .static : .dynamic)
        ? "as its type says"
        : module.linkage == .unknown ? "MACH_O_TYPE cannot be determined" : "by MACH_O_TYPE"
      return [ModuleReport.Fact("linkage", module.linkage.rawValue, because: reason)]
    }
    return module.facts.map { known in
      var fact = ModuleReport.Fact("linkage", known.linkage.rawValue, because: known.words)
      if module.facts.count > 1 {
        fact.value += " on \(known.platforms.names.joined(separator: ", "))"
      }
      if known.source == .configuration,
        let place = configuration.external(named: module.name)?.pattern.location
      {
        stateRule(of: &fact, at: place)
      }
      return fact
    }
  }

  /// Adds the location in rules.yml to a fact, unless that is no file of the workspace.
  private func stateRule(of fact: inout ModuleReport.Fact, at place: SourceRange) {
    guard !hiddenFiles.contains(place.file) else { return }
    (fact.file, fact.line) = (sources[place.file], Int(place.start.line))
  }
}

extension Gap {
  fileprivate func concerns(_ variants: [ModuleID], _ name: String, _ graph: ModuleGraph) -> Bool {
    if kind.noun == "target" { return self.name == name }
    return variants.contains { module in
      graph.spec(of: module)?.path == self.name
        || graph[module].external == .package(identity: self.name)
    }
  }
}

extension LayeredGraph.Reason.Fact {
  fileprivate var name: String {
    switch self {
    case .layer: "layer"
    case .slice: "slice"
    case .interface, .testSupport, .ignored: "role"
    case .tag: "tag"
    }
  }

  fileprivate var value: String {
    switch self {
    case .layer(let name), .slice(let name), .tag(let name): name
    case .interface: "interface"
    case .testSupport: "test support"
    case .ignored: "ignored"
    }
  }
}

extension ModuleFolder {
  /// The folder of the module and the reason for it, in parentheses.
  fileprivate var words: String {
    let place = path.isEmpty ? "the root" : path
    return switch basis {
    case .sources: "(sources in \(place))"
    case .includedFile: "(written in \(place))"
    case .package: "(package in \(place))"
    case .spec: "(spec in \(place))"
    }
  }
}

extension Module.External {
  fileprivate var text: String {
    switch self {
    case .file(let path) where Path.parent(path).hasSuffix(".xcodeproj"):
      "target of \(Path.parent(path))"
    case .file(let path): "binary \(path)"
    case .carthage: "Carthage dependency"
    case .pod: "pod"
    case .sdk: "part of the system"
    case .package(let identity): "product of the package \(identity)"
    }
  }
}

private func distinct(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  return names.filter { seen.insert($0).inserted }
}
