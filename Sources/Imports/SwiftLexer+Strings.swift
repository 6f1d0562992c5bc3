// Strings.
extension SwiftLexer {
  /// Reads a string literal including its interpolations.
  mutating func readString(hashes: Int) -> Token {
    nesting.removeAll(keepingCapacity: true)
    let opening = place
    openString(hashes: hashes)
    while place < text.count {
      switch nesting.last {
      case nil: return .literal
      case .parenthesis: stepInInterpolation()
      case .string(let quote, let hashes, let isMultiline):
        if !stepInString(quote, hashes, isMultiline) { return .literal }
      }
    }
    hasGuessed = true
    // Unterminated: the compiler continues after the first line.
    if case .string(_, _, isMultiline: false) = nesting.first, mayEndEarly() {
      place = text.endOfLine(from: opening)
    }
    place = min(place, text.count)
    return .literal
  }

  /// Opens the string whose first quote is at `place`.
  private mutating func openString(hashes: Int) {
    let quote = text[place]
    if quote != UInt8(ascii: "\"") { hasGuessed = true }
    place += 1
    var isMultiline = false
    if quote == UInt8(ascii: "\""), text[place] == quote, text[place + 1] == quote,
      !closesOnLine(hashes: hashes)
    {
      isMultiline = true
      place += 2
    }
    nesting.append(.string(quote: quote, hashes: hashes, isMultiline: isMultiline))
  }

  /// Returns whether an apparent start of a multi-line raw string ends on its line: `#"""#`.
  private mutating func closesOnLine(hashes: Int) -> Bool {
    guard hashes > 0, mayLookAhead else { return false }
    var end = place + 1
    defer { countAhead(end - place) }
    while end < text.count, !text[end].isNewline {
      if text[end] == UInt8(ascii: "\""), hasHashes(hashes, at: end + 1) { return true }
      end += 1
    }
    return false
  }

  /// Skips a character of a string; returns whether the literal continues.
  private mutating func stepInString(_ quote: UInt8, _ hashes: Int, _ isMultiline: Bool) -> Bool {
    let byte = text[place]
    if byte == UInt8(ascii: "\\"), hasHashes(hashes, at: place + 1) {
      place += 1 + hashes
      if text[place] == UInt8(ascii: "(") {
        nesting.append(.parenthesis)
        place += 1
      } else if !text[place].isNewline {
        place += 1
      }
    } else if byte.isNewline, !isMultiline {
      nesting.removeAll(keepingCapacity: true)
      hasGuessed = true
      return false
    } else if byte == quote {
      closeString(quote, hashes, isMultiline)
      return !nesting.isEmpty
    } else {
      place += 1
    }
    return true
  }

  private mutating func closeString(_ quote: UInt8, _ hashes: Int, _ isMultiline: Bool) {
    place += 1
    if isMultiline {
      guard text[place] == quote, text[place + 1] == quote else { return }
      guard hasHashes(hashes, at: place + 2) else { return }
      place += 2
    }
    guard hasHashes(hashes, at: place) else { return }
    place += hashes
    nesting.removeLast()
  }

  /// Skips a character of the code in an interpolation.
  private mutating func stepInInterpolation() {
    switch text[place] {
    case UInt8(ascii: "("):
      nesting.append(.parenthesis)
      place += 1
    case UInt8(ascii: ")"):
      nesting.removeLast()
      place += 1
    case UInt8(ascii: "\""), UInt8(ascii: "'"): openString(hashes: 0)
    case UInt8(ascii: "#"):
      var end = place
      while text[end] == UInt8(ascii: "#") { end += 1 }
      let hashes = end - place
      place = end
      if text[end] == UInt8(ascii: "\"") { openString(hashes: hashes) }
    case UInt8(ascii: "/"):
      hasGuessed = true
      if !skipComment() { place += 1 }
    default: place += 1
    }
  }
}
