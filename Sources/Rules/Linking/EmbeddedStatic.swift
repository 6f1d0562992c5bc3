public import Architecture
public import Diagnostics
import Graph

/// An application embeds a static framework.
///
/// Its code is in the application already. XcodeGen embeds every `framework:` in applications, new
/// Xcodes strip such a copy, old ones ship it as dead weight or have it rejected.
public struct EmbeddedStatic: Rule {
  public static let id: RuleID = "embedded-static"
  public static let summary = "an app embeds a static framework"
  public static let defaultSeverity: Severity? = nil
  public static let fix: FixSafety? = .safe
  public static let traits: RuleTraits = .judgesBinaries

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    for link in graph.links
    where link.flags.contains(.embedded) && graph[link.from].roles.contains(.app)
      && !layered.isIgnored(link.from) && !layered.isIgnored(link.to)
    {
      let platforms = link.platforms.intersection(graph[link.from].platforms)
      guard graph[link.to].isStatic(onAnyOf: platforms) else { continue }
      let (app, library) = (graph.shownName(link.from), graph.shownName(link.to))
      findings.add(
        .embeds(app, library), link: link,
        help: [
          graph.advice(.unembed, of: link.to, in: link.from) ?? .declareUnembedded(library, app)
        ],
        fix: link.flags.contains(.derived)
          ? nil : .init(safe: [.set("embed", false, inDependency: link.location)]))
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func embeds(_ app: String, _ library: String) -> Self {
    "'\(app)' embeds '\(library)', which is static"
  }

  fileprivate static func declareUnembedded(_ library: String, _ app: String) -> Self {
    "declare `embed: false` in the dependency of '\(app)' on '\(library)'"
  }
}
