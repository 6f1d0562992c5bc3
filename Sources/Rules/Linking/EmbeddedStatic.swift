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

  public init(options: RuleOptions) {}

  public func check(_ graph: LayeredGraph, _ findings: inout Findings) {
    let modules = graph.graph.rows
    for (number, link) in graph.graph.links.enumerated() where link.flags.contains(.embedded) {
      let (from, to) = (Int(link.from.index), Int(link.to.index))
      let platforms = link.platforms.intersection(modules[from].platforms)
      guard modules[from].roles.contains(.app), modules[to].isStatic(onAnyOf: platforms),
        !graph.isIgnored(link.from), !graph.isIgnored(link.to)
      else { continue }
      let (app, library) = (graph.graph.shownName(link.from), graph.graph.shownName(link.to))
      findings.add(.embeds(app, library), link: number, help: [.declareUnembedded(library, app)])
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
