internal import Text

extension GraphStatistics {
  /// The version of the JSON format, incremented when readers have to change.
  public static var version: Int { 1 }

  /// Returns the statistics as JSON: one object, with a line for each module.
  public func json(of graph: GraphView) -> String {
    JSON.object([
      "version": .number(Self.version),
      "summary": summary(of: graph),
      "layers": .array(layers.map(\.json)),
      "layerLinks": .array(layerLinks.map(\.json)),
      "modules": .array(modules.map { $0.json(graph.nodes[$0.node]) }),
    ]).printed()
  }

  private func summary(of graph: GraphView) -> JSON {
    let path = criticalPath.map { graph.edges[$0] }
    let ends = path.prefix(1).map(\.from) + path.map(\.to)
    return .object([
      "modules": .number(modules.count), "links": .number(linkCount), "depth": .number(depth),
      "criticalPath": .texts(ends.map { graph.nodes[$0].id }), "cyclic": .number(cyclicCount),
      "parallelism": parallelism.map { .decimal($0, digits: 3) },
      "judgedLinks": sources.map { .number($0.judged) },
      "usedLinks": sources.map { .number($0.used) },
      "undeclaredImports": sources?.undeclared.map { .number($0) },
      "importsAgainstLayers": sources.flatMap { $0.againstLayers.unlessZero },
      "transitiveImports": sources.flatMap { $0.transitive.unlessZero },
      "importsOfTests": sources.flatMap { $0.ofTests.unlessZero },
    ])
  }
}

extension Int {
  fileprivate var unlessZero: JSON? { self == 0 ? nil : .number(self) }
}

extension GraphStatistics.LayerRow {
  fileprivate var json: JSON {
    .inline(["name": name.map(JSON.text), "modules": .number(moduleCount)]).appending(coupling.json)
  }
}

extension GraphStatistics.LayerLinks {
  fileprivate var json: JSON {
    .inline([
      "from": from.map(JSON.text), "to": to.map(JSON.text), "links": .number(count),
      "violations": .number(violations),
    ])
  }
}

extension GraphStatistics.ModuleRow {
  fileprivate func json(_ node: GraphView.Node) -> JSON {
    .inline(["id": .text(node.id), "name": .text(node.name), "layer": node.layer.map(JSON.text)])
      .appending(coupling.json)
      .appending(
        .inline([
          "depth": .number(depth), "needs": .number(needs),
          "rebuilds": rebuilds.map { .decimal($0, digits: 3) },
        ]))
  }
}

extension GraphStatistics.Coupling {
  fileprivate var json: JSON {
    .inline([
      "fanIn": .number(fanIn), "fanOut": .number(fanOut),
      "instability": instability.map { .decimal($0, digits: 3) },
    ])
  }
}
