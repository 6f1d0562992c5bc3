public import Architecture
internal import Diagnostics
import Graph

/// Reports applications and extensions that do not copy a resource bundle of their code.
///
/// XcodeGen copies a resource bundle into applications and tests only. A library or framework that
/// depends on one copies it only if declared, and `Bundle(url:)` finds nothing at run time.
public enum MissingBundle: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    let bundles = graph.builtModules.filter {
      graph[$0].roles.contains(.resourceBundle) && !layered.isIgnored($0)
    }
    guard !bundles.isEmpty else { return }
    for item in findings.linkage().flatMap({ $0.missing(bundles) }).merged(in: graph) {
      guard let first = item.chain.first, let needing = item.chain.last?.from else { continue }
      let (product, bundle) = (graph.shownName(item.app), graph.shownName(item.item))
      let message: Diagnostic.Message =
        needing == item.app
        ? .dependsOnly(product, bundle)
        : .needs(product, bundle, through: graph.shownName(needing))
      findings.add(
        message.inConfigurations(graph.configurationNames(item.configurations)), link: first,
        about: (item.app, item.item), help: [item.bundleHelp(in: graph)],
        fix: item.bundleChanges(in: graph).map { .init(safe: $0) }, chain: item.chain)
    }
  }
}

extension MissingContent {
  /// Returns the changes that make the product copy the bundle; `nil` if they require a decision.
  fileprivate func bundleChanges(in graph: ModuleGraph) -> [Diagnostic.Fix.Change]? {
    guard let link = graph.ownLink(from: app, to: item, on: platforms) else {
      return graph.bundleEntry(of: item, in: app).changes(of: graph[app])
    }
    return EmbeddingEdit(of: link, on: platforms, in: graph).changes
  }

  fileprivate func bundleHelp(in graph: ModuleGraph) -> Diagnostic.Message {
    graph.advice(.copyResource, of: item, in: app)
      ?? graph.ownLink(from: app, to: item, on: platforms)
      .map { EmbeddingEdit(of: $0, on: platforms, in: graph).advice }
      ?? .add(graph.bundleEntry(of: item, in: app), graph.shownName(app))
  }
}

extension ModuleGraph {
  fileprivate func bundleEntry(of bundle: ModuleID, in product: ModuleID) -> DependencyEntry {
    let entry = embeddingEntry(on: bundle, in: product)
    // Targets of every type copy a bundle that is declared this way.
    return entry.fields.contains { $0.key == "target" }
      ? entry : DependencyEntry(.init("bundle", self[bundle].productFile))
  }
}

extension PlatformLinkage {
  /// Returns the `bundles` that each product lacks, with the first shortest chain to each.
  ///
  /// - Complexity: O(*n* + *m*), and for each product the modules of its process that lead to a
  ///   bundle.
  fileprivate func missing(_ bundles: [ModuleID]) -> [MissingContent] {
    let dependents = ModuleSet(bundles.flatMap { graph.links(to: $0).filter(needs).map(\.from) })
    guard !dependents.isEmpty else { return [] }
    let leads = reaching(dependents, along: .loads)
    return graph.builtModules.flatMap { product -> [MissingContent] in
      let kind = kinds[product]
      guard leads.contains(product), !kind.contains(.isIgnored),
        !kind.isDisjoint(with: [.isApp, .isExtension])
      else { return [] }
      return missing(in: product, leads: leads)
    }
  }

  private func missing(in product: ModuleID, leads: ModuleSet) -> [MissingContent] {
    func isFollowed(_ link: Link) -> Bool {
      does(.loads, link) && leads.contains(link.to)
    }
    let lacking = graph.reachable(from: [product], along: isFollowed)
      .flatMap { graph.links(from: $0) }.filter { needs($0) && !isCopied($0, neededIn: product) }
    let byBundle = Dictionary(grouping: lacking, by: \.to).sorted { $0.key < $1.key }
    return byBundle.compactMap { bundle, links in
      let last = Set(links.map(\.id))
      let chain = graph.shortestPath(from: product, to: bundle) {
        last.contains($0.id) || isFollowed($0)
      }
      return chain.map {
        MissingContent(
          app: product, item: bundle, chain: $0, platforms: [platform],
          configurations: configurations)
      }
    }
  }

  private func needs(_ link: Link) -> Bool {
    let (from, to) = (graph[link.from], graph[link.to])
    return to.roles.contains(.resourceBundle) && !link.flags.contains(.derived)
      && !kinds[link.from].union(kinds[link.to]).contains(.isIgnored)
      && link.platforms.intersection(from.platforms).intersection(to.platforms).contains(platform)
  }

  /// Whether the product copies the bundle of a link, or the dependent framework does, or a
  /// framework that absorbs the dependent static module.
  private func isCopied(_ link: Link, neededIn product: ModuleID) -> Bool {
    let copying = graph.links(to: link.to).filter(copies).map(\.from)
    if copying.contains(product) { return true }
    let frameworks = copying.filter {
      kinds[$0].contains(.isDynamic) && graph[$0].type.isFramework
    }
    if frameworks.contains(link.from) { return true }
    guard kinds[link.from].contains(.isStatic), !frameworks.isEmpty else { return false }
    let loaded = reachable(from: [product], along: .loads)
    return graph.reachable(from: frameworks.filter(loaded.contains)) {
      does(.absorbs, $0)
    }.contains(link.from)
  }

  private func copies(_ link: Link) -> Bool {
    link.isCopying
      && link.platforms.intersection(graph[link.from].platforms).contains(platform)
  }
}

extension Link {
  var isCopying: Bool { !flags.isDisjoint(with: [.embedded, .copied]) }
}

extension Diagnostic.Message {
  fileprivate static func dependsOnly(_ product: String, _ bundle: String) -> Self {
    "'\(product)' depends on the bundle '\(bundle)' and does not copy it"
  }

  fileprivate static func needs(
    _ product: String, _ bundle: String, through needing: String
  ) -> Self {
    "'\(product)' does not copy the bundle '\(bundle)', which '\(needing)' depends on"
  }
}
