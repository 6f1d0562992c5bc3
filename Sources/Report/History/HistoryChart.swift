internal import Text

/// Draws a history as SVG 1.1: a line chart for each kind of measure, one below the other.
struct HistoryChart {
  private static let width = 720.0
  private static let left = 44.0
  private static let right = 500.0
  private static let plotHeight = 84.0
  private static let panelHeight = 128.0
  private static let top = 40.0
  private static let lineHeight = 14.0
  /// The maximum number of lines of a chart; each needs room for its name.
  private static let mostLines = 6

  private struct Line {
    var name: String
    var values: [Double?]
    var isShare = false
  }

  private struct Panel {
    var title: String
    var lines: [Line]
  }

  private let panels: [Panel]
  private let revisions: [History.Revision]

  init(of history: History) {
    revisions = history.revisions
    let measures = revisions.map(\.measures)
    func line(_ name: String, _ value: (History.Measures) -> Int) -> Line {
      Line(name: name, values: measures.map { Double(value($0)) })
    }
    let rules = Self.greatest(
      history.rules.map { rule in line(rule) { $0.violations[rule] ?? 0 } })
    panels = [
      Panel(
        title: "violations",
        lines: rules.count == 1 ? rules : [line("all rules") { $0.violationCount }] + rules),
      Panel(
        title: "modules and links", lines: [line("links", \.links), line("modules", \.modules)]),
      Panel(
        title: "shares",
        lines: [
          Line(
            name: "rebuilt by a change", values: measures.map(\.rebuilds), isShare: true),
          Line(name: "instability", values: measures.map(\.instability), isShare: true),
        ]),
    ]
  }

  /// Returns the lines with the greatest values, with room left for their sum.
  private static func greatest(_ lines: [Line]) -> [Line] {
    func peak(_ line: Line) -> Double { line.values.compactMap(\.self).max() ?? 0 }
    let sorted = lines.sorted { (peak($0), $1.name) > (peak($1), $0.name) }
    return Array(sorted.prefix(mostLines - 1))
  }

  private var height: Double { Self.top + Double(panels.count) * Self.panelHeight + 4 }

  private var title: String {
    guard let first = revisions.first, let last = revisions.last else {
      return "The module graph over time: no revision"
    }
    let count = counted(revisions.count, "revision")
    return "The module graph over time: \(count), \(first.date) to \(last.date)"
  }

  func svg() -> String {
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\""
    text += " viewBox=\"0 0 \(Self.width.pixels) \(height.pixels)\""
    text += " width=\"\(Self.width.pixels)\" height=\"\(height.pixels)\""
    text += " role=\"img\" aria-labelledby=\"chart-title\">\n"
    text += "<title id=\"chart-title\">\(title.escapedForXML)</title>\n"
    text += "<style>\(Self.style)</style>\n"
    text +=
      "<text class=\"head\" x=\"\(Self.left.pixels)\" y=\"20\">\(title.escapedForXML)</text>\n"
    for (number, panel) in panels.enumerated() {
      write(panel, at: Self.top + Double(number) * Self.panelHeight, to: &text)
    }
    return text + "</svg>\n"
  }

  private func write(_ panel: Panel, at top: Double, to text: inout String) {
    let isShare = panel.lines.first?.isShare ?? false
    let peak = panel.lines.flatMap { $0.values.compactMap(\.self) }.max() ?? 0
    let scale = isShare ? 1 : max(1, peak)
    let (ceiling, floor) = (top + 18, top + 18 + Self.plotHeight)
    func place(_ value: Double) -> Double { floor - value / scale * Self.plotHeight }
    text += "<g>\n<text class=\"title\" x=\"\(Self.left.pixels)\" y=\"\((top + 8).pixels)\">"
    text += "\(panel.title)</text>\n"
    for (value, name) in [(0, "0"), (scale, isShare ? "100%" : String(Int(scale)))] {
      let y = place(value).pixels
      text += "<path class=\"grid\" d=\"M\(Self.left.pixels) \(y)H\(Self.right.pixels)\"/>\n"
      text +=
        "<text class=\"tick\" x=\"\((Self.left - 6).pixels)\" y=\"\(y)\" dy=\"4\">\(name)</text>\n"
    }
    let ends = panel.lines.map { place($0.values.last?.flatMap(\.self) ?? 0) }
    let labels = Self.spread(ends, from: ceiling, to: floor + Self.lineHeight)
    for (number, line) in panel.lines.enumerated() {
      text += "<path class=\"line line\(number)\" d=\"\(path(of: line, place))\"/>\n"
      text += "<path class=\"lead\" d=\"M\((Self.right + 2).pixels) \(ends[number].pixels)"
      text += "L\((Self.right + 14).pixels) \(labels[number].pixels)\"/>\n"
      text += "<text class=\"name line\(number)\" x=\"\((Self.right + 18).pixels)\""
      text += " y=\"\(labels[number].pixels)\" dy=\"4\">\(Self.label(of: line))</text>\n"
    }
    text += "</g>\n"
  }

  private static func label(of line: Line) -> String {
    let last = line.values.last?.flatMap(\.self)
    let value = last.map { line.isShare ? $0.percentage : String(Int($0)) } ?? "-"
    let name = line.name.count > 26 ? line.name.prefix(25) + "…" : line.name[...]
    return "\(value) \(String(name).escapedForXML)"
  }

  private func path(of line: Line, _ place: (Double) -> Double) -> String {
    let step = (Self.right - Self.left) / Double(max(1, line.values.count - 1))
    func decimal(_ length: Double) -> String { length.decimal(digits: 1) }
    var path = ""
    var isOpen = false
    for (number, value) in line.values.enumerated() {
      guard let value else {
        isOpen = false
        continue
      }
      let (x, y) = (decimal(Self.left + Double(number) * step), decimal(place(value)))
      path += isOpen ? "H\(x)V\(y)" : "M\(x) \(y)"
      isOpen = true
    }
    return line.values.count == 1 ? path + "H\(decimal(Self.right))" : path
  }

  private static func spread(_ places: [Double], from top: Double, to bottom: Double) -> [Double] {
    var spread = places
    var last = top - lineHeight
    let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    for number in order {
      spread[number] = max(places[number], last + lineHeight)
      last = spread[number]
    }
    var next = max(bottom, top + lineHeight * Double(places.count))
    for number in order.reversed() {
      spread[number] = min(spread[number], next - lineHeight)
      next = spread[number]
    }
    return spread
  }

  /// Lines differ in strokes as well as in colors, and have names next to them.
  private static let style = String(embedded("chart.css").dropLast())
}

extension History {
  public func svg() -> String { HistoryChart(of: self).svg() }
}
