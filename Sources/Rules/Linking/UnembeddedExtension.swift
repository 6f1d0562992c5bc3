public import Architecture
internal import Diagnostics
import Graph

/// Reports extensions, app clips, watch apps and XPC services that no application embeds.
///
/// They are built and tested, but never shipped.
public enum UnembeddedExtension: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    // An application of an invalid spec may embed it.
    guard layered.reading.brokenSpecs.isEmpty else { return }
    let apps = graph.builtModules.filter { graph[$0].roles.contains(.app) }.map { graph[$0] }
    for module in graph.builtModules
    where graph[module].needsEmbedding && !layered.isIgnored(module) {
      guard apps.contains(where: { $0.mayHold(graph[module]) }) else { continue }
      let links = graph.links(to: module).filter { $0.from != module }
      guard !links.contains(where: { graph.decides($0) }) else { continue }
      let name = graph.shownName(module)
      findings.add(
        .isEmbeddedByNone(name, isService: graph[module].type == .xpcService), module: module,
        help: [
          graph.isInXcodeProject(module)
            ? .embedInXcode(name, graph[module].productFile) : .embed(name, graph[module].name)
        ])
    }
  }
}

extension Module {
  fileprivate var needsEmbedding: Bool {
    switch type {
    case .appClip, .watchApp, .watch2App, .xpcService: true
    default: roles.contains(.appExtension)
    }
  }
}

extension Module {
  /// Whether an application may ship a target of this kind and platform.
  ///
  /// A watch app is in an iOS app, and its extension in the watch app.
  fileprivate func mayHold(_ part: Module) -> Bool {
    switch part.type {
    case .watchApp, .watch2App: return !needsEmbedding && platforms.contains(.iOS)
    case _ where part.platforms == [.watchOS]: return platforms.contains(.watchOS)
    default: return !needsEmbedding && !platforms.isDisjoint(with: part.platforms)
    }
  }
}

extension ModuleGraph {
  /// Whether the link copies its target into a shipped product, or one that is copied itself, or is
  /// that of an application that runs scripts, which may copy it, or whose spec says not to embed it:
  /// then it is copied by other means.
  fileprivate func decides(_ link: Link) -> Bool {
    let holder = self[link.from]
    guard link.flags.contains(.embedded) || holder.roles.contains(.runsScripts) else {
      return link.flags.contains(.declaredUnembedded) && holder.roles.contains(.app)
        && spec(of: link.from)?.isXcodeProject == false
    }
    // A watch extension is embedded in the extension of the watch app.
    if !holder.roles.isDisjoint(with: [.app, .appExtension]) { return true }
    return self[link.to].type == .xpcService
      && (holder.type.isFramework || holder.type == .xpcService)
  }
}

extension Diagnostic.Message {
  fileprivate static func isEmbeddedByNone(_ name: String, isService: Bool) -> Self {
    isService
      ? "no application and no framework embeds '\(name)', so it is never shipped"
      : "no application embeds '\(name)', so it is never shipped"
  }

  fileprivate static func embedInXcode(_ name: String, _ product: String) -> Self {
    """
    in Xcode: in the application that ships '\(name)' › General › Frameworks, Libraries, and \
    Embedded Content: add '\(product)'
    """
  }

  fileprivate static func embed(_ name: String, _ target: String) -> Self {
    Self(
      proposing: .init("- target: \(target)", in: "add to the application that ships '\(name)'"))
  }
}
