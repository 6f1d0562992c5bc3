internal import Diagnostics

/// The lines of a text, used to explain syntax errors.
struct SourceLines {
  private var lines: [ArraySlice<UInt8>] = []

  init(_ bytes: [UInt8]) {
    var start = 0
    for index in bytes.indices where endsLine(at: index, of: bytes) {
      lines.append(bytes[start...index])
      start = index + 1
    }
    lines.append(bytes[start...])
  }

  /// The first line with a merge-conflict marker of git.
  var conflictLine: UInt32? {
    let signs = ["<<<<<<< ", ">>>>>>> ", "||||||| "]
    let index = lines.firstIndex { line in signs.contains { line.starts(with: $0.utf8) } }
    return index.map { UInt32(truncatingIfNeeded: $0 + 1) }
  }

  /// Returns the first tab in the indentation before `place`, or at `place` itself.
  func tab(before place: Position) -> Position? {
    let line = scalars(ofLine: place.line)
    let blanks = line.prefix { $0 == " " || $0 == "\t" }
    guard let tab = blanks.firstIndex(of: "\t") else { return nil }
    // After a key, tabs are ordinary blanks.
    guard tab < Int(place.column), blanks.count < line.count else { return nil }
    return Position(line: place.line, column: UInt32(truncatingIfNeeded: tab + 1))
  }

  func rest(ofLineFrom place: Position) -> (Position, Position) {
    var scalars = scalars(ofLine: place.line)
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return (place, max(place, Self.place(place.line, after: scalars.count)))
  }

  func text(from start: Position, to end: Position) -> String {
    let scalars = scalars(ofLine: start.line)
    let first = min(Int(start.column) - 1, scalars.count)
    let last = min(max(first, Int(end.column) - 1), scalars.count)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[first..<last])
    return String(text)
  }

  func sign(at place: Position) -> String {
    text(from: place, to: Position(line: place.line, column: place.column &+ 1))
  }

  /// Returns whether a key ends before `place` in its line.
  func hasColon(before place: Position) -> Bool {
    let line = text(from: Position(line: place.line, column: 1), to: place)
    return line.contains(": ") || line.contains(":\t")
  }

  /// Returns the text of a line without the blanks around it.
  func content(ofLine line: UInt32) -> (Position, Position) {
    let blanks = scalars(ofLine: line).prefix { $0 == " " || $0 == "\t" }.count
    return rest(ofLineFrom: Self.place(line, after: blanks))
  }

  /// Returns the text of the nearest nonblank line above.
  func textLine(before line: UInt32) -> (Position, Position)? {
    var line = line
    while line > 1 {
      line -= 1
      let place = content(ofLine: line)
      if place.0 < place.1 { return place }
    }
    return nil
  }

  /// Returns whether a key ends within a line.
  func hasColon(_ place: (Position, Position)) -> Bool {
    let line = text(from: place.0, to: place.1)
    return line.contains(": ") || line.hasSuffix(":")
  }

  /// Returns whether only blanks precede `place` on its line.
  func isFirst(_ place: Position) -> Bool {
    let line = text(from: Position(line: place.line, column: 1), to: place)
    return line.unicodeScalars.allSatisfy { $0 == " " }
  }

  /// Returns whether only blanks follow from `place` on.
  func isEnd(_ place: Position) -> Bool {
    lines.dropFirst(Int(place.line)).allSatisfy { $0.allSatisfy { $0 <= 0x20 } }
      && scalars(ofLine: place.line).dropFirst(Int(place.column) - 1)
        .allSatisfy { $0.properties.isWhitespace }
  }

  private func scalars(ofLine line: UInt32) -> [Unicode.Scalar] {
    let index = Int(line) - 1
    guard lines.indices.contains(index) else { return [] }
    // Longer lines are generated, and their rest is ignored.
    return Array(String(decoding: lines[index].prefix(100_000), as: UTF8.self).unicodeScalars)
  }

  private static func place(_ line: UInt32, after count: Int) -> Position {
    Position(line: line, column: UInt32(truncatingIfNeeded: count + 1))
  }
}

extension Position {
  /// Creates the position of a byte offset in a UTF-8 text.
  ///
  /// As in YAML 1.1 (5.4) and libyaml, lines end at line feeds, carriage returns, U+0085, U+2028
  /// and U+2029.
  init(offset: Int, in bytes: [UInt8]) {
    self.init(line: 1, column: 1)
    for index in bytes.indices.prefix(offset) {
      if endsLine(at: index, of: bytes) {
        line += 1
        column = 1
      } else if bytes[index] & 0xc0 != 0x80 {
        column += 1
      }
    }
  }
}

/// Returns whether the byte at `index` is the last one of a line break.
public func endsLine(at index: Int, of bytes: [UInt8]) -> Bool {
  switch bytes[index] {
  case 0x0a: true
  case 0x0d: index + 1 == bytes.count || bytes[index + 1] != 0x0a
  case 0x85: index > 0 && bytes[index - 1] == 0xc2
  case 0xa8, 0xa9: index > 1 && bytes[index - 2] == 0xe2 && bytes[index - 1] == 0x80
  default: false
  }
}
