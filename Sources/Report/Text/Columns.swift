internal import Text

/// Lines of two aligned columns.
///
/// If a line would exceed the terminal's width, its second column moves to the next line.
struct Columns {
  /// A line.
  ///
  /// Each text ends at the start of the next one.
  private struct Line {
    var firstEnd: Int
    var secondEnd: Int
    /// The cells of both texts.
    var cells: (first: Int, second: Int)
    var address: String?
  }

  private var text = TextBuffer()
  private var lines: [Line] = []

  init() {}

  /// Reserves space for a number of lines of usual length.
  init(lines count: Int) {
    text.reserveCapacity(128 * count)
    lines.reserveCapacity(count)
  }

  /// Adds a line of escaped texts; `address` is the hyperlink of the second one.
  mutating func add(_ first: String, _ second: String, address: String? = nil) {
    add({ $0 += first }, { $0 += second }, address: address)
  }

  /// Adds a line of the texts that the closures append.
  mutating func add(
    _ first: (inout TextBuffer) -> Void, _ second: (inout TextBuffer) -> Void,
    address: String? = nil
  ) {
    let start = text.count
    first(&text)
    let end = text.count
    second(&text)
    let cells = (text.displayCells(start..<end), text.displayCells(end..<text.count))
    lines.append(Line(firstEnd: end, secondEnd: text.count, cells: cells, address: address))
  }

  func append(to output: inout String, indent: Int, _ style: Style) {
    var buffer = TextBuffer()
    append(to: &buffer, indent: indent, style)
    output += buffer.string
  }

  func append(to output: inout TextBuffer, indent: Int, _ style: Style) {
    let room = (style.width ?? .max) - indent
    // A few long names must not push all locations out of view.
    var widest = 0
    for line in lines
    where line.cells.second > 0 && line.cells.first + 2 + line.cells.second <= room {
      widest = max(widest, line.cells.first)
    }
    var start = 0
    for line in lines {
      let gap = max(widest, line.cells.first) - line.cells.first + 2
      output.append(spaces: indent)
      output += text.bytes[start..<line.firstEnd]
      if line.secondEnd > line.firstEnd {
        if line.cells.first + gap + line.cells.second <= room {
          output.append(spaces: gap)
        } else {
          output.append(UInt8(ascii: "\n"))
          output.append(spaces: indent + 4)
        }
        style.append(linkTo: line.address, to: &output) {
          $0 += text.bytes[line.firstEnd..<line.secondEnd]
        }
      }
      output.append(UInt8(ascii: "\n"))
      start = line.secondEnd
    }
  }
}

extension String {
  /// Returns the string with leading spaces up to `width`; for plain text such as numbers.
  func padded(toAtLeast width: Int) -> String {
    String(repeating: " ", count: max(0, width - utf8.count)) + self
  }
}
