internal import Diagnostics

/// Parses old-style property lists, the format in which Xcode writes projects.
///
/// Tables in braces, lists in parentheses, data in angle brackets, quoted and bare texts, and the
/// comments of C. Commas may trail. Implements "Old-Style ASCII Property Lists" of Apple's Property
/// List Programming Topics, with the escapes that Core Foundation reads.
struct PropertyListParser {
  /// Why and where a text is not a property list.
  struct SyntaxError: Error {
    var message: Diagnostic.Message
    var position: Position
  }

  private let bytes: [UInt8]
  private var index = 0
  private var line: UInt32 = 1
  /// The offset of column 1, plus the continuation bytes of UTF-8 since, which take no column.
  private var lineStart = 0
  private var tree: PropertyListTree

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tree = PropertyListTree(bytes)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      index = 3
      lineStart = 2
    }
  }

  /// - Throws: The first syntax error, or that values are nested deeper than `Limits.nesting`.
  /// - Complexity: O(*n*) for *n* bytes.
  static func parse(_ bytes: [UInt8]) throws(SyntaxError) -> PropertyListTree {
    var parser = PropertyListParser(bytes)
    try parser.skipBlanks()
    try parser.value(depth: 0)
    try parser.skipBlanks()
    guard parser.index == bytes.count else { throw parser.error(.trailing) }
    return parser.tree
  }

  private mutating func value(depth: Int) throws(SyntaxError) {
    guard depth < Limits.nesting else { throw error(.tooDeep) }
    guard tree.count < Limits.projectValues + bytes.count / 8 else { throw error(.tooMany) }
    switch current {
    case UInt8(ascii: "{"): try table(depth: depth)
    case UInt8(ascii: "("): try list(depth: depth)
    case UInt8(ascii: "<"): try data()
    default: try text()
    }
  }

  private mutating func table(depth: Int) throws(SyntaxError) {
    let start = position
    let node = tree.append(.table, index..<index + 1, at: start)
    index += 1
    try skipBlanks()
    while current != UInt8(ascii: "}") {
      guard index < bytes.count else { throw SyntaxError(message: .unclosed("{"), position: start) }
      try text()
      try skipBlanks()
      try expect(UInt8(ascii: "="), .noEquals)
      try skipBlanks()
      try value(depth: depth + 1)
      try skipBlanks()
      try expect(UInt8(ascii: ";"), .noSemicolon)
      try skipBlanks()
    }
    index += 1
    tree.close(node, at: index)
  }

  private mutating func list(depth: Int) throws(SyntaxError) {
    let start = position
    let node = tree.append(.list, index..<index + 1, at: start)
    index += 1
    try skipBlanks()
    while current != UInt8(ascii: ")") {
      guard index < bytes.count else { throw SyntaxError(message: .unclosed("("), position: start) }
      try value(depth: depth + 1)
      try skipBlanks()
      if current == UInt8(ascii: ",") {
        index += 1
        try skipBlanks()
      } else if index < bytes.count, current != UInt8(ascii: ")") {
        throw error(.noComma)
      }
    }
    index += 1
    tree.close(node, at: index)
  }

  private mutating func data() throws(SyntaxError) {
    let (start, place) = (index, position)
    index += 1
    while let byte = current, Self.isOfData(byte) { advance() }
    guard current == UInt8(ascii: ">") else { throw error(.noValue) }
    index += 1
    tree.append(.data, start..<index, at: place)
  }

  private static func isOfData(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x20, 0x09, 0x0a, 0x0d: true
    default: false
    }
  }

  private mutating func text() throws(SyntaxError) {
    guard let first = current else { throw error(.noValue) }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quotedText(first) }
    let length = Self.bareLength(bytes.span, from: index)
    guard length > 0 else { throw error(.noValue) }
    tree.append(.text, index..<index + length, at: position)
    index += length
  }

  private mutating func quotedText(_ quote: UInt8) throws(SyntaxError) {
    let open = position
    index += 1
    let (start, place) = (index, position)
    var isEscaped = false
    while let byte = current, byte != quote {
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        index += 1
        guard index < bytes.count else { break }
      }
      advance()
    }
    guard index < bytes.count else { throw SyntaxError(message: .openText, position: open) }
    tree.append(.text, start..<index, at: place, isEscaped: isEscaped)
    index += 1
  }

  private static func bareLength(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count, isBare(bytes[end]) { end += 1 }
    return end - start
  }

  /// Whether a text without quotes may contain a byte: a letter, a digit, or one of `_$./:+-`.
  private static func isBare(_ byte: UInt8) -> Bool {
    let bits: UInt64 = byte < 64 ? 0x07ff_e810_0000_0000 : byte < 128 ? 0x07ff_fffe_87ff_fffe : 0
    return bits >> UInt64(byte & 63) & 1 == 1
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var position: Position {
    Position(line: line, column: UInt32(truncatingIfNeeded: index - lineStart + 1))
  }

  /// Skips one byte of a text, a comment or data.
  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == UInt8(ascii: "\n") {
      line += 1
      lineStart = index
    } else if byte & 0xc0 == 0x80 {
      lineStart += 1
    }
  }

  private mutating func expect(
    _ byte: UInt8, _ message: Diagnostic.Message
  ) throws(SyntaxError) {
    guard current == byte else { throw error(message) }
    index += 1
  }

  private func error(_ message: Diagnostic.Message) -> SyntaxError {
    SyntaxError(message: message, position: position)
  }

  private mutating func skipBlanks() throws(SyntaxError) {
    while index < bytes.count {
      switch bytes[index] {
      case 0x0a:
        line += 1
        index += 1
        lineStart = index
      case 0x20, 0x09, 0x0b...0x0d: index += 1
      case UInt8(ascii: "/"):
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if next == UInt8(ascii: "*") {
          try skipComment()
        } else if next == UInt8(ascii: "/") {
          while let byte = current, byte != UInt8(ascii: "\n") { advance() }
        } else {
          return
        }
      default: return
      }
    }
  }

  private mutating func skipComment() throws(SyntaxError) {
    let start = position
    index += 2
    while true {
      index += Self.plainCommentLength(bytes.span, from: index)
      guard index + 1 < bytes.count else { break }
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        return
      }
      advance()
    }
    throw SyntaxError(message: .openComment, position: start)
  }

  /// The length of a run of ASCII characters without `*` and line breaks.
  private static func plainCommentLength(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] < 0x80, bytes[end] != UInt8(ascii: "*"),
      bytes[end] != UInt8(ascii: "\n")
    {
      end += 1
    }
    return end - start
  }
}

