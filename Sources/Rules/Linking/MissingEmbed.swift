public import Diagnostics
import Graph

/// An application does not embed a dynamic framework that it needs at launch.
///
/// Frameworks copy nothing: whatever they link, the application must bring, or the loader stops it
/// with "Library not loaded". The build does not notice.
public struct MissingEmbed: Rule {
  public static let id: RuleID = "missing-embed"
  public static let summary = "an app does not embed a dynamic framework it needs at launch"

  public init(options: RuleOptions) {}

  public func check(_ graph: LayeredGraph, _ findings: inout Findings) {
    let mustBeEmbedded = graph.mustBeEmbedded()
    let missing = PlatformLinkage.onEachPlatform(graph).flatMap { $0.missing(of: mustBeEmbedded) }
      .sorted { ($0.app, $0.framework) < ($1.app, $1.framework) }
    guard !missing.isEmpty else { return }
    var sources = SourceNames(graph)
    var seen: Set<[String]> = []
    for item in missing where !sources.hold(item) {
      let app = graph.graph.shownName(item.app)
      let framework = graph.graph.shownName(item.framework)
      // The views of several platforms, and variants for them, miss the same frameworks.
      guard seen.insert([app, framework]).inserted, let first = item.chain.first,
        let last = item.chain.last
      else { continue }
      let needing = graph.graph.links[last].from
      let message: Diagnostic.Message =
        needing == item.app
        ? .linksOnly(app, framework)
        : .needs(app, framework, through: graph.graph.shownName(needing))
      findings.add(
        message, link: first, about: (item.app, item.framework),
        help: [item.help(in: graph)], chain: item.chain)
    }
  }
}

extension LayeredGraph {
  /// Marks the modules that an application has to bring itself where they are dynamic.
  fileprivate func mustBeEmbedded() -> [Bool] {
    let modules = graph.rows
    return modules.indices.map { number in
      switch modules[number].external {
      case nil: true
      case .file, .carthage:
        !(configuration.external(named: modules[number].name)?.isEmbedded ?? false)
      // CocoaPods embeds its own.
      case .pod, .sdk, .package: false
      }
    }
  }
}

/// What applications, and the extensions in them, embed because it lies among their sources.
private struct SourceNames {
  private let layered: LayeredGraph
  private var names: [ModuleID: Set<String>] = [:]

  init(_ layered: LayeredGraph) { self.layered = layered }

  /// Whether what is missed lies among the sources of those that may bring it.
  mutating func hold(_ item: MissingFramework) -> Bool {
    guard let look = layered.reading.frameworksAmongSources else { return false }
    let graph = layered.graph
    // An extension brings its own.
    let carriers = [item.app] + item.chain.prefix(1).map { graph.links[$0].to }
    for carrier in carriers where graph[carrier].roles.contains(.executable) {
      let known = names[carrier] ?? look(Int(graph[carrier].spec), graph[carrier].name)
      names[carrier] = known
      if known.contains(graph[item.framework].productName) { return true }
    }
    return false
  }
}

extension PlatformLinkage {
  /// What each application misses of the dynamic ones among `modules`, by application.
  ///
  /// - Complexity: O(*n* + *m*), and for each application what it loads. One that lacks nothing
  ///   names all the frameworks it loads, so that is little.
  fileprivate func missing(of modules: [Bool]) -> [MissingFramework] {
    let needed = zip(modules, kinds).map { $0 && $1.contains(.isDynamic) }
    var search = MissingFrameworkSearch(of: self, needed: needed)
    return (0..<Int32(graph.builtCount)).flatMap { app in
      kinds[Int(app)].intersection([.isApp, .isIgnored]) == .isApp ? search.missing(in: app) : []
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func linksOnly(_ app: String, _ framework: String) -> Self {
    "'\(app)' links '\(framework)' and does not embed it"
  }

  fileprivate static func needs(
    _ app: String, _ framework: String, through needing: String
  ) -> Self {
    "'\(app)' does not embed '\(framework)', which '\(needing)' links"
  }
}
