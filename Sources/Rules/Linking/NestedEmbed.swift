public import Architecture
internal import Diagnostics
import Graph
internal import Text

/// Reports extensions and frameworks that embed a framework, which the App Store rejects.
///
/// On iOS, tvOS, watchOS and visionOS only an application may have a `Frameworks` folder.
public enum NestedEmbed: Rule {
  private static let judged: PlatformSet = [.iOS, .tvOS, .watchOS, .visionOS]

  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    for link in graph.links where link.flags.contains(.embedded) {
      let platforms = link.platforms.intersection(graph[link.from].platforms)
        .intersection(Self.judged)
      guard !platforms.isEmpty, graph.mayHoldNoFrameworks(link.from),
        graph.copiesFramework(link), !layered.isIgnored(link.from), !layered.isIgnored(link.to)
      else { continue }
      let (from, to) = (graph.shownName(link.from), graph.shownName(link.to))
      let isExtension = graph[link.from].roles.contains(.appExtension)
      let configurations = isExtension ? .all : graph[link.from].dynamicConfigurations
      let message = Diagnostic.Message.embeds(from, to, isExtension: isExtension)
      let unembed = graph.advice(.unembed, of: link.to, in: link.from) ?? .dropEmbed(to, from)
      let move = EmbeddingApps(layered: layered, views: findings.linkage()).move(link)
      findings.add(
        message.inConfigurations(graph.configurationNames(configurations)), link: link,
        help: move.map { [.steps([unembed] + $0.steps)] } ?? [], fix: move?.fix)
    }
  }
}

extension Module {
  /// The configurations in which the module is dynamic; all if its linkage does not vary.
  fileprivate var dynamicConfigurations: ConfigurationSet {
    guard !configuredLinkages.isEmpty else { return .all }
    return configuredLinkages.filter { $0.value == .dynamic }
      .reduce(into: ConfigurationSet()) { $0.formUnion($1.configurations) }
  }

  fileprivate var hasKnownLinkage: Bool {
    let configured = configuredLinkages.map(\.value)
    return (configured.isEmpty ? [linkage] : configured).allSatisfy {
      $0 == .dynamic || $0 == .static
    }
  }
}

extension ModuleGraph {
  /// Whether a module is an extension or dynamic framework, except WatchKit extensions, which
  /// contain the frameworks of their app.
  fileprivate func mayHoldNoFrameworks(_ module: ModuleID) -> Bool {
    if self[module].roles.contains(.appExtension) { return self[module].type != .watch2Extension }
    return self[module].type.isFramework && self[module].isDynamicSomewhere
  }

  /// Whether an embedding link copies to a `Frameworks` folder.
  fileprivate func copiesFramework(_ link: Link) -> Bool {
    // A module that cannot be linked is not a framework; unknown linkage is not judged.
    guard link.isPlaced, self[link.to].hasKnownLinkage else { return false }
    let type = self[link.to].type
    switch link.kind {
    // XcodeGen copies a library that is declared as a target to the resources.
    case .target:
      return type.isFramework || type == .xcFramework || link.flags.contains(.copied)
    case .framework, .carthage, .package: return true
    // Frameworks of the system cannot be copied.
    case .sdk, .plugin, .bundle, .pod, .linkerFlag, .import: return false
    }
  }
}

/// Finds the applications that should embed the frameworks embedded inside them.
private struct EmbeddingApps {
  let layered: LayeredGraph
  let views: [PlatformLinkage]

  /// Returns the steps and the fix that move the embedding to the applications around the source of
  /// `link`; no step if all embed the framework already.
  func move(_ link: Link) -> (steps: [Diagnostic.Message], fix: Diagnostic.Fix?)? {
    let graph = layered.graph
    // The copy in the application has no binary.
    if graph.isLinkedByMergingApp(link.to) { return nil }
    let platforms = link.platforms.intersection(graph[link.from].platforms)
    let apps = appsWithout(link, on: platforms)
    let mayLink = apps.allSatisfy { views.mayLink([link.to], in: $0) }
    let repairs = apps.compactMap { app in
      MissingContent(app: app, item: link.to, chain: [link], platforms: platforms)
        .repair(in: graph, mayLink: mayLink)
    }
    guard repairs.count == apps.count else { return nil }
    let names = Set(apps.map { graph.shownName($0) })
    var fix: Diagnostic.Fix?
    let changes = repairs.compactMap(\.changes)
    if link.flags.isDisjoint(with: [.copied, .derived]), changes.count == apps.count {
      fix = .init(
        safe: [.removeKey("embed", ofDependency: link.location)] + changes.joined(),
        of: apps.map { graph.shownName($0) })
    }
    guard !apps.isEmpty else { return ([], fix) }
    // A new entry shows more than a changed one, such as `link: false`.
    let shown =
      apps.firstIndex { app in !graph.links(from: app).contains { $0.to == link.to } } ?? 0
    let others = names.subtracting([graph.shownName(apps[shown])]).sorted { $0.precedes($1) }
    return ([.embedInApp(repairs[shown].help, others)], fix)
  }

  private func appsWithout(_ link: Link, on platforms: PlatformSet) -> [ModuleID] {
    let graph = layered.graph
    // The code of an archive is in its dependents.
    guard graph[link.to].isDynamicSomewhere else { return [] }
    return applications(around: link.from).filter { app in
      !graph.links(from: app).contains { own in
        own.to == link.to && own.flags.contains(.embedded) && own.isPlaced
          && own.platforms.isSuperset(of: platforms.intersection(graph[app].platforms))
      }
    }
  }

  /// Returns the applications that contain an extension or framework, or that load a framework,
  /// directly or in an extension, in order.
  private func applications(around module: ModuleID) -> [ModuleID] {
    let graph = layered.graph
    func isApp(_ id: ModuleID) -> Bool {
      graph[id].roles.contains(.app) && !layered.isIgnored(id)
    }
    var apps: Set<ModuleID> = []
    for view in views {
      let around = graph.reaching([module]) { link in
        !view.uses[link.id].isDisjoint(with: [.loads, .embeds]) && !isApp(link.to)
      }
      apps.formUnion(around.filter(isApp))
    }
    return apps.sorted()
  }
}

extension Diagnostic.Message {
  fileprivate static func embeds(_ from: String, _ to: String, isExtension: Bool) -> Self {
    """
    '\(from)' embeds '\(to)', but the App Store rejects frameworks inside \
    \(isExtension ? "an extension" : "a framework")
    """
  }

  /// Returns steps that must all be taken as one sentence.
  fileprivate static func steps(_ steps: [Self]) -> Self {
    Self(steps.map(\.text).joined(separator: ", and "))
  }

  fileprivate static func dropEmbed(_ to: String, _ from: String) -> Self {
    "drop `embed: true` from the dependency of '\(from)' on '\(to)'"
  }

  fileprivate static func embedInApp(_ entry: Diagnostic.Message, _ others: [String]) -> Self {
    guard !others.isEmpty else { return "embed it in the application instead: \(entry.text)" }
    let names = others.quoted.joinedByAnd
    return "embed it in the applications instead: \(entry.text), and in the same way to \(names)"
  }
}
