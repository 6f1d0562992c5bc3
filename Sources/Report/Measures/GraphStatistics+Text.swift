internal import Text

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
    if let all = statistics.withTests {
      text += "; with tests \(counted(all.modules, "module")), \(counted(all.links, "link"))"
    }
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
