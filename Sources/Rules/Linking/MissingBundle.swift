public import Architecture
public import Diagnostics
import Graph

/// An application or extension does not copy a resource bundle that its code needs.
///
/// XcodeGen copies a resource bundle into applications and tests only. A library or framework that depends on
/// one copies nothing unless told to, and `Bundle(url:)` finds nothing at run time.
public struct MissingBundle: Rule {
  public static let id: RuleID = "missing-bundle"
  public static let summary = "an app or extension does not copy a resource bundle its code needs"

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    let bundles = graph.builtModules.filter {
      graph[$0].roles.contains(.resourceBundle) && !layered.isIgnored($0)
    }
    guard !bundles.isEmpty else { return }
    let missing = layered.linkage
      .flatMap { $0.missing(bundles) }
      .sorted { ($0.product, $0.bundle) < ($1.product, $1.bundle) }
    // The views of several platforms, and variants for them, miss the same bundles.
    var seen: Set<[String]> = []
    for item in missing {
      let (product, bundle) = (graph.shownName(item.product), graph.shownName(item.bundle))
      guard seen.insert([product, bundle]).inserted, let first = item.chain.first,
        let last = item.chain.last
      else { continue }
      let needing = last.from
      findings.add(
        needing == item.product
          ? .dependsOnly(product, bundle)
          : .needs(product, bundle, through: graph.shownName(needing)),
        link: first, about: (item.product, item.bundle), help: item.help(in: graph),
        chain: item.chain)
    }
  }
}

/// A resource bundle that an application or extension does not copy.
private struct MissingResources {
  /// The application or extension.
  var product: ModuleID
  var bundle: ModuleID
  /// The links to what depends on the bundle, and its dependency.
  var chain: [Link]

  /// The line to add or to change, in the product or in the framework whose code needs the bundle.
  func help(in graph: ModuleGraph) -> [Diagnostic.Message] {
    let (name, productName) = (graph.shownName(bundle), graph.shownName(product))
    let own = graph.links(from: product).first {
      $0.to == bundle && !$0.flags.contains(.derived)
    }
    var help: [Diagnostic.Message] = []
    switch own {
    case nil: help = [.add(graph.bundleEntry(of: bundle, in: product), productName)]
    case .some(let link) where link.flags.contains(.embedded):
      help = [.widenFilter(name, productName)]
    case .some(let link) where link.flags.contains(.declaredUnembedded):
      let isExtension = !graph[product].roles.contains(.app)
      help = [
        isExtension ? .embedInstead(name, productName) : .dropEmbedFalse(name, productName)
      ]
    case .some: help = [.declareEmbed(name, productName)]
    }
    guard let needing = chain.last?.from else { return help }
    if needing != product, graph[needing].linkage == .dynamic, graph[needing].type.isFramework {
      help.append(.copyInFramework(name, graph.shownName(needing)))
    }
    return help
  }
}

extension ModuleGraph {
  /// A dependency that copies the resource bundle `bundle` into `product`.
  fileprivate func bundleEntry(of bundle: ModuleID, in product: ModuleID) -> DependencyEntry {
    let entry = dependencyEntry(on: bundle, in: product)
    guard entry.line.hasPrefix("- target: ") else {
      // Every type copies a bundle that is named so.
      return DependencyEntry(line: "- bundle: \(self[bundle].productFile)")
    }
    guard !self[product].roles.contains(.app) else { return entry }
    return DependencyEntry(
      line: "- { \(entry.line.dropFirst(2)), embed: true }", reference: entry.reference)
  }
}