/// Decodes the escapes of quoted texts.
enum PropertyListEscapes {
  /// Decodes `\n`, `\"`, `\U00e9` (UTF-16, with surrogate pairs) and `\351` (NEXTSTEP encoding).
  static func decoded(_ raw: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var units: [UInt16] = []
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        flush(&units, into: &text)
        text.append(byte)
        continue
      }
      if escape == UInt8(ascii: "U"), let unit = number(&rest, digits: 4, radix: 16) {
        units.append(UInt16(truncatingIfNeeded: unit))
        continue
      }
      flush(&units, into: &text)
      if 0x30...0x37 ~= escape {
        rest = raw[(rest.startIndex - 1)...]
        let code = number(&rest, digits: 3, radix: 8) ?? 0
        text += Array(String(character(UInt8(truncatingIfNeeded: code))).utf8)
      } else {
        text.append(controls[escape] ?? escape)
      }
    }
    flush(&units, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func character(_ code: UInt8) -> Character {
    code < 0x80 ? Character(Unicode.Scalar(code)) : nextStep[Int(code) - 0x80]
  }

  /// The upper half of the NEXTSTEP encoding (unicode.org, `NEXTSTEP.TXT`).
  private static let nextStep: [Character] = Array(
    "\u{a0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿"
      + "¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\u{fffd}\u{fffd}")

  private static let controls: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c,
    UInt8(ascii: "n"): 0x0a, UInt8(ascii: "r"): 0x0d, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "v"): 0x0b,
  ]

  private static func flush(_ units: inout [UInt16], into text: inout [UInt8]) {
    guard !units.isEmpty else { return }
    text += Array(String(decoding: units, as: UTF16.self).utf8)
    units = []
  }

  private static func number(
    _ rest: inout ArraySlice<UInt8>, digits: Int, radix: Int
  ) -> Int? {
    let text = rest.prefix(digits).prefix {
      Int(String(Character(Unicode.Scalar($0))), radix: radix) != nil
    }
    guard let number = Int(String(decoding: text, as: UTF8.self), radix: radix) else { return nil }
    rest = rest.dropFirst(text.count)
    return number
  }
}

extension Diagnostic.Message {
  fileprivate static let trailing: Self = "unexpected text behind the end of the project"
  fileprivate static let tooMany: Self = "more values than a project of this size has"
  static let tooDeep: Self = "nested more than \(Limits.nesting) levels deep"
  fileprivate static let noEquals: Self = "expected '=' behind the key"
  fileprivate static let noSemicolon: Self = "expected ';' behind the value"
  fileprivate static let noComma: Self = "expected ',' or ')'"
  fileprivate static let noValue: Self = "expected a value"
  fileprivate static let openText: Self = "the quote is never closed"
  fileprivate static let openComment: Self = "the comment is never closed"
  fileprivate static func unclosed(_ bracket: String) -> Self { "'\(bracket)' is never closed" }
}
