internal import Graph
internal import Text

/// Writes statistics as text, with numbers before names of any length.
public struct StatisticsText: Sendable {
  public var style: Style
  /// The maximum number of modules in a list.
  public var limit: Int

  public init(style: Style = Style(), limit: Int = 10) {
    self.style = style
    self.limit = limit
  }

  public func write(_ statistics: GraphStatistics, of graph: GraphView, to output: inout String) {
    var extent = "\(counted(statistics.modules.count, "module"))"
    extent += ", \(counted(statistics.linkCount, "link"))"
    if !graph.layers.isEmpty { extent += ", \(counted(graph.layers.count, "layer"))" }
    if let all = statistics.withTests {
      extent += "; with tests \(counted(all.modules, "module")), \(counted(all.links, "link"))"
    }
    output += extent + "\n"
    if let line = statistics.sources?.line, !line.isEmpty { output += line + "\n" }
    guard !statistics.modules.isEmpty else { return }
    appendLayers(statistics, to: &output)
    appendModules("most linked", statistics, graph, by: \.coupling.fanIn, to: &output)
    appendModules("link most", statistics, graph, by: \.coupling.fanOut, to: &output)
    appendCriticalPath(statistics, graph, to: &output)
  }
}

extension StatisticsText {
  private func appendHeading(_ text: String, to output: inout String) {
    output += "\n" + style.painted(text, .bold) + "\n"
  }

  private func appendLayers(_ statistics: GraphStatistics, to output: inout String) {
    guard !statistics.layers.isEmpty else { return }
    appendHeading("modules  fan-in  fan-out  instability  layer", to: &output)
    for layer in statistics.layers {
      output += String(layer.moduleCount).padded(toAtLeast: 7) + "  " + cells(of: layer.coupling)
      output += "  \(Self.name(layer.name))\n"
    }
    guard !statistics.layerLinks.isEmpty else { return }
    appendHeading("links    between layers", to: &output)
    for links in statistics.layerLinks {
      output +=
        String(links.count).padded(toAtLeast: 5)
        + "    \(Self.name(links.from)) -> \(Self.name(links.to))"
      if links.violations > 0 { output += ", \(links.violations) against a rule" }
      output += "\n"
    }
  }

  /// Appends the modules with the greatest value; equal ones in graph order.
  private func appendModules(
    _ title: String, _ statistics: GraphStatistics, _ graph: GraphView,
    by value: KeyPath<GraphStatistics.ModuleRow, Int>, to output: inout String
  ) {
    let rows = statistics.modules.filter { $0[keyPath: value] > 0 }.sorted { a, b in
      let (x, y) = (a[keyPath: value], b[keyPath: value])
      return x == y ? a.node < b.node : x > y
    }
    guard !rows.isEmpty else { return }
    appendHeading("fan-in  fan-out  instability  rebuilds  \(title)", to: &output)
    for row in rows.prefix(limit) {
      let rebuilds = row.rebuilds.map { ($0 * 100).decimal(digits: 0) + "%" } ?? "-"
      output += cells(of: row.coupling) + "  " + rebuilds.padded(toAtLeast: 8)
      output += "  \(graph.nodes[row.node].name.escapedForTerminal)\n"
    }
    if rows.count > limit {
      output += String(repeating: " ", count: 39) + "and \(rows.count - limit) more\n"
    }
  }

  private func cells(of coupling: GraphStatistics.Coupling) -> String {
    let instability = coupling.instability?.decimal(digits: 2) ?? "-"
    return String(coupling.fanIn).padded(toAtLeast: 6) + "  "
      + String(coupling.fanOut).padded(toAtLeast: 7) + "  "
      + instability.padded(toAtLeast: 11)
  }

  private func appendCriticalPath(
    _ statistics: GraphStatistics, _ graph: GraphView, to output: inout String
  ) {
    guard statistics.depth > 0 else { return }
    appendHeading("critical path", to: &output)
    let steps = counted(statistics.depth + 1, "module")
    output += "\(steps) in a row must wait for each other; "
    output += "\(statistics.parallelism?.decimal(digits: 1) ?? "0") at a time on average\n"
    if statistics.cyclicCount > 0 {
      output +=
        "\(counted(statistics.cyclicCount, "module")) in cycles; a cycle counts as one step\n"
    }
    var columns = Columns()
    for number in statistics.criticalPath {
      let edge = graph.edges[number]
      let (from, to) = (graph.nodes[edge.from].name, graph.nodes[edge.to].name)
      columns.add(
        "'\(from)' \(edge.verb.rawValue) '\(to)'".escapedForTerminal,
        "\(edge.file.escapedForTerminal):\(edge.line)"
      )
    }
    columns.append(to: &output, indent: 2, style)
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
