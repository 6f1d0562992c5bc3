public import Architecture
internal import Diagnostics
import Graph
internal import Text

/// Reports applications that do not embed a dynamic framework that they need at launch.
///
/// Frameworks do not embed their dependencies: the application must, or the loader stops it with
/// "Library not loaded". The build does not notice.
public enum MissingEmbed: Rule {
  /// The number of missing frameworks above which an application that embeds none is one finding.
  private static let mostFindings = 8

  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let mustBeEmbedded = layered.mustBeEmbedded()
    guard !mustBeEmbedded.isEmpty else { return }
    var copied = CopiedFrameworks(layered)
    let views = findings.linkage()
    reportMerged(views, layered, &findings)
    let candidates = views.flatMap { $0.missing(of: mustBeEmbedded) }
    copied.look(for: candidates)
    // `undeclared-import` reports undeclared imports of the application itself.
    var missing = candidates.filter { item in
      !(item.chain.count == 1 && item.chain[0].isImport) && !copied.hold(item)
    }
    guard !missing.isEmpty else { return }
    missing.nameCauses(views, layered)
    let byApplication = missing.merged(in: layered.graph).map { [$0] }.merged {
      layered.graph.shownName($0[0].app)
    } merging: {
      $0 += $1
    }
    for items in byApplication {
      if items.count > Self.mostFindings, copied.isEmpty(inAppsOf: items) {
        report(all: items, layered, views, &findings)
      } else {
        for item in items { report(item, layered, views, &findings) }
      }
    }
  }

  private static func reportMerged(
    _ views: [PlatformLinkage], _ layered: LayeredGraph, _ findings: inout Findings
  ) {
    let graph = layered.graph
    let found = views.flatMap { $0.mergedLibraries() }.merged {
      $0.names(in: graph)
    } merging: {
      $0.configurations.formUnion($1.configurations)
    }
    for merged in found { merged.add(to: &findings, graph) }
  }

  private static func report(
    _ item: MissingContent, _ layered: LayeredGraph, _ views: [PlatformLinkage],
    _ findings: inout Findings
  ) {
    let graph = layered.graph
    guard let first = item.chain.first, let last = item.chain.last else { return }
    let (app, framework) = (graph.shownName(item.app), graph.shownName(item.item))
    let needing = last.from
    let own = graph.ownLink(from: item.app, to: item.item, on: item.platforms)
    let message: Diagnostic.Message =
      if let own, own.flags.contains(.embedsNoProduct) {
        .embedsFile(app, framework, graph[item.item].productFile)
      } else if needing == item.app {
        .linksOnly(app, framework)
      } else {
        .needs(app, framework, through: graph.shownName(needing), last.verb)
      }
    let mayLink = views.mayLink([item.item], in: item.app)
    let repair = item.repair(in: graph, mayLink: mayLink)
    findings.add(
      message.inConfigurations(graph.configurationNames(item.configurations)), link: first,
      about: (item.app, item.item),
      help: repair.map { [$0.help] } ?? [], fix: repair?.changes.map { .init(safe: $0) },
      chain: item.chain, causes: item.causes)
  }

  private static func report(
    all items: [MissingContent], _ layered: LayeredGraph, _ views: [PlatformLinkage],
    _ findings: inout Findings
  ) {
    guard let first = items.first else { return }
    let graph = layered.graph
    let names = items.map { "'\(graph.shownName($0.item))'" }
    let sets = Set(items.map(\.configurations))
    // The other frameworks get the same entry.
    let mayLink = Dictionary(grouping: items, by: \.app).allSatisfy { app, items in
      views.mayLink(items.map(\.item), in: app)
    }
    let repairs = items.map { $0.repair(in: graph, mayLink: mayLink) }
    let changes = repairs.compactMap { $0?.changes }
    let message = Diagnostic.Message.embedsNothing(graph.shownName(first.app), items.count)
    findings.add(
      message.inConfigurations(
        sets.count == 1 ? graph.configurationNames(first.configurations) : []),
      module: first.app,
      notes: [.init(.notEmbedded(names))],
      help: repairs[0].map { [.likewise($0.help, items.count - 1)] } ?? [],
      fix: changes.count == items.count ? .init(safe: changes.flatMap(\.self)) : nil,
      causes: items.allSatisfy { !$0.causes.isEmpty } ? first.causes : [])
  }
}

