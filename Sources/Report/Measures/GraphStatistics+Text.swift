import Text

extension GraphStatistics {
  /// Returns the statistics as text, with numbers before names of any length.
  ///
  /// `limit` is the maximum number of modules in a list.
  public func text(of graph: GraphView, style: Style = Style(), limit: Int = 10) -> String {
    var writer = StatisticsWriter(statistics: self, graph: graph, style: style, limit: limit)
    writer.write()
    return writer.text
  }
}

private struct StatisticsWriter {
  let statistics: GraphStatistics
  let graph: GraphView
  let style: Style
  let limit: Int
  var text = ""

  mutating func write() {
    text += "\(counted(statistics.modules.count, "module")), "
    text += counted(statistics.linkCount, "link")
    if !graph.layers.isEmpty { text += ", \(counted(graph.layers.count, "layer"))" }
    text += "\n"
    if let line = statistics.sources?.line, !line.isEmpty { text += line + "\n" }
    guard !statistics.modules.isEmpty else { return }
    appendLayers()
    appendModules("most linked", by: \.coupling.fanIn)
    appendModules("link most", by: \.coupling.fanOut)
    appendCriticalPath()
  }

  private mutating func appendHeading(_ heading: String) {
    text += "\n" + style.painted(heading, .bold) + "\n"
  }

  private mutating func appendLayers() {
    guard !statistics.layers.isEmpty else { return }
    appendHeading("modules  fan-in  fan-out  instability  layer")
    for layer in statistics.layers {
      text += String(layer.moduleCount).padded(toAtLeast: 7) + "  " + cells(of: layer.coupling)
      text += "  \(Self.name(layer.name))\n"
    }
    guard !statistics.layerLinks.isEmpty else { return }
    appendHeading("links    between layers")
    for links in statistics.layerLinks {
      text += String(links.count).padded(toAtLeast: 5)
      text += "    \(Self.name(links.from)) -> \(Self.name(links.to))"
      if links.violations > 0 { text += ", \(links.violations) against a rule" }
      text += "\n"
    }
  }

  /// Appends the modules with the greatest value; equal ones in graph order.
  private mutating func appendModules(
    _ title: String, by value: KeyPath<GraphStatistics.ModuleRow, Int>
  ) {
    let rows = statistics.modules.filter { $0[keyPath: value] > 0 }.sorted { a, b in
      let (x, y) = (a[keyPath: value], b[keyPath: value])
      return x == y ? a.node < b.node : x > y
    }
    guard !rows.isEmpty else { return }
    appendHeading("fan-in  fan-out  instability  rebuilds  \(title)")
    for row in rows.prefix(limit) {
      text += cells(of: row.coupling) + "  "
      text += (row.rebuilds?.percentage ?? "-").padded(toAtLeast: 8)
      text += "  \(graph.nodes[row.node].name.escapedForTerminal)\n"
    }
    if rows.count > limit {
      text += String(repeating: " ", count: 39) + "and \(rows.count - limit) more\n"
    }
  }

  private func cells(of coupling: GraphStatistics.Coupling) -> String {
    let instability = coupling.instability?.decimal(digits: 2) ?? "-"
    return String(coupling.fanIn).padded(toAtLeast: 6) + "  "
      + String(coupling.fanOut).padded(toAtLeast: 7) + "  "
      + instability.padded(toAtLeast: 11)
  }

  private mutating func appendCriticalPath() {
    guard statistics.depth > 0 else { return }
    appendHeading("critical path")
    let steps = counted(statistics.depth + 1, "module")
    text += "\(steps) in a row must wait for each other; "
    text += "\(statistics.parallelism?.decimal(digits: 1) ?? "0") at a time on average\n"
    if statistics.cyclicCount > 0 {
      text += "\(counted(statistics.cyclicCount, "module")) in cycles; a cycle counts as one step\n"
    }
    var columns = Columns()
    for number in statistics.criticalPath {
      let edge = graph.edges[number]
      columns.add(edge.sentence(in: graph), "\(edge.file.escapedForTerminal):\(edge.line)")
    }
    text += columns.text(indent: 2, style)
  }

  private static func name(_ layer: String?) -> String { layer?.escapedForTerminal ?? "no layer" }
}

extension GraphStatistics.SourceMeasure {
  /// The line, such as `38 of 40 judged links used, 2 undeclared imports`; empty if nothing is
  /// judged.
  fileprivate var line: String {
    let others = [
      (againstLayers, "reported by other rules"),
      (transitive, "only through other links: transitive is off"),
      (ofTests, "in tests: --tests counts them"),
    ]
    let parts =
      [judged > 0 ? "\(used) of \(counted(judged, "judged link")) used" : nil]
      + [undeclared.map { counted($0, "undeclared import") }]
      + others.map { $0.0 > 0 ? "\($0.0) \($0.1)" : nil }
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension GraphStatistics {
  /// Returns the statistics as JSON: one object, with a line for each module.
  public func json(of graph: GraphView) -> String {
    JSON.object([
      "version": .number(JSONSchema.stats.version),
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

extension GraphStatistics {
  /// The most facts that a run ends with.
  public static let mostFacts = 2

  /// Returns sentences on what a team may not know of its modules, the most telling first; empty
  /// for a graph as one expects it.
  ///
  /// Measures what a change rebuilds in modules, not in lines: no source is read.
  ///
  /// - Complexity: O(*n* · (*n* + *m*) / 64).
  public func surprisingFacts(of graph: GraphView) -> [String] {
    [crowdedLayer, longChain(in: graph), centre(of: graph)].compactMap { $0 }
  }

  /// A layer with most of the modules, which divides nothing.
  private var crowdedLayer: String? {
    guard modules.count >= Self.manyModules,
      let largest = layers.max(by: { $0.moduleCount < $1.moduleCount }), let name = largest.name,
      largest.moduleCount * 4 >= modules.count * 3
    else { return nil }
    let part =
      largest.moduleCount == modules.count
      ? "all \(modules.count) modules" : "\(largest.moduleCount) of \(modules.count) modules"
    return "\(part) are in one layer, '\(name)'".escapedForTerminal
  }

  /// A chain of modules that is longer than the layers make it.
  private func longChain(in graph: GraphView) -> String? {
    let count = depth + 1
    guard count >= Self.longChain, count > graph.layers.count, let first = criticalPath.first,
      let last = criticalPath.last
    else { return nil }
    let ends = [graph.edges[first].from, graph.edges[first].to, graph.edges[last].to]
    let names = ends.map { graph.nodes[$0].name.escapedForTerminal }
    return
      "\(count) modules in a row wait for each other: \(names[0]) → \(names[1]) → … → \(names[2])"
  }

  /// A module that most others need.
  private func centre(of graph: GraphView) -> String? {
    var measured = self
    measured.measureRebuilds(of: graph.nodes.map { _ in 1 }, in: graph)
    guard modules.count >= Self.manyModules,
      let row = measured.modules.max(by: { ($0.rebuilds ?? 0) < ($1.rebuilds ?? 0) }),
      let share = row.rebuilds, share >= 0.75
    else { return nil }
    let count = Int((share * Double(graph.nodes.count)).rounded())
    let name = graph.nodes[row.node].name.escapedForTerminal
    return "a change to \(name) builds \(count) of \(graph.nodes.count) modules again"
  }

  private static let manyModules = 8
  private static let longChain = 6
}
