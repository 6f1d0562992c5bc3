import Diagnostics
internal import Text

/// A line of source with an underlined part, cut to a number of cells.
struct Excerpt {
  /// The line, or a part of it between ellipses.
  private(set) var text = ""
  /// The number of cells before the underline.
  private(set) var indent = 0
  /// The number of cells of the underline, at least one.
  private(set) var length = 1

  private static let tabStop = 4

  /// The text before the underlined part, the underlined part, and the text after it.
  var parts: [String] {
    var parts = ["", "", ""]
    var cell = 0
    for character in text {
      let part = cell < indent ? 0 : cell < indent + length ? 1 : 2
      parts[part].append(character)
      cell += character.displayCells
    }
    return parts
  }

  /// Creates an excerpt of `line` with `range` underlined, up to the end of the line if `range`
  /// continues below.
  ///
  /// - Complexity: O(`limit`), except for blanks at the end of the line.
  init(_ line: [Unicode.Scalar], _ range: SourceRange, cells limit: Int) {
    let count = line.count - line.reversed().prefix { $0.properties.isWhitespace }.count
    let start = min(Int(range.start.column) - 1, count)
    let isOneLine = range.end.line == range.start.line
    let end = isOneLine ? min(Int(range.end.column) - 1, count) : count
    let marked = max(0, start)..<max(0, start, end)
    // A minified file is one line of megabytes: inspect only what can be shown.
    let near = max(0, marked.lowerBound - limit)..<min(count, marked.lowerBound + 2 * limit)
    let pieces = Self.pieces(of: line[near])
    let widths = pieces.map(\.cells)
    let local = marked.clamped(to: near.lowerBound..<near.upperBound)
    let shown = local.lowerBound - near.lowerBound..<local.upperBound - near.lowerBound
    let window = Self.window(
      of: widths, around: shown, cells: limit,
      isWhole: (near.lowerBound == 0, near.upperBound == count))
    let isCutLeft = near.lowerBound + window.lowerBound > 0
    let isCutRight = near.lowerBound + window.upperBound < count

    let inside = pieces[window].map(\.text).joined()
    // The underline of a hostile line may then be misaligned.
    text = ((isCutLeft ? "…" : "") + inside + (isCutRight ? "…" : ""))
      .disarmingCommands("\\u{23}")
    let part = shown.clamped(to: window)
    indent = (isCutLeft ? 1 : 0) + widths[window.lowerBound..<part.lowerBound].reduce(0, +)
    length = max(1, widths[part].reduce(0, +))
  }

  /// Returns what is shown of each scalar, and its number of cells.
  ///
  /// The piece of the first scalar has the whole character, unless one of its scalars is escaped.
  private static func pieces(
    of line: ArraySlice<Unicode.Scalar>
  ) -> [(text: String, cells: Int)] {
    var text = ""
    text.unicodeScalars.append(contentsOf: line)
    var pieces: [(text: String, cells: Int)] = []
    var cell = 0
    for character in text {
      let scalars = Array(character.unicodeScalars)
      let hostile = scalars.indices.filter { index in
        guard scalars[index].isHostile else { return false }
        let previous = index > 0 ? scalars[index - 1] : nil
        return !scalars[index].joins(previous, index + 1 < scalars.count ? scalars[index + 1] : nil)
      }
      for (index, scalar) in scalars.enumerated() {
        var piece = (text: "", cells: 0)
        if hostile.isEmpty {
          if index == 0 { piece = (String(character), character.displayCells) }
        } else if scalar == "\t" {
          piece.cells = tabStop - cell % tabStop
          piece.text = String(repeating: " ", count: piece.cells)
        } else if hostile.contains(index) {
          piece = (scalar.visibleEscape, scalar.visibleEscape.utf8.count)
        } else {
          piece = (String(scalar), scalar.displayCells)
        }
        pieces.append(piece)
        cell += piece.cells
      }
    }
    return pieces
  }

  /// Returns the scalars to show: all if they fit, else a range around `marked` with room for
  /// ellipses.
  private static func window(
    of widths: [Int], around marked: Range<Int>, cells limit: Int,
    isWhole: (left: Bool, right: Bool)
  ) -> Range<Int> {
    let total = widths.reduce(0, +)
    if isWhole == (true, true), total <= limit { return 0..<widths.count }
    let before = widths[..<marked.lowerBound].reduce(0, +)
    let length = max(1, widths[marked].reduce(0, +))

    var lower = 0
    if !isWhole.left || before + length > limit - 1 {
      // Half of the remaining room goes before the mark, more if little text follows it.
      let room = max(0, limit - 2 - length)
      let after = total - before - length
      let kept = isWhole.right ? max(room / 2, room + 1 - after) : room / 2
      lower = marked.lowerBound
      var context = 0
      while lower > 0, context + widths[lower - 1] <= kept {
        lower -= 1
        context += widths[lower]
      }
      while lower < marked.lowerBound, widths[lower] == 0 { lower += 1 }
    }
    let first = lower == 0 && isWhole.left ? 0 : 1
    let rest = widths[lower...].reduce(0, +)
    let most = limit - first - (isWhole.right && rest + first <= limit ? 0 : 1)
    var (upper, used) = (lower, 0)
    while upper < widths.count, used + widths[upper] <= most {
      used += widths[upper]
      upper += 1
    }
    return lower..<upper
  }
}
