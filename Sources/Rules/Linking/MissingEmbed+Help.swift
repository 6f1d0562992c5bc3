internal import Architecture
import Diagnostics
import Graph

extension MissingFramework {
  /// The line to add or to change, in the form of the dependencies around it.
  func help(in layered: LayeredGraph) -> Diagnostic.Message {
    let graph = layered.graph
    let (name, appName) = (graph.shownName(framework), graph.shownName(app))
    let own = graph.links(from: app)
      .filter { $0.to == framework && !$0.flags.contains(.derived) }
    if own.contains(where: { $0.flags.isSuperset(of: [.embedded, .copiedElsewhere]) }) {
      return .dropCopy(name, appName)
    }
    if let filtered = own.first(where: { $0.flags.contains(.embedded) }) {
      // It would be no finding if the entry held on all platforms.
      return .widenFilter(
        name, appName, platform.destinationNames, not: filtered.platforms.destinationNames)
    }
    let entry = graph.dependencyEntry(on: framework, in: app)
    guard let link = own.first else { return .add(entry, appName) }
    // XcodeGen would copy it out of the system.
    if link.kind == .sdk { return .replaceSDK(entry, name, appName) }
    guard link.flags.contains(.declaredUnembedded) else { return .declareEmbed(name, appName) }
    // Without `implicit: true` XcodeGen copies a file beside the spec, where there is none.
    let isProduct = graph[framework].external == nil && link.kind == .framework
    return isProduct && !link.flags.contains(.implicit)
      ? .dropEmbedFalseOfProduct(name, appName) : .dropEmbedFalse(name, appName)
  }
}

extension Diagnostic.Message {
  fileprivate static func widenFilter(
    _ framework: String, _ app: String, _ missing: [String], not given: [String]
  ) -> Self {
    let rest = given.isEmpty ? "" : ", not just \(joined(given))"
    return """
      let the platform filter of the dependency of '\(app)' on '\(framework)' admit \
      \(joined(missing))\(rest)
      """
  }

  fileprivate static func dropCopy(_ framework: String, _ app: String) -> Self {
    """
    drop `copy:` from the dependency of '\(app)' on '\(framework)': the loader does not look there
    """
  }

  fileprivate static func dropEmbedFalse(_ framework: String, _ app: String) -> Self {
    "drop `embed: false` from the dependency of '\(app)' on '\(framework)'"
  }

  fileprivate static func dropEmbedFalseOfProduct(_ framework: String, _ app: String) -> Self {
    """
    in the dependency of '\(app)' on '\(framework)', drop `embed: false` and add `implicit: true`
    """
  }

  fileprivate static func replaceSDK(
    _ entry: DependencyEntry, _ framework: String, _ app: String
  ) -> Self {
    """
    in '\(app)', write `\(entry.line)` instead of the `sdk:` entry for '\(framework)'\(entry.suffix)
    """
  }

  fileprivate static func declareEmbed(_ framework: String, _ app: String) -> Self {
    "declare `embed: true` in the dependency of '\(app)' on '\(framework)'"
  }

  fileprivate static func add(_ entry: DependencyEntry, _ app: String) -> Self {
    "add to '\(app)': `\(entry.line)`\(entry.suffix)"
  }
}