extension LayeredGraph {
  /// Returns the modules that an application must embed itself if they are dynamic.
  fileprivate func mustBeEmbedded() -> ModuleSet {
    ModuleSet(
      graph.modules.filter { module in
        switch graph[module].external {
        // Xcode embeds the products of packages.
        case nil: graph[module].packageTarget == nil
        case .file, .carthage:
          !(configuration.external(named: graph[module].name)?.isEmbedded ?? false)
        // CocoaPods embeds its frameworks.
        case .pod, .sdk, .package: false
        }
      })
  }
}

/// The frameworks that applications and targets inside them embed without a dependency: those among
/// their sources, and those that scripts copy.
private struct CopiedFrameworks {
  private let layered: LayeredGraph
  private var names: [ModuleID: Set<String>] = [:]

  init(_ layered: LayeredGraph) { self.layered = layered }

  /// Finds the frameworks that modules copy, with one search per spec.
  mutating func look(for items: [MissingContent]) {
    guard let find = layered.reading.copiedFrameworks else { return }
    let graph = layered.graph
    let own = Set(items.flatMap(places)).filter { graph[$0].spec >= 0 }
    let targets = Dictionary(grouping: own) { Int(graph[$0].spec) }
    let found = find(targets.mapValues { Set($0.map { graph[$0].name }) })
    for module in own {
      if let copied = found[Int(graph[module].spec)]?[graph[module].name], !copied.isEmpty {
        names[module] = copied
      }
    }
  }

  func hold(_ item: MissingContent) -> Bool {
    guard !names.isEmpty else { return false }
    let name = layered.graph[item.item].productName
    return places(of: item).contains { names[$0]?.contains(name) ?? false }
  }

  /// Returns the modules that may embed the missing framework: the application and those around it,
  /// and on the chain the targets inside the application and the frameworks.
  private func places(of item: MissingContent) -> [ModuleID] {
    let graph = layered.graph
    let inside = item.chain.dropLast().map(\.to).filter {
      graph[$0].roles.contains(.executable) || graph[$0].isDynamicSomewhere
    }
    let around = graph.links(to: item.app)
      .filter { $0.flags.contains(.embedded) && graph[$0.from].roles.contains(.app) }.map(\.from)
    return [item.app] + inside + around
  }

  /// Whether none of the applications that lack `items` embeds a dynamic framework.
  func isEmpty(inAppsOf items: [MissingContent]) -> Bool {
    let graph = layered.graph
    return Set(items.map(\.app)).allSatisfy { app in
      let embedsNone = graph.links(from: app).allSatisfy { link in
        !link.flags.contains(.embedded) || !link.isPlaced
          || !graph[link.to].isDynamicSomewhere
      }
      return embedsNone && names[app]?.isEmpty ?? true
    }
  }
}

extension Module {
  var isDynamicSomewhere: Bool {
    linkage == .dynamic || configuredLinkages.contains { $0.value == .dynamic }
  }
}

extension Diagnostic.Message {
  fileprivate static func linksOnly(_ app: String, _ framework: String) -> Self {
    "'\(app)' links '\(framework)' and does not embed it"
  }

  fileprivate static func embedsFile(_ app: String, _ framework: String, _ file: String) -> Self {
    "'\(app)' embeds a file '\(file)' beside its spec, where there is none, instead of '\(framework)'"
  }

  fileprivate static func needs(
    _ app: String, _ framework: String, through needing: String, _ verb: String
  ) -> Self {
    "'\(app)' does not embed '\(framework)', which '\(needing)' \(verb)"
  }

  fileprivate static func embedsNothing(_ app: String, _ count: Int) -> Self {
    "'\(app)' embeds no dynamic framework and needs \(count) of them at launch"
  }

  fileprivate static func notEmbedded(_ names: [String]) -> Self {
    "it does not embed \(names.joinedByAnd)"
  }

  fileprivate static func likewise(_ first: Self, _ count: Int) -> Self {
    "\(first.text), and embed the other \(count) in the same way"
  }
}
