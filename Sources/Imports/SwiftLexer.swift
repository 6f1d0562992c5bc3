/// Divides Swift source into tokens, as far as it takes to tell code from comments and literals.
///
/// Follows the compiler's lexer also where a text is not a correct program, so that one wrong line hides
/// nothing that stands behind it.
public struct SwiftLexer {
  public enum Token {
    case end
    /// An identifier, a keyword or a number.
    case word
    /// An identifier between back-ticks.
    case escapedWord
    /// An `@` and the word behind it, with what stands between them.
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
  /// The start of the current token.
  public private(set) var start = 0
  /// The end of the current token.
  public internal(set) var place = 0
  /// Whether the present token is the first on its line.
  public private(set) var startsLine = true
  /// The name of the attribute that was read last.
  public private(set) var attribute = 0..<0
  private(set) var previous = Token.separator
  /// Whether a token was read in a way that the compiler may not share, as after a literal that is not closed.
  public internal(set) var hasGuessed = false
  /// What is open within a literal, from outside in.
  var nesting: [SwiftNesting] = []
  /// How often a literal was given up at the end of the text; every time that costs all the rest.
  private var earlyEnds = 0

  private static let mostEarlyEnds = 8

  /// How many bytes were looked at ahead of tokens that ended before them.
  private var bytesAhead = 0

  /// Whether a token may still depend on bytes behind it: not once these are eight times the text, which
  /// only a text made to be slow reaches.
  var mayLookAhead: Bool {
    mutating get {
      if bytesAhead > 8 * text.count { hasGuessed = true }
      return bytesAhead <= 8 * text.count
    }
  }

  /// Counts bytes that are looked at before it is known whether the token reaches them.
  mutating func countAhead(_ bytes: Int) { bytesAhead += bytes }

  /// Whether a literal that is not closed may end with its first line; counts how often it did.
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

  /// The bytes of the present token.
  public var range: Range<Int> { start..<place }

  /// Whether the present token is this word.
  func isWord(_ word: StaticString) -> Bool { text.equals(word, range) }

  /// Goes on to the next token.
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
    // The marks of UTF-16 end the source for the compiler.
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
        // A comment of several lines counts as their newlines, see below.
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

  /// Continues after the current line.
  public mutating func skipLine() { place = text.endOfLine(from: place) }

  private mutating func readAttribute() -> Token {
    place += 1
    let (behindSign, isFirst) = (place, startsLine)
    // The compiler warns of what stands between, and goes on.
    skipBlanks()
    startsLine = isFirst
    attribute = place..<text.endOfWord(from: place)
    // It takes the keyword behind an `@` for what it is elsewhere.
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

/// What is open within a literal of Swift.
enum SwiftNesting {
  case string(quote: UInt8, hashes: Int, isMultiline: Bool)
  /// A parenthesis of an interpolation, the one that starts it or one inside of it.
  case parenthesis
}
