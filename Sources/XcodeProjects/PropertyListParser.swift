internal import Diagnostics

/// Parses property lists of the old style, the one that Xcode writes projects in.
///
/// Tables in braces, lists in parentheses, data in angle brackets, texts quoted or bare, comments as
/// in C. Commas may trail. Implements "Old-Style ASCII Property Lists" of Apple's Property List
/// Programming Topics, with the escapes that Core Foundation reads.
struct PropertyListParser {
  /// Why a text is not a property list, and the offset of the place.
  struct SyntaxError: Error {
    var message: Diagnostic.Message
    var offset: Int
  }

  private let bytes: [UInt8]
  private var index = 0
  private var tree: PropertyListTree

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tree = PropertyListTree(bytes)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
  }

  /// - Throws: The first error of syntax, and nesting beyond `Limits.nesting`.
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
    switch current {
    case UInt8(ascii: "{"): try table(depth: depth)
    case UInt8(ascii: "("): try list(depth: depth)
    case UInt8(ascii: "<"): try data()
    default: try text()
    }
  }

  private mutating func table(depth: Int) throws(SyntaxError) {
    let start = index
    let node = tree.append(.table, start..<start + 1)
    index += 1
    try skipBlanks()
    while current != UInt8(ascii: "}") {
      guard index < bytes.count else { throw SyntaxError(message: .unclosed("{"), offset: start) }
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
    let start = index
    let node = tree.append(.list, start..<start + 1)
    index += 1
    try skipBlanks()
    while current != UInt8(ascii: ")") {
      guard index < bytes.count else { throw SyntaxError(message: .unclosed("("), offset: start) }
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
    let start = index
    index += 1
    while index < bytes.count, Self.isOfData(bytes[index]) { index += 1 }
    guard current == UInt8(ascii: ">") else { throw error(.noValue) }
    index += 1
    tree.append(.data, start..<index)
  }

  private static func isOfData(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x20, 0x09, 0x0a, 0x0d: true
    default: false
    }
  }

  private mutating func text() throws(SyntaxError) {
    let start = index
    guard let first = current else { throw error(.noValue) }
    guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else {
      while index < bytes.count, isBare[Int(bytes[index])] { index += 1 }
      guard index > start else { throw error(.noValue) }
      tree.append(.text, start..<index)
      return
    }
    index += 1
    var isEscaped = false
    while index < bytes.count, bytes[index] != first {
      if bytes[index] == UInt8(ascii: "\\") {
        isEscaped = true
        index += 1
      }
      index += 1
    }
    guard index < bytes.count else { throw SyntaxError(message: .openText, offset: start) }
    tree.append(.text, start + 1..<index, isEscaped: isEscaped)
    index += 1
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func expect(
    _ byte: UInt8, _ message: Diagnostic.Message
  ) throws(SyntaxError) {
    guard current == byte else { throw error(message) }
    index += 1
  }

  private func error(_ message: Diagnostic.Message) -> SyntaxError {
    SyntaxError(message: message, offset: min(index, bytes.count))
  }

  private mutating func skipBlanks() throws(SyntaxError) {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09...0x0d: index += 1
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == bytes[index]:
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == star:
        try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(SyntaxError) {
    let start = index
    index += 2
    while index + 1 < bytes.count {
      if bytes[index] == star, bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        return
      }
      index += 1
    }
    throw SyntaxError(message: .openComment, offset: start)
  }
}

private let star = UInt8(ascii: "*")

/// The bytes of texts without quotes.
private let isBare: [Bool] = (0..<256).map { byte in
  switch UInt8(byte) {
  case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
  case let byte: "_$./:+-".utf8.contains(byte)
  }
}

/// The escapes of texts in quotes.
enum PropertyListEscapes {
  /// `\n`, `\"`, `\U00e9` (UTF-16, in pairs beyond the first plane) and `\351` (NeXTSTEP, where it is not
  /// ASCII) become what they mean.
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
  static let tooDeep: Self = "nested more than \(Limits.nesting) levels deep"
  fileprivate static let noEquals: Self = "expected '=' behind the key"
  fileprivate static let noSemicolon: Self = "expected ';' behind the value"
  fileprivate static let noComma: Self = "expected ',' or ')'"
  fileprivate static let noValue: Self = "expected a value"
  fileprivate static let openText: Self = "the quote is never closed"
  fileprivate static let openComment: Self = "the comment is never closed"
  fileprivate static func unclosed(_ bracket: String) -> Self { "'\(bracket)' is never closed" }
}
