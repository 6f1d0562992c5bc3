public import Architecture
internal import Diagnostics
import Graph

/// Reports `sdk:` dependencies with the name of a framework that the workspace builds.
///
/// The linker searches the products folder before the SDK, so the dependency is on the module, but
/// does not order the build, and nothing embeds the module.
public enum SDKNamesModule: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    for link in graph.links
    where link.kind == .sdk && graph[link.to].external == nil && layered.isJudged(link) {
      let (from, to) = (graph.shownName(link.from), graph.shownName(link.to))
      let entry = graph.dependencyEntry(on: link.to, in: link.from)
      let isDeclared = graph.links(from: link.from).contains {
        $0.to == link.to && $0.kind != .sdk && !$0.isImport && !$0.flags.contains(.derived)
      }
      let fix: [Diagnostic.Fix.Change]? =
        if isDeclared {
          [.removeMapping(around: link.location)]
        } else {
          entry.isComplete ? [.replaceDependency(link.location, with: entry.fields)] : nil
        }
      findings.add(
        .takesProduct(from, graph[link.to].productFile, builtBy: to), link: link,
        help: [
          isDeclared
            ? .dropEntry(from, to)
            : graph.advice(.link, of: link.to, in: link.from) ?? .nameModule(entry)
        ],
        fix: fix.map { .init(unsafe: $0) })
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func takesProduct(
    _ from: String, _ product: String, builtBy module: String
  ) -> Self {
    """
    '\(from)' links '\(product)' of the SDK, but '\(module)' builds one of that name, which the linker \
    finds first
    """
  }

  fileprivate static func dropEntry(_ from: String, _ module: String) -> Self {
    "drop the `sdk:` entry: '\(from)' declares '\(module)' already"
  }

  fileprivate static func nameModule(_ entry: DependencyEntry) -> Self {
    """
    write `\(entry.line)` instead of the `sdk:` entry, which adds no target dependency and does not embed\
    \(entry.suffix)
    """
  }
}
