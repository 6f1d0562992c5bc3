internal import Text

/// Renders a Markdown page of the manual for a terminal.
///
/// Supports the Markdown used in the pages: headings, paragraphs, lists, tables, fenced code, code
/// spans and links.
public struct TerminalPage {
  private let style: Style
  private let width: Int
  private var output = ""
  private var paragraph: [Substring] = []

  private init(style: Style) {
    self.style = style
    width = min(style.width ?? Self.widest, Self.widest)
  }

  /// The maximum line width: longer lines are hard to read.
  private static let widest = 100

  /// Returns `page` as text for a terminal, with a newline at the end.
  public static func rendered(_ page: String, style: Style) -> String {
    var renderer = TerminalPage(style: style)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    renderer.render(lines.last == "" ? lines.dropLast() : lines[...])
    return renderer.output
  }

  private mutating func render(_ lines: ArraySlice<Substring>) {
    var isCode = false
    var rows: [[String]] = []
    for line in lines {
      if !line.hasPrefix("|"), !rows.isEmpty {
        append(table: rows)
        rows = []
      }
      if line.hasPrefix("```") {
        flush()
        isCode.toggle()
      } else if isCode {
        output += line.isEmpty ? "\n" : "    " + String(line).escapedForTerminal + "\n"
      } else if line.hasPrefix("|") {
        flush()
        rows.append(Self.cells(of: line))
      } else if line.hasPrefix("#") {
        flush()
        let title = line.drop { $0 == "#" }.dropFirst()
        output += style.painted(String(title).escapedForTerminal, .bold) + "\n"
      } else if line.isEmpty {
        flush()
        output += "\n"
      } else {
        if line.hasPrefix("- ") { flush() }
        paragraph.append(line.drop { $0 == " " })
      }
    }
    flush()
    if !rows.isEmpty { append(table: rows) }
  }

  /// Appends the lines collected as one paragraph or list item.
  private mutating func flush() {
    guard !paragraph.isEmpty else { return }
    let text = paragraph.joined(separator: " ")
    paragraph = []
    guard text.hasPrefix("- ") else { return append(wrapped: text, indent: 0) }
    output += "  - "
    append(wrapped: String(text.dropFirst(2)), indent: 4)
  }

  /// Appends words, in lines that start at `indent` after the first.
  private mutating func append(wrapped text: String, indent: Int) {
    var cells = indent
    for (number, word) in words(of: text).enumerated() {
      if number > 0, cells + 1 + word.cells > width {
        output += "\n" + String(repeating: " ", count: indent)
        cells = indent
      } else if number > 0 {
        output += " "
        cells += 1
      }
      output += word.text
      cells += word.cells
    }
    output += "\n"
  }

  /// Returns the words of a text, with code spans painted if colors are supported.
  private func words(of text: String) -> [(text: String, cells: Int)] {
    var words: [(text: String, cells: Int)] = []
    var isOpen = false
    let spans = text.split(separator: "`", omittingEmptySubsequences: false)
    for (number, span) in spans.enumerated() {
      let isCode = number % 2 == 1
      let plain = isCode ? (style.color ? String(span) : "`\(span)`") : Self.withoutLinks(span)
      let parts = plain.split(separator: " ", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        if place > 0 { isOpen = false }
        guard !part.isEmpty else { continue }
        let shown = String(part).escapedForTerminal
        let painted = isCode ? style.painted(shown, .cyan) : shown
        if isOpen, let last = words.indices.last {
          words[last].text += painted
          words[last].cells += shown.displayCells
        } else {
          words.append((painted, shown.displayCells))
        }
        isOpen = true
      }
    }
    return words
  }

  /// Replaces `[label](address)` by `label (address)`, and removes the asterisks of bold text.
  private static func withoutLinks(_ text: Substring) -> String {
    text.split(separator: "](", omittingEmptySubsequences: false).enumerated().reduce(into: "") {
      let (number, part) = $1
      guard number > 0 else { return $0 += part }
      if let label = $0.lastIndex(of: "[") { $0.remove(at: label) }
      $0 += " (" + part
    }.replacing("**", with: "")
  }

  private static func cells(of row: Substring) -> [String] {
    row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// Appends columns side by side; the last one is wrapped.
  private mutating func append(table rows: [[String]]) {
    guard let head = rows.first, head.count > 1 else { return }
    let rows = [head] + rows.dropFirst(2)
    let widths = head.indices.dropLast().map { column in
      rows.map { row in
        column < row.count ? words(of: row[column]).reduce(-1) { $0 + 1 + $1.cells } : 0
      }.max() ?? 0
    }
    for row in rows {
      var indent = 2
      var start = "  "
      for (cell, width) in zip(row, widths) {
        let words = words(of: cell)
        let cells = words.reduce(-1) { $0 + 1 + $1.cells }
        start += words.map(\.text).joined(separator: " ")
        start += String(repeating: " ", count: width - max(0, cells) + 2)
        indent += width + 2
      }
      output += start
      append(wrapped: row.last ?? "", indent: indent)
    }
  }
}
