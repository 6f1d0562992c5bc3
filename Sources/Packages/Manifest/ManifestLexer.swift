internal import Imports

struct ManifestToken {
  var kind: Kind
  var range: Range<Int>
  /// Whether the token is the first on its line.
  var startsLine = false
  var hasSpaceBefore = false
  /// Whether a blank, a comment or punctuation that ends an operand follows.
  var hasSpaceAfter = false
  /// Whether it is a literal on one line without escapes.
  var isPlain = false
  /// The first byte; 0 for literals and the end.
  var first: UInt8 = 0
  /// The index of the matching bracket.
  var match = 0

  enum Kind {
    /// An identifier or a keyword. The range excludes back-ticks.
    case identifier
    /// A string literal with its quotes.
    case text
    case number
    case sign
    /// An operator of one or more characters.
    case operation
    /// `#if` and other words after a `#`.
    case directive
    case end
  }
}

/// The location at which a manifest cannot be read without running it.
struct ManifestObstacle: Error {
  var offset: Int
}

/// Splits a manifest into tokens.
///
/// `SwiftLexer` also accepts invalid programs. Here, its guesses are obstacles, as are regular
/// expressions and identifiers outside ASCII.
struct ManifestLexer {
  private var lexer: SwiftLexer
  /// The name of an attribute whose `@` was the last token.
  private var attribute: ManifestToken?

  init(_ bytes: [UInt8]) { lexer = SwiftLexer(SourceText(bytes: bytes)) }

  private var bytes: [UInt8] { lexer.text.bytes }

  /// - Complexity: O(*n*) for all tokens of a manifest together.
  mutating func next() throws(ManifestObstacle) -> ManifestToken {
    if let name = attribute {
      attribute = nil
      return name
    }
    let previousEnd = lexer.place
    let kind = lexer.next()
    var token = ManifestToken(kind: .sign, range: lexer.range, startsLine: lexer.startsLine)
    token.hasSpaceBefore = lexer.start > previousEnd
    let obstacle = ManifestObstacle(offset: lexer.start)
    guard !lexer.hasGuessed else { throw obstacle }
    if kind != .literal, kind != .end { token.first = bytes[lexer.start] }
    switch kind {
    case .end: token.kind = .end
    case .open, .close, .dot, .separator: break
    case .word: token.kind = try kindOfWord()
    case .escapedWord:
      token.kind = .identifier
      token.range = token.range.dropFirst().dropLast()
      token.first = bytes[token.range.lowerBound]
      guard bytes[token.range].allSatisfy(\.continuesIdentifier) else { throw obstacle }
    case .attribute: splitAttribute(&token)
    case .literal:
      guard isText(&token) else { throw obstacle }
      token.kind = .text
    case .directive: token.kind = .directive
    case .sign: try classifySign(&token)
    }
    return token
  }

  private func kindOfWord() throws(ManifestObstacle) -> ManifestToken.Kind {
    let word = bytes[lexer.range]
    guard word.allSatisfy({ $0.continuesIdentifier || $0 == UInt8(ascii: "$") }) else {
      throw ManifestObstacle(offset: lexer.start)
    }
    return word.first?.isDigit ?? false ? .number : .identifier
  }

  /// Reduces the token to the `@`, and stores the name for the next call.
  private mutating func splitAttribute(_ token: inout ManifestToken) {
    token.range = token.range.lowerBound..<(token.range.lowerBound + 1)
    guard !lexer.attribute.isEmpty else { return }
    attribute = ManifestToken(
      kind: .identifier, range: lexer.attribute,
      hasSpaceBefore: lexer.attribute.lowerBound > token.range.upperBound,
      first: bytes[lexer.attribute.lowerBound])
  }

  private func classifySign(_ token: inout ManifestToken) throws(ManifestObstacle) {
    let first = bytes[token.range.lowerBound]
    if first == UInt8(ascii: "#"), token.range.count > 1 {
      token.kind = .directive
    } else if first.isOperatorCharacter || first == UInt8(ascii: ".") {
      token.kind = .operation
      token.hasSpaceAfter = isBeforeSpace
      // The token may start a regular expression.
      guard first != UInt8(ascii: "/") || !token.hasSpaceBefore || token.hasSpaceAfter else {
        throw ManifestObstacle(offset: token.range.lowerBound)
      }
    } else if first != UInt8(ascii: "\\") {
      throw ManifestObstacle(offset: token.range.lowerBound)
    }
  }

  /// Whether the literal is a string that the compiler accepts; records whether it is plain.
  private func isText(_ token: inout ManifestToken) -> Bool {
    let literal = bytes[lexer.range]
    if literal.first == UInt8(ascii: "\""), literal.count < 6 || literal.dropFirst().first != 0x22 {
      token.isPlain = true
      for byte in literal {
        if byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7f { return false }
        if byte == UInt8(ascii: "\\") { token.isPlain = false }
      }
      return literal.count >= 2
    }
    guard literal.first(where: { $0 != UInt8(ascii: "#") }) == UInt8(ascii: "\"") else {
      return false
    }
    let form = ManifestTextForm(of: literal)
    guard literal.count >= 2 * form.opening else { return false }
    let content = literal.dropFirst(form.opening)
    if form.isMultiline, !(content.first { !$0.isBlank }?.isLineBreak ?? false) { return false }
    return content.allSatisfy {
      $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 || $0.isLineBreak && form.isMultiline
    }
  }

  /// Whether a blank, a comment or punctuation that ends an operand follows.
  private var isBeforeSpace: Bool {
    let place = lexer.place
    guard place < bytes.count else { return true }
    let byte = bytes[place]
    return byte.isBlank || byte.isLineBreak || byte == UInt8(ascii: "/")
      || ")]},;:".utf8.contains(byte)
  }

  /// Returns the bytes up to the end of the line and continues after it.
  mutating func takeLine() -> ArraySlice<UInt8> {
    let start = lexer.place
    lexer.skipLine()
    return bytes[start..<lexer.place]
  }
}

extension UInt8 {
  var isLineBreak: Bool { self == 0x0a || self == 0x0d }
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0b || self == 0x0c }
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  var startsIdentifier: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
      || self == UInt8(ascii: "_")
  }
  var continuesIdentifier: Bool { startsIdentifier || isDigit }
}
