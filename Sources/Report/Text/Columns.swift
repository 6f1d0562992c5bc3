import Text

/// Lines of two aligned columns.
///
/// If a line would exceed the terminal's width, its second column moves to the next line.
struct Columns {
  private struct Line {
    var first: String
    var second: String
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
  func padded(toAtLeast width: Int) -> String {
    String(repeating: " ", count: max(0, width - utf8.count)) + self
  }
}

/// The capabilities of the destination of text.
public struct Style: Hashable, Sendable {
  /// Whether it supports colors: the SGR sequences of ECMA-48.
  public var color: Bool
  /// The width in cells, or `nil` if unlimited; only source lines are cut.
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

extension String {
  /// The width in terminal cells, after escaping.
  var displayCells: Int {
    if utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayCells }
  }
}

extension Character {
  /// The width of a character in terminal cells: the sum of its scalars, but two for an emoji of
  /// any number of scalars.
  ///
  /// Terminals disagree on these: old ones show the parts of joined emoji (families, flags, skin
  /// tones) side by side, and some use another width for Indic clusters. An underline is then
  /// misaligned by some cells.
  var displayCells: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first, scalars.count > 1 else {
      return scalars.first?.displayCells ?? 0
    }
    let isEmoji =
      first.properties.isEmojiPresentation
      || first.properties.isEmoji && scalars.contains { $0.value == 0xFE0F }
    return isEmoji ? 2 : scalars.reduce(0) { $0 + $1.displayCells }
  }
}

extension Unicode.Scalar {
  /// The width of the scalar in terminal cells: 0 for marks and invisible format characters, 2 for
  /// wide ones.
  ///
  /// The standard library lacks East Asian Width (Unicode, annex 11), so the wide blocks are
  /// listed; narrow scalars in them count as wide. Ambiguous scalars are narrow, as outside of CJK
  /// locales.
  var displayCells: Int {
    guard value >= 0x300 else { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if (0x1160...0x11FF).contains(value) { return 0 }  // vowels and finals of Hangul syllables
    return isInWideBlock || properties.isEmojiPresentation ? 2 : 1
  }

  private var isInWideBlock: Bool {
    switch value {
    case 0x1100...0x115F,  // initials of Hangul syllables
      0x2E80...0x303E, 0x3041...0xA4CF,  // radicals, kana, ideographs, Yi
      0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,  // compatibility forms
      0xFF01...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
      0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, Nushu, kana supplements
      0x1F200...0x1F2FF, 0x20000...0x3FFFD:  // enclosed and further ideographs
      true
    default: false
    }
  }
}

extension String {
  /// Returns the greatest width of the text, in pixels, set in `size` pixels of a common sans-serif
  /// face.
  ///
  /// No font is available: the widths are those of DejaVu Sans and Verdana, the widest of the usual
  /// fallbacks, in classes of letters. Text in Helvetica leaves a little room.
  func labelWidth(size: Double) -> Double {
    size * reduce(0) { $0 + $1.widthInEms }
  }
}

extension Character {
  fileprivate var widthInEms: Double {
    switch self {
    case "i", "j", "l", "I", "'", "|": 0.36
    case " ", ".", ",", ":", ";", "!", "(", ")", "[", "]", "/", "\\", "-", "f", "r", "t", "\"": 0.46
    case "m", "M", "W", "w", "@", "%", "…": 1.02
    case "+", "<", ">", "=", "~", "#", "&": 0.86
    case "A"..."Z": 0.8
    case "a"..."z", "0"..."9", "_", "$", "?", "*": 0.65
    default: displayCells == 2 ? 1.3 : Double(displayCells) * 0.9
    }
  }
}
