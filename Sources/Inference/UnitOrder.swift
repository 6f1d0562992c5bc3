internal import Graph

/// The heights of units in an order with the fewest upward links.
///
/// - Complexity: that of a cut set of the graph of units, then O(*n* + *m*).
struct UnitOrder {
  /// The height of each unit, above all units that it must be above.
  ///
  /// Units that are layers may share a height if they do not link each other.
  private(set) var heights: [Int]
  /// The unit of each member.
  let unitOf: [Int]

  private let units: [LayerUnit]
  private let isProduct: [Bool]

  private struct Edge: Hashable {
    var from: Int
    var to: Int
  }

  init(_ units: [LayerUnit], _ table: ModuleTable, links: [LayerLink]) {
    self.units = units
    var unitOf = Array(repeating: 0, count: table.members.count)
    for (number, unit) in units.enumerated() {
      for member in unit.members { unitOf[member] = number }
    }
    self.unitOf = unitOf
    heights = Array(repeating: 0, count: units.count)
    isProduct = Self.products(units, unitOf, table, links)
    stack(links)
  }

  /// Returns the units with an application or tool that other units only embed, if at all.
  private static func products(
    _ units: [LayerUnit], _ unitOf: [Int], _ table: ModuleTable, _ links: [LayerLink]
  ) -> [Bool] {
    var isProduct = units.map { unit in
      unit.members.contains {
        table.members[$0].isExecutable && !table.members[$0].isCompanion
      }
    }
    for link in links
    where unitOf[link.from] != unitOf[link.to] && !table.members[link.to].isExecutable {
      isProduct[unitOf[link.to]] = false
    }
    return isProduct
  }

  private mutating func stack(_ links: [LayerLink]) {
    // Units in a cycle of links that allow a common layer share it.
    let groups = looseGroups(links)
    var weights: [Edge: Int] = [:]
    var isStrict: Set<Edge> = []
    for link in links {
      let (from, to) = (unitOf[link.from], unitOf[link.to])
      let edge = Edge(from: groups[from], to: groups[to])
      guard edge.from != edge.to else { continue }
      weights[edge, default: 0] += 1
      if link.isStrict || units[from].isLayer || units[to].isLayer { isStrict.insert(edge) }
    }
    let edges = weights.keys.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    let graph = Digraph(nodeCount: units.count, edges: edges.map { ($0.from, $0.to) })
    let rest = Self.withoutCycles(graph) { weights[edges[$0]] ?? 0 }
    func lift(from floors: [Int]) {
      // Without cycles each component is one unit, and follows the units that it links.
      for unit in rest.stronglyConnectedComponents().joined() {
        heights[unit] = rest.heads(from: unit).reduce(floors[unit]) { height, lower in
          let step = isStrict.contains(Edge(from: unit, to: lower)) ? 1 : 0
          return max(height, heights[lower] + step)
        }
      }
    }
    lift(from: heights)
    let floors = productFloors(groups)
    lift(from: floors)
    raise(in: rest, below: floors.max() ?? 0) { isStrict.contains(Edge(from: $0, to: $1)) ? 1 : 0 }
    heights = groups.map { heights[$0] }
  }

  /// Raises units with links to just below their lowest dependents.
  ///
  /// A feature with few links belongs next to other features, not next to shared modules. A unit
  /// without links stays at the bottom, where every unit may link it.
  private mutating func raise(in graph: Digraph, below top: Int, step: (Int, Int) -> Int) {
    let highest = top > 0 ? top - 1 : heights.max() ?? 0
    var ceilings = Array(repeating: highest, count: units.count)
    for unit in graph.stronglyConnectedComponents().joined().reversed() {
      let lower = graph.heads(from: unit)
      if !lower.isEmpty { heights[unit] = max(heights[unit], ceilings[unit]) }
      for head in lower {
        ceilings[head] = min(ceilings[head], heights[unit] - step(unit, head))
      }
    }
  }

  /// Removes the cheapest set of edges that breaks all cycles.
  private static func withoutCycles(_ graph: Digraph, cost: (Int) -> Int) -> Digraph {
    let cut = Set(
      graph.cyclicComponents().flatMap { component in
        graph.minimumFeedbackArcSet(of: component) { cost(graph.origin(of: $0)) }
      })
    return graph.subgraph { !cut.contains($0) }
  }

  /// Places products above all other units.
  private func productFloors(_ groups: [Int]) -> [Int] {
    var top = -1
    for unit in units.indices where !isProduct[unit] { top = max(top, heights[groups[unit]]) }
    var floors = Array(repeating: 0, count: units.count)
    for unit in units.indices where isProduct[unit] {
      floors[groups[unit]] = top + 1
    }
    return floors
  }

  /// Returns a representative for each unit: the first of a cycle of links that allow a common
  /// layer.
  private func looseGroups(_ links: [LayerLink]) -> [Int] {
    var edges: [(tail: Int, head: Int)] = []
    for link in links where !link.isStrict {
      let (from, to) = (unitOf[link.from], unitOf[link.to])
      guard from != to, !units[from].isLayer, !units[to].isLayer else { continue }
      edges.append((from, to))
    }
    var groups = Array(units.indices)
    for group in Digraph(nodeCount: units.count, edges: edges).cyclicComponents() {
      for unit in group { groups[unit] = group[0] }
    }
    return groups
  }
}
