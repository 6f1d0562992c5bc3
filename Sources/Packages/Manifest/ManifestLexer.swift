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
    /// An `@` and the word after it.
    case attribute
    case end
  }
}

/// The location at which a manifest cannot be read without running it.
struct ManifestObstacle: Error {
  var offset: Int
}

extension ManifestToken {
  /// Creates the token at which a lexer is, after one that ends at `previousEnd`.
  ///
  /// `SwiftLexer` also accepts invalid programs. Here, its guesses are obstacles, as are regular
  /// expressions and identifiers outside ASCII.
  init(
    _ token: SwiftLexer.Token, _ lexer: SwiftLexer, after previousEnd: Int
  ) throws(ManifestObstacle) {
    self.init(kind: .sign, range: lexer.range, startsLine: lexer.startsLine)
    hasSpaceBefore = lexer.start > previousEnd
    let text = lexer.text.bytes[range]
    if token != .literal { first = text.first ?? 0 }
    var isValid = true
    switch token {
    case .end: kind = .end
    case .open, .close, .dot, .separator: break
    case .word:
      kind = first.isDigit ? .number : .identifier
      isValid = text.allSatisfy { $0.continuesIdentifier || $0 == UInt8(ascii: "$") }
    case .escapedWord:
      kind = .identifier
      range = range.dropFirst().dropLast()
      first = text.dropFirst().first ?? 0
      isValid = text.dropFirst().dropLast().allSatisfy(\.continuesIdentifier)
    case .attribute:
      kind = .attribute
      isValid = !lexer.attribute.isEmpty
    case .literal:
      kind = .text
      let form = ManifestTextForm(of: text)
      isValid = form.accepts(text)
      isPlain = form.isPlain && !text.contains(UInt8(ascii: "\\"))
    case .directive: kind = .directive
    case .sign where first == UInt8(ascii: "#"):
      kind = .directive
      isValid = range.count > 1
    case .sign where first.isOperatorCharacter || first == UInt8(ascii: "."):
      kind = .operation
      let next = lexer.text.bytes[range.upperBound...].first ?? UInt8(ascii: " ")
      hasSpaceAfter = next.isBlank || next.isLineBreak || ")]},;:/".utf8.contains(next)
      // The token may start a regular expression.
      isValid = first != UInt8(ascii: "/") || !hasSpaceBefore || hasSpaceAfter
    case .sign: isValid = first == UInt8(ascii: "\\")
    }
    guard isValid, !lexer.hasGuessed else { throw ManifestObstacle(offset: lexer.start) }
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