extension PlatformLinkage {
  /// Which of `bundles` each application and extension misses, by the first shortest chain to each.
  ///
  /// - Complexity: O(*n* + *m*), and for each product the modules of its process that lead to a bundle.
  fileprivate func missing(_ bundles: [ModuleID]) -> [MissingResources] {
    let dependents = ModuleSet(bundles.flatMap { graph.links(to: $0).filter(needs).map(\.from) })
    guard !dependents.isEmpty else { return [] }
    let leads = graph.reaching(dependents) { use(of: $0).contains(.loads) }
    return graph.builtModules.flatMap { product -> [MissingResources] in
      let kind = kind(of: product)
      guard leads.contains(product), !kind.contains(.isIgnored),
        !kind.isDisjoint(with: [.isApp, .isExtension])
      else { return [] }
      return missing(in: product, leads: leads)
    }
  }

  private func missing(in product: ModuleID, leads: ModuleSet) -> [MissingResources] {
    var found: [MissingResources] = []
    var settled: Set<ModuleID> = []
    var arrival: [ModuleID: Link] = [:]
    var queue = [product]
    var next = 0
    while next < queue.count {
      for link in graph.links(from: queue[next]) {
        if needs(link), !settled.contains(link.to), !isCopied(link, neededIn: product) {
          settled.insert(link.to)
          let chain = sequence(first: link) { arrival[$0.from] }.reversed()
          found.append(MissingResources(product: product, bundle: link.to, chain: Array(chain)))
        }
        guard use(of: link).contains(.loads), leads.contains(link.to), link.to != product,
          arrival[link.to] == nil
        else { continue }
        arrival[link.to] = link
        queue.append(link.to)
      }
      next += 1
    }
    return found
  }

  /// Whether the link is a dependency on a resource bundle of this platform.
  private func needs(_ link: Link) -> Bool {
    let (from, to) = (graph[link.from], graph[link.to])
    return to.roles.contains(.resourceBundle) && !link.flags.contains(.derived)
      && kind(of: link.from).union(kind(of: link.to)).isDisjoint(with: .isIgnored)
      && link.platforms.intersection(from.platforms).intersection(to.platforms).contains(platform)
  }

  /// Whether `product` copies the bundle of a link, or the dynamic framework that depends on it, or, where a
  /// static module does, one that takes it in.
  private func isCopied(_ link: Link, neededIn product: ModuleID) -> Bool {
    let copying = graph.links(to: link.to).filter(copies).map(\.from)
    if copying.contains(product) { return true }
    let frameworks = copying.filter {
      kind(of: $0).contains(.isDynamic) && graph[$0].type.isFramework
    }
    if frameworks.contains(link.from) { return true }
    guard kind(of: link.from).contains(.isStatic), !frameworks.isEmpty else { return false }
    let loaded = graph.reachable(from: [product]) { use(of: $0).contains(.loads) }
    return graph.reachable(from: frameworks.filter(loaded.contains)) {
      use(of: $0).contains(.absorbs)
    }.contains(link.from)
  }

  private func copies(_ link: Link) -> Bool {
    !link.flags.isDisjoint(with: [.embedded, .copied])
      && link.platforms.intersection(graph[link.from].platforms).contains(platform)
  }
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

  fileprivate static func add(_ entry: DependencyEntry, _ product: String) -> Self {
    "add to '\(product)': `\(entry.line)`\(entry.suffix)"
  }

  fileprivate static func declareEmbed(_ bundle: String, _ product: String) -> Self {
    "declare `embed: true` in the dependency of '\(product)' on '\(bundle)'"
  }

  fileprivate static func dropEmbedFalse(_ bundle: String, _ product: String) -> Self {
    "drop `embed: false` from the dependency of '\(product)' on '\(bundle)'"
  }

  fileprivate static func embedInstead(_ bundle: String, _ product: String) -> Self {
    "write `embed: true` in the dependency of '\(product)' on '\(bundle)'"
  }

  fileprivate static func widenFilter(_ bundle: String, _ product: String) -> Self {
    "let the dependency of '\(product)' on '\(bundle)' hold on all platforms of '\(product)'"
  }

  fileprivate static func copyInFramework(_ bundle: String, _ framework: String) -> Self {
    "or declare `embed: true` in the dependency of '\(framework)' on '\(bundle)'"
  }
}
