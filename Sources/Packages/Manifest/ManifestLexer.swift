/// A word, literal or sign of a manifest.
struct ManifestToken {
  var kind: Kind
  /// Where it is among the bytes.
  var range: Range<Int>
  /// Whether it is the first of its line.
  var startsLine = false
  var hasSpaceBefore = false

  enum Kind {
    case identifier
    /// A string literal on one line, quotes included.
    case text
    case number
    case sign
    /// Several signs in a row that are one operator.
    case operation
    /// `#if` and the like.
    case directive
    case end
  }
}

/// Where a manifest stops being literal.
struct ManifestObstacle: Error {
  var offset: Int
}

/// Takes a manifest apart into tokens, as the Swift compiler does for the part of the language that
/// literals need; anything else is an obstacle.
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
    case UInt8(ascii: "\""):
      token.kind = .text
      try skipText()
    case let byte where byte.startsIdentifier:
      token.kind = .identifier
      while self.byte(at: offset).continuesIdentifier { offset += 1 }
    case let byte where byte.isDigit:
      token.kind = .number
      skipNumber()
    case UInt8(ascii: "#") where self.byte(at: first + 1).startsIdentifier:
      token.kind = .directive
      offset += 1
      while self.byte(at: offset).continuesIdentifier { offset += 1 }
    case let byte where byte.isOperator:
      token.kind = .operation
      skipOperator()
    case UInt8(ascii: ".") where self.byte(at: first + 1) == UInt8(ascii: "."):
      token.kind = .operation
      while self.byte(at: offset) == UInt8(ascii: ".") || self.byte(at: offset).isOperator {
        offset += 1
      }
    case let byte where Self.signs.contains(byte):
      token.kind = .sign
      offset += 1
    default: throw ManifestObstacle(offset: first)
    }
    token.range = first..<offset
    return token
  }

  private static let signs = Array("()[],:;.".utf8)

  /// What the line still has.
  var restOfLine: ArraySlice<UInt8> { bytes[offset...].prefix { !$0.isLineBreak } }

  /// Goes on behind the line that it is in.
  mutating func skipLine() {
    while offset < bytes.count, !bytes[offset].isLineBreak { offset += 1 }
  }

  /// Whether a blank, a comment or a sign that ends an operand follows what was read last.
  var isBeforeSpace: Bool {
    let byte = byte(at: offset)
    return offset >= bytes.count || byte.isBlank || byte.isLineBreak
      || byte == UInt8(ascii: "/") || Array(")],;:".utf8).contains(byte)
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

  /// A string over several lines is an obstacle; what a backslash means is found out later.
  private mutating func skipText() throws(ManifestObstacle) {
    let (start, quote) = (offset, UInt8(ascii: "\""))
    if byte(at: start + 1) == quote, byte(at: start + 2) == quote {
      throw ManifestObstacle(offset: start)
    }
    offset += 1
    while byte(at: offset) != quote {
      guard offset < bytes.count, bytes[offset] >= 0x20 || bytes[offset] == 0x09,
        bytes[offset] != 0x7f
      else { throw ManifestObstacle(offset: start) }
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    offset += 1
    guard offset <= bytes.count else { throw ManifestObstacle(offset: start) }
  }

  /// Numbers are never asked for their value.
  private mutating func skipNumber() {
    while byte(at: offset).continuesIdentifier
      || byte(at: offset) == UInt8(ascii: ".") && byte(at: offset + 1).isDigit
    {
      offset += 1
    }
  }

  private mutating func skipOperator() {
    let start = offset
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

extension UInt8 {
  fileprivate var isLineBreak: Bool { self == 0x0a || self == 0x0d }
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0b || self == 0x0c }
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
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
