public import Diagnostics
internal import Graph

/// Modules link each other in a cycle.
///
/// None of them can be built, tested or understood without the others. For each group of modules
/// that reach each other the cheapest set of links to cut is reported, each with a real cycle.
public struct Cycle: Rule {
  public static let id: RuleID = "cycle"
  public static let summary = "modules depend on each other in a cycle"

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    guard !graph.forward.stronglyConnectedComponents().cyclic.isEmpty else { return }
    let declared = graph.forward.subgraph { Self.isJudged(graph.links[$0], in: layered) }
    let components = declared.stronglyConnectedComponents()
    guard !components.cyclic.isEmpty else { return }

    // What is excepted or known is cut first, so that the choice of the others stays what it was.
    var isSettled = [Bool](repeating: false, count: graph.links.count)
    var search = PathSearch(declared)
    for component in components.cyclic {
      for (edge, number) in declared.inner(edges: component, of: components)
      where layered.isExcepted(graph.links[number], from: Self.id)
        || layered.isKnown(graph.links[number], as: Self.id)
      {
        // It is reported all the same, so that the exception or the entry is seen to be used.
        isSettled[number] = true
        report(number, cycleThrough: edge, &search, layered, &findings)
      }
    }
    let rest = graph.forward.subgraph {
      Self.isJudged(graph.links[$0], in: layered) && !isSettled[$0]
    }
    cut(rest, layered, &findings)
  }

  /// Pods link each other as they like: their subspecs are parts that may well go both ways.
  private static func isJudged(_ link: Link, in layered: LayeredGraph) -> Bool {
    layered.isJudged(link) && Int(link.from.index) < layered.graph.builtCount
  }

  /// Reports what to cut of each cyclic component of `rest`, whose origins are numbers of links.
  private func cut(_ rest: Adjacency, _ layered: LayeredGraph, _ findings: inout Findings) {
    let components = rest.stronglyConnectedComponents()
    var search = PathSearch(rest)
    let prices = ArcWeights(layered)
    for component in components.cyclic {
      let ring = ContractedComponent(component, of: rest, components, in: layered.graph)
      for edge in ring.edgesToCut(prices) {
        report(Int(rest.origins[edge]), cycleThrough: edge, &search, layered, &findings)
      }
    }
  }

  private func report(
    _ number: Int, cycleThrough edge: Int, _ search: inout PathSearch, _ layered: LayeredGraph,
    _ findings: inout Findings
  ) {
    guard let cycle = search.shortestCycle(through: edge) else {
      preconditionFailure("an edge inside a component lies on a cycle")
    }
    let chain = cycle.map { Int(search.graph.origins[$0]) }
    let link = layered.graph.links[number]
    guard link.from != link.to else {
      let name = layered.graph.shownName(link.from)
      findings.add(.linksItself(name), link: number, help: [.drop(name)])
      return
    }
    let shown = chain.map { layered.graph.shownName(layered.graph.links[$0].from) }
    findings.add(
      .closesCycle(layered.described(link.from), layered.described(link.to), shown), link: number,
      help: help(link, in: layered), chain: chain)
  }

  private func help(_ link: Link, in layered: LayeredGraph) -> [Diagnostic.Message] {
    let (from, to) = (layered.graph.shownName(link.from), layered.graph.shownName(link.to))
    let facts = layered.facts(of: link.from).union(layered.facts(of: link.to))
    // An aggregate, a legacy target or a resource bundle has no code that could move.
    if !facts.isDisjoint(with: [.unlayered, .resources]) { return [.drop(to, from)] }
    return (layered.canInvert(link) ? [.invert(from, to)] : []) + [.moveDown(from, to)]
  }
}

extension Adjacency {
  /// The edges between members of a component, with their origins.
  fileprivate func inner(
    edges component: Int32, of components: Components
  ) -> [(edge: Int, origin: Int)] {
    var result: [(edge: Int, origin: Int)] = []
    for node in components.members(of: component) {
      for edge in edges(from: node) where components.componentOf[Int(heads[edge])] == component {
        result.append((edge, Int(origins[edge])))
      }
    }
    return result
  }
}

/// What it costs to cut a link: nothing legal is cut to spare links that must go anyway.
private struct ArcWeights {
  private let layered: LayeredGraph
  private let checks: [@Sendable (Link, LayeredGraph) -> Bool]
  /// More than all links that break a layer rule cost together.
  private let legal: Int

