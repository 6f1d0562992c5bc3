internal import Graph

/// The heights of units in an order with the fewest upward links.
///
/// - Complexity: that of a cut set of the graph of units, then O(*n* + *m*).
struct UnitOrder {
  /// The height of each unit, above all units that it must be above.
  ///
  /// Units that are layers may share a height if they do not link each other.
  private(set) var heights: [Int]
  /// The first of the units that a unit shares its layer with, since no order of them is kept by
  /// enough links.
  private(set) var groups: [Int]
  /// The units in cycles, whether or not they share a layer.
  private(set) var tangled: [Int] = []
  let unitOf: [Int]

  private let units: [LayerUnit]
  private let isProduct: [Bool]

  init(_ units: [LayerUnit], _ table: ModuleTable, links: [LayerLink]) {
    self.units = units
    var unitOf = Array(repeating: 0, count: table.members.count)
    for (number, unit) in units.enumerated() {
      for member in unit.members { unitOf[member] = number }
    }
    self.unitOf = unitOf
    heights = Array(repeating: 0, count: units.count)
    groups = Array(units.indices)
    isProduct = Self.products(units, unitOf, table, links)
    stack(links.filter { !table.isLiftable($0.from) })
  }

  /// Returns the units with an application or tool that other units only embed, if at all.
  private static func products(
    _ units: [LayerUnit], _ unitOf: [Int], _ table: ModuleTable, _ links: [LayerLink]
  ) -> [Bool] {
    var isProduct = units.map { $0.members.contains { table.members[$0].isProduct } }
    for link in links where unitOf[link.from] != unitOf[link.to] {
      let from = table.members[link.from]
      if !table.members[link.to].isExecutable || !from.isExecutable && !from.isCompanion {
        isProduct[unitOf[link.to]] = false
      }
    }
    return isProduct
  }

  private mutating func stack(_ links: [LayerLink]) {
    joinTangled(Edges(links, unitOf, groups, units))
    let edges = Edges(links, unitOf, groups, units)
    let cut = Set(edges.graph.stronglyConnectedComponents().cyclic.flatMap(edges.cheapestCut))
    let rest = edges.graph.subgraph { !cut.contains($0) }
    func step(_ edge: Int) -> Int { edges.step(rest.origin(of: edge)) }
    func lift(from floors: [Int]) {
      // Without cycles each component is one unit, and follows the units that it links.
      for unit in rest.stronglyConnectedComponents().nodes {
        heights[unit] = rest.edges(from: unit).reduce(floors[unit]) { height, edge in
          max(height, heights[rest.head(of: edge)] + step(edge))
        }
      }
    }
    lift(from: heights)
    let floors = productFloors()
    lift(from: floors)
    raise(in: rest, below: floors.max() ?? 0, step)
    heights = groups.map { heights[$0] }
  }

  /// Raises units with links to just below their lowest dependents.
  ///
  /// A feature with few links belongs next to other features, not next to shared modules. A unit
  /// without links stays at the bottom, where every unit may link it.
  private mutating func raise(in graph: Digraph, below top: Int, _ step: (Int) -> Int) {
    let highest = top > 0 ? top - 1 : heights.max() ?? 0
    var ceilings = Array(repeating: highest, count: units.count)
    for unit in graph.stronglyConnectedComponents().nodes.reversed() {
      let edges = graph.edges(from: unit)
      if !edges.isEmpty { heights[unit] = max(heights[unit], ceilings[unit]) }
      for edge in edges {
        let head = graph.head(of: edge)
        ceilings[head] = min(ceilings[head], heights[unit] - step(edge))
      }
    }
  }

  /// Joins units that link each other, unless they need different layers and nine of ten links keep
  /// an order, or three of four between folders with specific names.
  private mutating func joinTangled(_ edges: Edges) {
    var groupOf: [Int: Int] = [:]
    for component in edges.graph.stronglyConnectedComponents().cyclic {
      let inside = edges.inside(component)
      let broken = edges.linkCount(edges.cheapestCut(component))
      let isNamed = component.allSatisfy { units[$0].isNamedByPerson }
      let isKept =
        inside.contains { edges.step($0) > 0 }
        && broken * (isNamed ? 4 : 10) <= edges.linkCount(inside)
      for unit in component { groupOf[unit] = isKept ? unit : component[0] }
    }
    tangled = units.indices.filter { groupOf[groups[$0]] != nil }
    groups = groups.map { groupOf[$0] ?? $0 }
  }

  private func productFloors() -> [Int] {
    var top = -1
    for unit in units.indices where !isProduct[unit] { top = max(top, heights[groups[unit]]) }
    var floors = Array(repeating: 0, count: units.count)
    for unit in units.indices where isProduct[unit] {
      floors[groups[unit]] = top + 1
    }
    return floors
  }
}

extension UnitOrder {
  /// Returns the folders of layers in cycles that should be divided: those without a specific name,
  /// and those whose modules mostly link each other or the layers that link them.
  func contradictedFolders(_ links: [LayerLink], _ table: ModuleTable) -> [String] {
    var counts = Array(repeating: (all: 0, broken: 0), count: units.count)
    for link in links where link.isStrict && !table.members[link.from].isExecutable {
      let (from, to) = (unitOf[link.from], unitOf[link.to])
      for unit in Set([from, to]) {
        counts[unit].all += 1
        if groups[from] == groups[to] { counts[unit].broken += 1 }
      }
    }
    return tangled.flatMap { unit -> [String] in
      guard case .layer(_, let folders) = units[unit].subject,
        !units[unit].isNamedByPerson || counts[unit].broken * 2 > counts[unit].all
      else { return [] }
      return folders
    }
  }
}

/// The links between groups of units, as the edges of a graph.
private struct Edges {
  let graph: Digraph
  private let weights: [Int]
  /// Whether the ends of each edge need different layers.
  private let strict: [Bool]

  init(_ links: [LayerLink], _ unitOf: [Int], _ groups: [Int], _ units: [LayerUnit]) {
    var counts: [[Int]: (links: Int, isStrict: Bool)] = [:]
    for link in links {
      let (from, to) = (unitOf[link.from], unitOf[link.to])
      guard groups[from] != groups[to] else { continue }
      var count = counts[[groups[from], groups[to]]] ?? (0, false)
      count.links += 1
      if link.isStrict || units[from].isLayer || units[to].isLayer { count.isStrict = true }
      counts[[groups[from], groups[to]]] = count
    }
    let edges = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    weights = edges.map(\.value.links)
    strict = edges.map(\.value.isStrict)
    graph = Digraph(nodeCount: units.count, edges: edges.map { ($0.key[0], $0.key[1]) })
  }

  func step(_ edge: Int) -> Int { strict[edge] ? 1 : 0 }

  func linkCount(_ edges: [Int]) -> Int { edges.reduce(0) { $0 + weights[$1] } }

  func inside(_ component: [Int]) -> [Int] {
    let inner = Set(component)
    return component.flatMap { graph.edges(from: $0).filter { inner.contains(graph.head(of: $0)) } }
  }

  /// Returns the edges with the fewest links that break all cycles of a component.
  func cheapestCut(_ component: [Int]) -> [Int] {
    graph.minimumFeedbackArcSet(of: component) { weights[$0] }
  }
}
