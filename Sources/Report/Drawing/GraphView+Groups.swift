internal import Diagnostics

extension GraphView {
  /// The groups of modules that are drawn as one node.
  public enum Grouping: String, CaseIterable, Sendable {
    /// One group for each layer, one for modules without a layer, and one for externals.
    case layer
    /// One group for each spec. Externals stay as they are.
    case project
  }

  /// Returns the graph with each group as one node, and all links between two groups as one edge.
  ///
  /// Omits links within a group, unless they have findings.
  ///
  /// - Complexity: O(*n* + *m* log *m*).
  public func collapsed(by grouping: Grouping) -> GraphView {
    var result = GraphView(layers: layers)
    let numbers = result.addGroups(of: nodes, grouping)
    var places: [Edge.Ends: Int] = [:]
    for edge in edges {
      var edge = edge
      (edge.from, edge.to) = (numbers[edge.from], numbers[edge.to])
      guard edge.from != edge.to || !edge.rules.isEmpty else { continue }
      edge.brokenCount = edge.rules.isEmpty ? 0 : 1
      if let place = places[edge.ends] {
        let broken = [result.edges[place], edge].filter { !$0.rules.isEmpty }
        result.edges[place].merge(edge)
        // A group of links is to be cut only if all that break a rule are.
        result.edges[place].isCut = !broken.isEmpty && broken.allSatisfy(\.isCut)
        result.edges[place].brokenCount += edge.brokenCount
        result.edges[place].linkCount = (result.edges[place].linkCount ?? 0) + 1
      } else {
        places[edge.ends] = result.edges.count
        edge.linkCount = 1
        result.edges.append(edge)
      }
    }
    return result.inOrder
  }

  /// The numbers of modules, links and externals drawn, as counted in summaries.
  var counts: (modules: Int, links: Int, externals: Int) {
    let modules = nodes.filter { !$0.isExternal }.reduce(0) { $0 + ($1.memberCount ?? 1) }
    let externals = nodes.filter(\.isExternal).reduce(0) { $0 + ($1.memberCount ?? 1) }
    let links = edges.filter {
      !$0.isImport && !nodes[$0.from].isExternal && !nodes[$0.to].isExternal
    }.reduce(0) { $0 + ($1.linkCount ?? 1) }
    return (modules, links, externals)
  }

  private mutating func addGroups(of members: [Node], _ grouping: Grouping) -> [Int] {
    var places: [String: Int] = [:]
    var layerCounts: [[String: Int]] = []
    let groups = members.map { member -> Int in
      let group = Node(groupOf: member, grouping)
      let place = places[group.id] ?? nodes.count
      if place == nodes.count {
        places[group.id] = place
        nodes.append(group)
        layerCounts.append([:])
      }
      nodes[place].modules += member.modules
      if group.id != member.id {
        nodes[place].memberCount = (nodes[place].memberCount ?? 0) + 1
        nodes[place].errorCount += member.errorCount
        nodes[place].warningCount += member.warningCount
      }
      if let layer = member.layer { layerCounts[place][layer, default: 0] += 1 }
      return place
    }
    for (place, counts) in layerCounts.enumerated() {
      // The layer of most members; the first of equals.
      nodes[place].layer = layers.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
        .flatMap { counts[$0] == nil ? nil : $0 }
    }
    return groups
  }
}

extension GraphView.Node {
  fileprivate init(groupOf member: Self, _ grouping: GraphView.Grouping) {
    switch (grouping, member.layer, member.spec) {
    case (.layer, let layer?, _):
      self.init(id: "layer:\(layer)", name: layer, linkage: "none")
    case (.layer, nil, _) where member.isExternal:
      self.init(id: "external", name: "external", linkage: "none", roles: [.external])
    case (.layer, nil, _) where member.isOutside:
      self.init(
        id: "outside", name: GraphView.outsideTitle, linkage: "none", isOutside: true)
    case (.layer, nil, _):
      self.init(id: "unassigned", name: "no layer", linkage: "none")
    case (.project, _, let spec?):
      self.init(
        id: spec, name: member.project ?? spec, linkage: "none", spec: spec,
        project: member.project)
    case (.project, _, nil):
      self = member
      modules = []
    }
  }
}

extension GraphView.Edge {
  struct Ends: Hashable {
    var from: Int
    var to: Int
  }

  var ends: Ends { Ends(from: from, to: to) }
}
