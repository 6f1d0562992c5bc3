/// A word, literal or sign of a manifest.
struct ManifestToken {
  var kind: Kind
  /// Where it is among the bytes.
  var range: Range<Int>
  /// Whether it is the first of its line.
  var startsLine = false
  var hasSpaceBefore = false
  /// Whether a blank, a comment or a sign that ends an operand follows.
  var hasSpaceAfter = false
  /// The place of the bracket that closes or opens what this one opens or closes.
  var match = 0

  enum Kind {
    /// A word, also one between back-ticks, which are not part of its range.
    case identifier
    /// A string literal, quotes included.
    case text
    case number
    case sign
    /// Several signs in a row that are one operator.
    case operation
    /// `#if` and the like.
    case directive
    /// The start or the end of a branch of which nobody knows whether it is compiled.
    case undecided
    case end
  }
}

/// Where a manifest stops being literal.
struct ManifestObstacle: Error {
  var offset: Int
}

/// Takes a manifest apart into tokens, as the Swift compiler does; a regular expression, or a word that
/// is not ASCII, is an obstacle.
struct ManifestLexer {
  let bytes: [UInt8]
  private var offset: Int
  private let start: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark.
    start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    offset = start
  }

  private func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// - Complexity: O(*n*) for the *n* bytes of the token and of the blanks and comments before it.
  mutating func next() throws(ManifestObstacle) -> ManifestToken {
    let start = offset
    var token = ManifestToken(kind: .end, range: start..<start)
    token.startsLine = try skipBlanks() || start == self.start
    token.hasSpaceBefore = offset > start
    let first = offset
    token.range = first..<first
    guard first < bytes.count else { return token }
    switch bytes[first] {
    case let byte where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") && isRawText:
      token.kind = .text
      try skipText(depth: 0)
    case UInt8(ascii: "`"): return try escapedWord(token)
    case let byte where byte.startsIdentifier || byte == UInt8(ascii: "$"):
      token.kind = .identifier
      skipWord()
    case let byte where byte.isDigit:
      token.kind = .number
      skipNumber()
    case UInt8(ascii: "#") where self.byte(at: first + 1).startsIdentifier:
      token.kind = .directive
      skipWord()
    case let byte where byte.isOperator || byte == UInt8(ascii: ".") && isDot(first + 1):
      token.kind = .operation
      skipOperator(isRange: byte == UInt8(ascii: "."))
      token.hasSpaceAfter = isBeforeSpace
      // A regular expression starts like this.
      if byte == UInt8(ascii: "/"), token.hasSpaceBefore, !token.hasSpaceAfter {
        throw ManifestObstacle(offset: first)
      }
    case let byte where Self.signs.contains(byte):
      token.kind = .sign
      offset += 1
    default: throw ManifestObstacle(offset: first)
    }
    token.range = first..<offset
    return token
  }

  private static let signs = Array("()[]{},:;.@\\".utf8)

  /// What the line still has.
  var restOfLine: ArraySlice<UInt8> { bytes[offset...].prefix { !$0.isLineBreak } }

  /// Goes on behind the line that it is in.
  mutating func skipLine() {
    while offset < bytes.count, !bytes[offset].isLineBreak { offset += 1 }
  }

  /// Whether a blank, a comment or a sign that ends an operand follows what was read last.
  private var isBeforeSpace: Bool {
    let byte = byte(at: offset)
    return offset >= bytes.count || byte.isBlank || byte.isLineBreak
      || byte == UInt8(ascii: "/") || Array(")]},;:".utf8).contains(byte)
  }

  /// - Returns: Whether a line ended.
  private mutating func skipBlanks() throws(ManifestObstacle) -> Bool {
    var hasLineBreak = false
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte.isLineBreak {
        hasLineBreak = true
        offset += 1
      } else if byte.isBlank {
        offset += 1
      } else if byte == UInt8(ascii: "/"), self.byte(at: offset + 1) == byte {
        skipLine()
      } else if byte == UInt8(ascii: "/"), self.byte(at: offset + 1) == UInt8(ascii: "*") {
        if try skipComment() { hasLineBreak = true }
      } else {
        break
      }
    }
    return hasLineBreak
  }

  /// Comments nest.
  private mutating func skipComment() throws(ManifestObstacle) -> Bool {
    let start = offset
    var (depth, hasLineBreak) = (0, false)
    repeat {
      guard offset < bytes.count else { throw ManifestObstacle(offset: start) }
      switch (bytes[offset], byte(at: offset + 1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        offset += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        offset += 2
      default:
        if bytes[offset].isLineBreak { hasLineBreak = true }
        offset += 1
      }
    } while depth > 0
    return hasLineBreak
  }

  private mutating func escapedWord(
    _ token: ManifestToken
  ) throws(ManifestObstacle) -> ManifestToken {
    var token = token
    token.kind = .identifier
    let start = offset + 1
    var end = start
    while byte(at: end).continuesIdentifier { end += 1 }
    guard end > start, byte(at: end) == UInt8(ascii: "`") else {
      throw ManifestObstacle(offset: offset)
    }
    token.range = start..<end
    offset = end + 1
    return token
  }

  /// Numbers are never asked for their value.
  private mutating func skipNumber() {
    while byte(at: offset).continuesIdentifier
      || byte(at: offset) == UInt8(ascii: ".") && byte(at: offset + 1).isDigit
    {
      offset += 1
    }
  }

  private func isDot(_ offset: Int) -> Bool { byte(at: offset) == UInt8(ascii: ".") }

  private mutating func skipWord() {
    offset += 1
    while byte(at: offset).continuesIdentifier { offset += 1 }
  }

  private mutating func skipOperator(isRange: Bool) {
    let start = offset
    while isRange, isDot(offset) { offset += 1 }
    while byte(at: offset).isOperator {
      let next = byte(at: offset + 1)
      let startsComment =
        byte(at: offset) == UInt8(ascii: "/")
        && (next == UInt8(ascii: "/") || next == UInt8(ascii: "*"))
      if startsComment, offset > start { return }
      offset += 1
    }
  }
}

