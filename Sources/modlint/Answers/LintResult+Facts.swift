import Architecture
import Diagnostics
import Graph
import Paths
import Report
import Rules

extension LintResult {
  /// Returns at most two sentences on what a team may not know of its modules.
  func surprisingFacts(in sources: SourceMap) -> [String] {
    let view = GraphView(of: graph, sources: sources, findings: findings).measured(graph)
    let facts = outwardLinks.map { [$0] } ?? []
    return Array(
      (facts + GraphStatistics(of: view).surprisingFacts(of: view))
        .prefix(GraphStatistics.mostFacts))
  }

  /// What links say about folders outside of the workspace.
  private var outwardLinks: String? {
    var folders: Set<String> = []
    var links: Set<[String]> = []
    for link in graph.graph.links where !link.flags.contains(.derived) {
      guard let folder = graph.graph[link.to].external.flatMap(\.outerFolder) else { continue }
      folders.insert(folder)
      links.insert([graph.graph.shownName(link.from), graph.graph.shownName(link.to)])
    }
    guard !links.isEmpty else { return nil }
    return "\(counted(links.count, "link")) \(links.count == 1 ? "leads" : "lead") out of this "
      + "folder: \(folders.sorted { $0.precedes($1) }.shownPaths)"
  }
}

extension Module.External {
  /// The folder of the module, if that is outside of the workspace.
  fileprivate var outerFolder: String? {
    switch self {
    case .package(let path): path.hasPrefix("../") ? path : nil
    case .file(let path): path.hasPrefix("../") ? Path.parent(path) : nil
    case .carthage, .pod, .sdk: nil
    }
  }
}
