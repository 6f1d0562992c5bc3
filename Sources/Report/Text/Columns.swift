internal import Text

/// Lines of two aligned columns.
///
/// If a line would exceed the terminal's width, its second column moves to the next line.
struct Columns {
  private struct Line {
    var first: String
    var second: String
    /// The cells of both texts.
    var cells: (first: Int, second: Int)
  }

  private var lines: [Line] = []

  mutating func add(_ first: String, _ second: String) {
    let cells = (first.displayCells, second.displayCells)
    lines.append(Line(first: first, second: second, cells: cells))
  }

  func append(to output: inout String, indent: Int, _ style: Style) {
    let room = (style.width ?? .max) - indent
    // A few long names must not push all locations out of view.
    var widest = 0
    for line in lines
    where line.cells.second > 0 && line.cells.first + 2 + line.cells.second <= room {
      widest = max(widest, line.cells.first)
    }
    func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
    for line in lines {
      let gap = max(widest, line.cells.first) - line.cells.first + 2
      output += spaces(indent) + line.first
      if !line.second.isEmpty {
        let fits = line.cells.first + gap + line.cells.second <= room
        output += fits ? spaces(gap) : "\n" + spaces(indent + 4)
        output += line.second
      }
      output += "\n"
    }
  }
}

extension String {
  /// Returns the string with leading spaces up to `width`; for plain text such as numbers.
  func padded(toAtLeast width: Int) -> String {
    String(repeating: " ", count: max(0, width - utf8.count)) + self
  }
}