// Strings.
extension ManifestLexer {
  private var isRawText: Bool {
    bytes[offset...].first { $0 != UInt8(ascii: "#") } == UInt8(ascii: "\"")
  }

  /// Interpolations deeper in each other are not looked into.
  private static let mostDepth = 8

  /// Goes behind a string literal; what a backslash means is found out later.
  fileprivate mutating func skipText(depth: Int) throws(ManifestObstacle) {
    let obstacle = ManifestObstacle(offset: offset)
    guard depth < Self.mostDepth else { throw obstacle }
    let form = ManifestTextForm(of: bytes[offset...])
    offset += form.opening
    if form.isMultiline {
      let rest = bytes[offset...].drop { $0.isBlank }
      guard rest.first?.isLineBreak ?? false else { throw obstacle }
    }
    while true {
      guard offset < bytes.count else { throw obstacle }
      if bytes[offset...].starts(with: form.closing) { break }
      if bytes[offset...].starts(with: form.escape) {
        offset += form.escape.count
        if byte(at: offset) == UInt8(ascii: "(") {
          try skipInterpolation(depth: depth + 1)
          continue
        }
      }
      guard offset < bytes.count, isTextByte(bytes[offset], in: form) else { throw obstacle }
      offset += 1
    }
    offset += form.closing.count
  }

  private func isTextByte(_ byte: UInt8, in form: ManifestTextForm) -> Bool {
    byte >= 0x20 && byte != 0x7f || byte == 0x09 || byte.isLineBreak && form.isMultiline
  }

  private mutating func skipInterpolation(depth: Int) throws(ManifestObstacle) {
    let obstacle = ManifestObstacle(offset: offset)
    var open = 0
    repeat {
      guard offset < bytes.count, !bytes[offset].isLineBreak else { throw obstacle }
      switch bytes[offset] {
      case UInt8(ascii: "\""): try skipText(depth: depth)
      case UInt8(ascii: "#") where isRawText: try skipText(depth: depth)
      case UInt8(ascii: "/"): throw obstacle
      case UInt8(ascii: "("):
        open += 1
        offset += 1
      case UInt8(ascii: ")"):
        open -= 1
        offset += 1
      default: offset += 1
      }
    } while open > 0
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
  fileprivate var isOperator: Bool {
    switch self {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"),
      UInt8(ascii: "~"), UInt8(ascii: "?"):
      true
    default: false
    }
  }
}
