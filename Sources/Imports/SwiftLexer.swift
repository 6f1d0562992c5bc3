/// Divides Swift source into tokens precise enough to separate code from comments and literals.
///
/// Recovers from errors like the compiler's lexer, so that a wrong line hides nothing after it.
public struct SwiftLexer {
  public enum Token {
    case end
    /// An identifier, a keyword or a number.
    case word
    /// An identifier between back-ticks.
    case escapedWord
    /// An `@` and the word after it, including blanks between them.
    case attribute
    /// `#if`, `#elseif`, `#else` or `#endif`.
    case directive
    case open
    case close
    case dot
    /// A comma, a colon or a semicolon.
    case separator
    case sign
    /// A string or a regular expression.
    case literal
  }

  public let text: SourceText
  public private(set) var start = 0
  /// The end of the current token.
  public internal(set) var place = 0
  /// Whether the current token is the first on its line.
  public private(set) var startsLine = true
  /// The name of the last attribute.
  public private(set) var attribute = 0..<0
  private(set) var previous = Token.separator
  /// Whether the lexer recovered from something that the compiler may read differently, such as an
  /// unterminated literal.
  public internal(set) var hasGuessed = false
  /// The strings and interpolations open within a literal, outermost first.
  var nesting: [SwiftNesting] = []
  /// The number of literals that were unterminated at the end of the text; each costs a scan of the
  /// rest.
  private var earlyEnds = 0

  private static let mostEarlyEnds = 8

  /// The number of bytes scanned ahead of tokens that ended before them.
  private var bytesAhead = 0

  /// Whether lookahead is still allowed: at most eight times the size of the text in all, which
  /// only a hostile text exceeds.
  var mayLookAhead: Bool {
    mutating get {
      if bytesAhead > 8 * text.count { hasGuessed = true }
      return bytesAhead <= 8 * text.count
    }
  }

  /// Counts bytes of lookahead.
  mutating func countAhead(_ bytes: Int) { bytesAhead += bytes }

  /// Returns whether an unterminated literal may end with its first line; counts the calls.
  mutating func mayEndEarly() -> Bool {
    earlyEnds += 1
    return earlyEnds <= Self.mostEarlyEnds
  }

  public init(_ text: SourceText) {
    self.text = text
    if text.holds("\u{FEFF}", at: 0) { place = 3 }
    if text.holds("#!", at: place) {
      place = text.endOfLine(from: place)
      hasGuessed = true
    }
  }

  public var range: Range<Int> { start..<place }

  /// Returns whether the current token is this word.
  func isWord(_ word: StaticString) -> Bool { text.equals(word, range) }

  /// Advances to the next token.
  ///
  /// - Complexity: O(*n*) for all tokens of a text together.
  public mutating func next() -> Token {
    startsLine = place == 0
    skipBlanks()
    start = place
    let token = place < text.count ? read() : .end
    previous = token
    return token
  }

  private mutating func read() -> Token {
    let byte = text[place]
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      place += 1
      return .open
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      place += 1
      return .close
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"):
      place += 1
      return .separator
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return readString(hashes: 0)
    case UInt8(ascii: "#"): return readHash()
    case UInt8(ascii: "`"): return readEscapedWord()
    case UInt8(ascii: "@"): return readAttribute()
    case UInt8(ascii: "."):
      place += 1
      if text[place] != UInt8(ascii: ".") { return .dot }
      return readOperator()
    // UTF-16 byte order marks end the source for the compiler.
    case 0xFE, 0xFF:
      place = text.count
      hasGuessed = true
      return .end
    case _ where byte.isWordCharacter:
      place = text.endOfWord(from: place)
      return .word
    case _ where byte.isOperatorCharacter: return readOperator()
    default:
      place += 1
      return .sign
    }
  }

  private mutating func skipBlanks() {
    while place < text.count {
      let byte = text[place]
      if byte.isNewline {
        startsLine = true
        place += 1
      } else if byte.isBlank {
        place += 1
      } else if text.holdsNoBreakSpace(at: place) {
        place += 2
      } else if byte == UInt8(ascii: "/"), skipComment() {
        // A comment of several lines counts as its newlines, see below.
      } else {
        return
      }
    }
  }

  /// Skips a comment, if one starts here.
  mutating func skipComment() -> Bool {
    if text[place + 1] == UInt8(ascii: "/") {
      place = text.endOfLine(from: place)
      return true
    }
    guard text[place + 1] == UInt8(ascii: "*") else { return false }
    var depth = 1
    place += 2
    while place < text.count, depth > 0 {
      let (byte, after) = (text[place], text[place + 1])
      if byte == UInt8(ascii: "/"), after == UInt8(ascii: "*") {
        depth += 1
        place += 2
      } else if byte == UInt8(ascii: "*"), after == UInt8(ascii: "/") {
        depth -= 1
        place += 2
      } else {
        if byte.isNewline { startsLine = true }
        place += 1
      }
    }
    if depth > 0 { hasGuessed = true }
    return true
  }

  /// Skips to the end of the current line.
  public mutating func skipLine() { place = text.endOfLine(from: place) }

  private mutating func readAttribute() -> Token {
    place += 1
    let (behindSign, isFirst) = (place, startsLine)
    // The compiler warns about blanks here and continues.
    skipBlanks()
    startsLine = isFirst
    attribute = place..<text.endOfWord(from: place)
    // A keyword after an `@` is still a keyword.
    let isKeyword = text.equals("import", attribute)
    place = isKeyword || attribute.isEmpty ? behindSign : attribute.upperBound
    return isKeyword ? .sign : .attribute
  }

  private mutating func readEscapedWord() -> Token {
    var end = place + 1
    while end < text.count, !text[end].isNewline, text[end] != UInt8(ascii: "`") { end += 1 }
    guard text[end] == UInt8(ascii: "`"), end > place + 1 else {
      place += 1
      hasGuessed = true
      return .sign
    }
    place = end + 1
    return .escapedWord
  }

  private mutating func readHash() -> Token {
    var end = place
    while text[end] == UInt8(ascii: "#") { end += 1 }
    if text[end] == UInt8(ascii: "\"") {
      let hashes = end - place
      place = end
      return readString(hashes: hashes)
    }
    if text[end] == UInt8(ascii: "/") { return readExtendedRegex(hashes: end - place) }
    guard end == place + 1 else {
      // The last one may start a directive.
      place = end - 1
      return .sign
    }
    let word = end..<text.endOfWord(from: end)
    place = word.upperBound
    let words: [StaticString] = ["if", "elseif", "else", "endif"]
    return words.contains { text.equals($0, word) } ? .directive : .sign
  }
}

/// An open string or interpolation within a Swift literal.
enum SwiftNesting {
  case string(quote: UInt8, hashes: Int, isMultiline: Bool)
  /// A parenthesis of an interpolation: the first one or one inside it.
  case parenthesis
}
