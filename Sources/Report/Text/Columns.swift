import Text

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

  func text(indent: Int, _ style: Style) -> String {
    let room = (style.width ?? .max) - indent
    // A few long names must not push all locations out of view.
    let widest =
      lines.filter {
        $0.cells.second > 0 && $0.cells.first + 2 + $0.cells.second <= room
      }.map(\.cells.first).max() ?? 0
    func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
    return lines.map { line in
      let start = spaces(indent) + line.first
      guard !line.second.isEmpty else { return start + "\n" }
      let gap = max(widest, line.cells.first) - line.cells.first + 2
      let fits = line.cells.first + gap + line.cells.second <= room
      return start + (fits ? spaces(gap) : "\n" + spaces(indent + 4)) + line.second + "\n"
    }.joined()
  }
}

/// Returns a table of rows with as many cells each, which are escaped.
///
/// Columns are aligned to the left, or to the right but for the last one; `heading` writes the first
/// row.
public func columns(
  _ rows: [[String]], toTheRight: Bool = false, heading: (String) -> String = { $0 }
) -> String {
  let cells = rows.map { $0.map(\.escapedForTerminal) }
  let widths = (cells.first ?? []).indices.map { column in
    cells.map { $0[column].count }.max() ?? 0
  }
  let lines = cells.map { row in
    let padded = zip(row, widths).dropLast().map { cell, width in
      let blanks = String(repeating: " ", count: width - cell.count)
      return toTheRight ? blanks + cell : cell + blanks
    }
    return (padded + row.suffix(1)).joined(separator: "  ")
  }
  return lines.enumerated().map { ($0 == 0 ? heading($1) : $1) + "\n" }.joined()
}

extension String {
  /// Returns the string with leading spaces up to `width`; for plain text such as numbers.
  func padded(toAtLeast width: Int) -> String {
    String(repeating: " ", count: max(0, width - utf8.count)) + self
  }
}

/// The capabilities of the destination of text.
public struct Style: Hashable, Sendable {
  /// Whether it supports colors: the SGR sequences of ECMA-48.
  public var color: Bool
  /// The width in cells, or `nil` if unlimited.
  ///
  /// Only source lines are cut; terminals wrap messages.
  public var width: Int?
  /// Whether only the first line of each finding is printed.
  public var isConcise = false
  /// Whether each finding is printed by itself, with its chain, instead of in a block.
  public var isVerbose = false

  public init(color: Bool = false, width: Int? = nil) {
    self.color = color
    self.width = width
  }
}

enum Paint: String {
  case bold = "1"
  case dim = "2"
  case red = "1;31"
  case yellow = "1;33"
  case cyan = "1;36"
}

extension Style {
  /// Returns `text`, which is already escaped, in `paint`.
  func painted(_ text: String, _ paint: Paint) -> String {
    color && !text.isEmpty ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }
}
