/// Lines of two columns, the second ones below each other.
///
/// Where a line would be longer than the terminal is wide, its second column goes to the next line.
struct Columns {
  private var lines: [(first: String, second: String, address: String?)] = []

  /// Both are safe to show already; `address` is what the second may link to.
  mutating func add(_ first: String, _ second: String, address: String? = nil) {
    lines.append((first, second, address))
  }

  func append(to output: inout String, indent: Int, _ style: Style) {
    let widths = lines.map(\.first.displayCells)
    let margin = String(repeating: " ", count: indent)
    let room = (style.width ?? .max) - indent
    // A few long names must not push all places out of sight.
    let fits = zip(lines, widths).filter { line, cells in
      !line.second.isEmpty && cells + 2 + line.second.displayCells <= room
    }
    let widest = fits.map(\.1).max() ?? 0
    for (line, cells) in zip(lines, widths) {
      let gap = max(widest, cells) - cells + 2
      let second = style.linked(line.second, to: line.address)
      if line.second.isEmpty {
        output += margin + line.first + "\n"
      } else if cells + gap + line.second.displayCells <= room {
        output += margin + line.first + String(repeating: " ", count: gap) + second + "\n"
      } else {
        output += margin + line.first + "\n" + margin + "    " + second + "\n"
      }
    }
  }
}

extension String {
  /// With spaces before it up to `width`; for numbers and other plain text.
  func padded(toAtLeast width: Int) -> String {
    String(repeating: " ", count: max(0, width - utf8.count)) + self
  }
}
