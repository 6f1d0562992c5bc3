/// Skips blanks, comments and literals in sources of C, C++ and Objective-C.
struct CText {
  let text: SourceText
  var place = 0

  init(_ text: SourceText) {
    self.text = text
    if text.holds("\u{FEFF}", at: 0) { place = 3 }
  }

  /// Skips blanks, comments and escaped newlines.
  mutating func skipBlanks() {
    while place < text.count {
      let end = text.endOfBlanks(from: place)
      if end > place {
        place = end
      } else if let length = continuation(at: place) {
        place += length
      } else if !skipComment() {
        return
      }
    }
  }

  /// Skips a comment, if one starts here.
  mutating func skipComment() -> Bool {
    guard text[place] == UInt8(ascii: "/") else { return false }
    if text[place + 1] == UInt8(ascii: "/") {
      skipLine()
      return true
    }
    guard text[place + 1] == UInt8(ascii: "*") else { return false }
    place += 2
    while place < text.count,
      text[place] != UInt8(ascii: "*") || text[place + 1] != UInt8(ascii: "/")
    {
      place += 1
    }
    place = min(place + 2, text.count)
    return true
  }

  /// Skips to the newline that ends the line, past escaped ones.
  mutating func skipLine() {
    while place < text.count, !text[place].isNewline {
      place += continuation(at: place) ?? 1
    }
  }

  /// Returns the length of a backslash and the newline after it.
  func continuation(at place: Int) -> Int? {
    guard text[place] == UInt8(ascii: "\\"), text[place + 1].isNewline else { return nil }
    return text.holds("\r\n", at: place + 1) ? 3 : 2
  }

  /// Skips a string or character literal, which ends with its line at the latest.
  mutating func skipLiteral() {
    let quote = text[place]
    place += 1
    while place < text.count, !text[place].isNewline {
      let byte = text[place]
      if byte == UInt8(ascii: "\\") {
        place += continuation(at: place) ?? 2
        continue
      }
      place += 1
      if byte == quote { return }
    }
    place = min(place, text.count)
  }
}
