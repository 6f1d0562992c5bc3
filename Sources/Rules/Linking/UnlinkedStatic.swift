public import Architecture
internal import Diagnostics
import Graph

/// Reports dynamic frameworks and XPC services that use an unlinked static library.
///
/// Requires the imports of sources: a dependency that only orders the build is no fault.
public enum UnlinkedStatic: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard let imports = layered.reading.imports?.unlinkedImports, !imports.isEmpty else { return }
    let graph = layered.graph
    let views = findings.linkage()
    for link in graph.links where link.flags.contains(.linkedByHand) {
      guard let place = imports[.init(from: link.from, to: link.to)], layered.isJudged(link),
        views.contains(where: { $0.lacks(link) }), views.allSatisfy({ !$0.mayContain(link) })
      else { continue }
      let (from, to) = (graph.shownName(link.from), graph.shownName(link.to))
      findings.add(
        .uses(from, to), link: link, notes: [Diagnostic.Note(.isImported(to), at: place)],
        help: [.declareLinked(from, to)],
        fix: .init(unsafe: [.set("link", true, inDependency: link.location)]))
    }
  }
}

extension PlatformLinkage {
  /// Whether the source of a link is an image and nothing links the archive at its target into it.
  fileprivate func lacks(_ link: Link) -> Bool {
    does(.uncertain, link) && kinds[link.from].contains(.isImage)
      && kinds[link.to].contains(.isStatic)
      && !graph[link.from].missingSymbols.isSuperset(of: configurations)
  }

  /// Whether the image may have the archive from another link, an archive on the path, or an image
  /// that contains it.
  fileprivate func mayContain(_ link: Link) -> Bool {
    guard kinds[link.from].contains(.isImage) else { return false }
    let own = graph.links(from: link.from)
    if own.contains(where: { $0.to == link.to && does(.loads, $0) }) { return true }
    let loaded = own.filter { does(.loads, $0) }.map(\.to)
    return reachable(from: loaded, along: .absorbs).contains(link.to)
  }
}

extension Diagnostic.Message {
  fileprivate static func uses(_ from: String, _ to: String) -> Self {
    "'\(from)' uses the static library '\(to)', which XcodeGen does not link into it"
  }

  fileprivate static func isImported(_ library: String) -> Self { "'\(library)' is imported here" }

  fileprivate static func declareLinked(_ from: String, _ to: String) -> Self {
    "declare `link: true` in the dependency of '\(from)' on '\(to)'"
  }
}
