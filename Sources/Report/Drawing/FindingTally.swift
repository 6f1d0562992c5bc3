internal import Diagnostics
internal import Layout
internal import Text

/// The number of new findings at a module: of errors if there are any, else of warnings.
struct FindingTally: Hashable {
  var severity: Severity
  /// `nil` in the legend.
  var count: Int?

  var title: String { "\(severity.rawValue)s" }

  func append(at box: Rectangle, to output: inout String) {
    let text = count.map(String.init) ?? "n"
    // Bold digits of 10 pixels are as wide as others of 10.7.
    let width = text.labelWidth(size: 10.7).rounded(.up) + 12
    let frame = Rectangle(
      origin: Point(x: box.maxX + 8 - width, y: box.minY - 8), size: Size(width: width, height: 16))
    output += "<g class=\"tally \(severity.rawValue)\"><rect \(frame.attributes) rx=\"8\"/>"
    output +=
      "<text x=\"\(frame.midX.pixels)\" y=\"\((frame.minY + 12).pixels)\">\(text)</text></g>"
  }
}

extension FindingTally {
  init?(of node: GraphView.Node) {
    guard node.errorCount + node.warningCount > 0 else { return nil }
    severity = node.errorCount > 0 ? .error : .warning
    count = node.errorCount > 0 ? node.errorCount : node.warningCount
  }
}
