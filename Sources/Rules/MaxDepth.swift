public import Diagnostics
internal import Graph

/// A chain of links is longer than rules.yml allows.
///
/// The longest chain bounds how far a build can run in parallel. Each module counts from itself
/// down; of a cycle only the way out counts. Test bundles and test support are not judged.
public struct MaxDepth: Rule {
  public static let id: RuleID = "max-depth"
  public static let summary = "the chain of links below a module is longer than 'limit'"
  public static let defaultSeverity: Severity? = nil
  public static let options = [
    RuleOption("limit", .limit, summary: "the most links that may follow each other")
  ]

  private let limit: Int

  public init(options: RuleOptions) { limit = options.limit() ?? .max }

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    let judged = graph.forward.subgraph { edge in
      let link = graph.links[edge]
      return layered.isJudged(link) && graph[link.to].external == nil
        && !layered.facts(of: link.from).contains(.unlayered)
    }
    var depths = Depths(judged)
    for module in graph.builtIDs where depths.depth(of: module.index) > limit {
      guard layered.facts(of: module).isDisjoint(with: [.test, .testSupport]) else { continue }
      let chain = depths.longestChain(from: module.index).map { Int(judged.origins[$0]) }
      guard let last = chain.last else { continue }
      let depth = depths.depth(of: module.index)
      var subject = layered.subject(module)
      subject.chain = layered.chain(chain)
      findings.add(
        .isTooDeep(
          layered.described(module), depth, limit, layered.graph.shownName(graph.links[last].to)),
        at: graph[module].location, help: [.shorten(graph.shownName(module))], subject: subject)
    }
  }
}

/// The longest chains of a graph whose cyclic components count as one node each.
private struct Depths {
  private let graph: Adjacency
  private let components: Components
  private var depths: [Int]
  /// The first edge of a longest chain out of each component, or -1.
  private var firstEdges: [Int]
  private var search: PathSearch

  init(_ graph: Adjacency) {
    self.graph = graph
    components = graph.components()
    depths = Array(repeating: 0, count: components.count)
    firstEdges = Array(repeating: -1, count: components.count)
    search = PathSearch(graph)
    // Components are numbered against the edges, so what a component reaches is done before it.
    for component in 0..<Int32(components.count) {
      for node in components.members(of: component) {
        for edge in graph.edges(from: node) {
          let next = components.componentOf[Int(graph.heads[edge])]
          guard next != component, depths[Int(next)] + 1 > depths[Int(component)] else { continue }
          depths[Int(component)] = depths[Int(next)] + 1
          firstEdges[Int(component)] = edge
        }
      }
    }
  }

  func depth(of node: Int32) -> Int { depths[Int(components.componentOf[Int(node)])] }

  /// The edges of a longest chain, with the way through each cyclic component.
  mutating func longestChain(from start: Int32) -> [Int] {
    var chain: [Int] = []
    var node = start
    while true {
      let edge = firstEdges[Int(components.componentOf[Int(node)])]
      guard edge >= 0 else { return chain }
      chain += search.shortestPath(from: node, to: graph.tail(of: edge)) ?? []
      chain.append(edge)
      node = graph.heads[edge]
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func isTooDeep(
    _ module: String, _ depth: Int, _ limit: Int, _ last: String
  ) -> Self {
    "\(module) stands on a chain of \(depth) links down to '\(last)', more than \(limit)"
  }

  fileprivate static func shorten(_ module: String) -> Self {
    "let '\(module)' link what it needs by a shorter way, or merge modules of the chain"
  }
}