  init(_ layered: LayeredGraph) {
    self.layered = layered
    legal = layered.graph.links.count + 1
    let rules: [(RuleID, @Sendable (Link, LayeredGraph) -> Bool)] = [
      (SameLayer.id, { SameLayer.isBroken(by: $0, in: $1) }),
      (Upward.id, { Upward.isBroken(by: $0, in: $1) }),
      (LayerReach.id, { LayerReach.isBroken(by: $0, in: $1) }),
    ]
    checks = rules.filter { layered.configuration.severity(of: $0.0) != nil }.map(\.1)
  }

  func price(ofLink number: Int) -> Int {
    let link = layered.graph.links[number]
    // What a resource bundle is made to depend on it can do without.
    let isNeedless = layered.facts(of: link.from).contains(.resources)
    let price = isNeedless || checks.contains { $0(link, layered) } ? 1 : legal
    // Of equally cheap cuts the one that was excepted comes back where its exception stands. What
    // all links are spared together is less than one step between two prices.
    return price * legal - (layered.wasExcepted(link, from: Cycle.id) ? 1 : 0)
  }
}

/// A cyclic component with the platform variants of a target as one node and the links between two
/// nodes as one edge, since they are written once and cut together.
private struct ContractedComponent {
  private var graph: Adjacency
  /// For each edge the first edge of the whole graph that it stands for.
  private var edges: [Int]
  private let whole: Adjacency

  init(_ component: Int32, of whole: Adjacency, _ components: Components, in graph: ModuleGraph) {
    self.whole = whole
    let members = components.members(of: component)
    var nodeOf: [Int32: Int32] = [:]
    var firstVariant: [Variant: Int32] = [:]
    for (place, member) in members.enumerated() {
      var node = Int32(place)
      let module = graph.rows[Int(member)]
      if let name = module.unsuffixedName {
        let variant = Variant(name: name, spec: module.spec)
        node = firstVariant[variant] ?? node
        firstVariant[variant] = node
      }
      nodeOf[member] = node
    }
    let isOneTarget = Set(nodeOf.values).count == 1
    var pairs: [(tail: Int32, head: Int32)] = []
    var seen: Set<Pair> = []
    edges = []
    for member in members {
      for edge in whole.edges(from: member) {
        let target = whole.heads[edge]
        guard let tail = nodeOf[member], let head = nodeOf[target] else { continue }
        // A variant that links another one closes no circle by that.
        guard tail != head || member == target || isOneTarget else { continue }
        guard seen.insert(Pair(tail: tail, head: head)).inserted else { continue }
        pairs.append((tail, head))
        edges.append(edge)
      }
    }
    self.graph = Adjacency(nodeCount: members.count, edges: pairs)
  }

  private struct Variant: Hashable {
    var name: String
    var spec: Int32
  }

  private struct Pair: Hashable {
    var tail: Int32
    var head: Int32
  }

  /// The cheapest edges of the whole graph whose removal opens the component.
  func edgesToCut(_ prices: ArcWeights) -> [Int] {
    let cut = graph.minimumFeedbackArcSet(of: 0..<Int32(graph.nodeCount)) { edge in
      prices.price(ofLink: Int(whole.origins[edges[Int(graph.origins[edge])]]))
    }
    return cut.map { edges[Int(graph.origins[$0])] }
  }
}

extension Diagnostic.Message {
  /// Names beyond these are left out of the sentence; the chain has them all.
  private static let mostNames = 8

  fileprivate static func linksItself(_ module: String) -> Self { "'\(module)' links itself" }

  fileprivate static func closesCycle(_ from: String, _ to: String, _ names: [String]) -> Self {
    var shown = names
    if names.count > mostNames {
      shown = Array(names.prefix(mostNames - 1)) + ["… \(names.count - mostNames + 1) more …"]
    }
    let circle = (shown + names.prefix(1)).joined(separator: " → ")
    return "\(from) links \(to), which creates a dependency cycle: \(circle)"
  }

  fileprivate static func drop(_ module: String) -> Self {
    "drop the dependency of '\(module)' on itself"
  }

  fileprivate static func drop(_ head: String, _ tail: String) -> Self {
    "drop the dependency of '\(tail)' on '\(head)'"
  }

  fileprivate static func invert(_ from: String, _ to: String) -> Self {
    "invert this link: declare a protocol in '\(from)' that '\(to)' implements"
  }

  fileprivate static func moveDown(_ from: String, _ to: String) -> Self {
    "move what '\(from)' needs of '\(to)' to a module below both"
  }
}
