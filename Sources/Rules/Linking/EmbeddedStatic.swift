public import Architecture
internal import Diagnostics
import Graph

/// Reports applications that embed a static framework.
///
/// Its code is already in the application. XcodeGen embeds every `framework:` in applications; new
/// versions of Xcode strip the copy, old ones ship it as dead weight or have it rejected.
public enum EmbeddedStatic: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    var resources = KnownResources(graph: graph, find: layered.reading.resources)
    for link in graph.links
    where link.flags.contains(.embedded) && graph[link.from].roles.contains(.app)
      && !layered.isIgnored(link.from) && !layered.isIgnored(link.to)
    {
      let platforms = link.platforms.intersection(graph[link.from].platforms)
      guard graph[link.to].isStatic(onAnyOf: platforms),
        !(layered.configuration.xcodeGen == .main && graph[link.to].isBuiltFramework)
      else { continue }
      let (app, library) = (graph.shownName(link.from), graph.shownName(link.to))
      resources.look(into: graph[link.to].isBuiltFramework ? [link.to] : [])
      let changes = [Diagnostic.Fix.Change.set("embed", false, inDependency: link.location)]
      let advice =
        graph.advice(.unembed, of: link.to, in: link.from) ?? .declareUnembedded(library, app)
      // The entry of a derived link is in the target that passes the dependency on.
      let isDerived = link.flags.contains(.derived)
      findings.add(
        .embeds(app, library), link: link, help: isDerived ? [] : [advice],
        fix: isDerived
          ? nil : resources[link.to].isEmpty ? .init(safe: changes) : .init(unsafe: changes))
    }
  }
}

extension Module {
  /// Whether the module is a static framework that a newer XcodeGen embeds, since Xcode copies the
  /// resources from it.
  fileprivate var isBuiltFramework: Bool { type == .staticFramework && external == nil }
}

extension Diagnostic.Message {
  fileprivate static func embeds(_ app: String, _ library: String) -> Self {
    "'\(app)' embeds '\(library)', which is static"
  }

  fileprivate static func declareUnembedded(_ library: String, _ app: String) -> Self {
    "declare `embed: false` in the dependency of '\(app)' on '\(library)'"
  }
}
