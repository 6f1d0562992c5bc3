internal import Diagnostics
internal import Text

/// Parses old-style property lists, the format in which Xcode writes projects.
///
/// Tables in braces, lists in parentheses, data in angle brackets, quoted and bare texts, and the
/// comments of C. Trailing commas are allowed. Implements "Old-Style ASCII Property Lists" of
/// Apple's Property List Programming Topics, with the escapes that Core Foundation reads.
struct PropertyListParser {
  typealias SyntaxError = XMLTokenizer.SyntaxError

  /// The classes of each byte.
  private let classes = Self.table
  var index = 0
  private var line: UInt32 = 1
  /// The offset of column 1, plus the number of UTF-8 continuation bytes since, which take no
  /// column.
  private var lineStart = 0
  var tree: PropertyListTree
  /// Whether the text is JSON5.
  let isJSON: Bool

  init(_ bytes: [UInt8], isJSON: Bool = false) {
    tree = PropertyListTree(bytes)
    self.isJSON = isJSON
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      index = 3
      lineStart = 2
    }
  }

  /// Parses a property list.
  ///
  /// - Throws: The first syntax error, or an error if values are nested deeper than
  ///   `Limits.nesting`.
  /// - Complexity: O(*n*) for *n* bytes.
  static func parse(_ bytes: [UInt8]) throws(SyntaxError) -> PropertyListTree {
    var parser = PropertyListParser(bytes)
    try parser.skipBlanks(bytes.span)
    try parser.value(bytes.span, depth: 0)
    guard parser.index == bytes.count else { throw parser.error(.trailing) }
    return parser.tree
  }

  // The classes of bytes in unquoted and quoted texts, comments, data and blanks.
  static let bare: UInt8 = 1
  static let quoted: UInt8 = 2
  private static let comment: UInt8 = 4
  private static let data: UInt8 = 8
  private static let blank: UInt8 = 16

  private static let table: InlineArray<256, UInt8> = InlineArray { classes(of: UInt8($0)) }

  private static func classes(of byte: UInt8) -> UInt8 {
    guard byte < 0x80, byte != UInt8(ascii: "\n") else { return 0 }
    return switch Character(Unicode.Scalar(byte)) {
    case "0"..."9", "A"..."F", "a"..."f": bare | quoted | comment | data
    case "G"..."Z", "g"..."z", "_", "$", ".", "/", ":", "+", "-": bare | quoted | comment
    case " ", "\t", "\r": quoted | comment | data | blank
    case "\u{b}", "\u{c}": quoted | comment | blank
    case "*": quoted
    case "\"", "'", "\\": comment
    default: quoted | comment
    }
  }

  /// Parses a value and the blanks after it.
  private mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(SyntaxError) {
    guard depth < Limits.nesting else { throw error(.tooDeep) }
    guard !tree.isFull else { throw error(.tooMany) }
    switch current(bytes) {
    case UInt8(ascii: "{"): try collection(.table, upTo: "}", bytes, depth: depth)
    case UInt8(ascii: "("): try collection(.list, upTo: ")", bytes, depth: depth)
    case UInt8(ascii: "<"): try data(bytes)
    default: return try text(bytes)
    }
    try skipBlanks(bytes)
  }

  private mutating func collection(
    _ kind: PropertyListTree.Kind, upTo close: Unicode.Scalar, _ bytes: Span<UInt8>, depth: Int
  ) throws(SyntaxError) {
    let start = position
    let node = tree.append(kind, index..<index + 1, at: start)
    index += 1
    try skipBlanks(bytes)
    while current(bytes) != UInt8(ascii: close) {
      guard index < bytes.count else {
        throw SyntaxError(message: .unclosed(kind == .table ? "{" : "("), position: start)
      }
      if kind == .table {
        try text(bytes)
        try expect("=", bytes, .noEquals)
      }
      try value(bytes, depth: depth + 1)
      if kind == .table {
        try expect(";", bytes, .noSemicolon)
      } else if index < bytes.count, current(bytes) != UInt8(ascii: close) {
        try expect(",", bytes, .noComma(before: String(close)))
      }
    }
    index += 1
    tree.close(node)
  }

  private mutating func data(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let (start, place) = (index, position)
    index += 1
    skip(Self.data, bytes)
    while current(bytes) == UInt8(ascii: "\n") {
      advance(over: UInt8(ascii: "\n"))
      skip(Self.data, bytes)
    }
    guard current(bytes) == UInt8(ascii: ">") else { throw error(.noValue) }
    index += 1
    tree.append(.data, start..<index, at: place)
  }

  /// Parses a text and the blanks after it.
  private mutating func text(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let start = index
    let place = position
    skip(Self.bare, bytes)
    if index > start {
      tree.append(.text, start..<index, at: place)
    } else if let quote = current(bytes), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    {
      try quotedText(bytes, quote)
    } else {
      throw error(.noValue)
    }
    try skipBlanks(bytes)
  }

  private mutating func quotedText(_ bytes: Span<UInt8>, _ quote: UInt8) throws(SyntaxError) {
    let open = position
    index += 1
    let (start, place) = (index, position)
    var isEscaped = false
    skip(Self.quoted, bytes)
    while let byte = current(bytes), byte != quote {
      advance(over: byte)
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        if let escaped = current(bytes) { advance(over: escaped) }
      }
      skip(Self.quoted, bytes)
    }
    guard index < bytes.count else { throw SyntaxError(message: .openText, position: open) }
    tree.append(.text, start..<index, at: place, isEscaped ? .escaped : .plain)
    index += 1
  }

  func current(_ bytes: Span<UInt8>) -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  var position: Position {
    Position(line: line, column: UInt32(truncatingIfNeeded: index - lineStart + 1))
  }

  /// Skips one byte of a text, a comment or data.
  mutating func advance(over byte: UInt8) {
    index += 1
    if byte == UInt8(ascii: "\n") {
      line += 1
      lineStart = index
    } else if byte & 0xc0 == 0x80 {
      lineStart += 1
    }
  }

  /// Skips bytes of a class without line breaks.
  mutating func skip(_ byteClass: UInt8, _ bytes: Span<UInt8>) {
    var end = index
    while end < bytes.count, classes[Int(bytes[end])] & byteClass != 0 { end &+= 1 }
    index = end
  }

  /// Parses a separator and the blanks after it.
  mutating func expect(
    _ separator: Unicode.Scalar, _ bytes: Span<UInt8>,
    _ message: @autoclosure () -> Diagnostic.Message
  ) throws(SyntaxError) {
    guard current(bytes) == UInt8(ascii: separator) else {
      throw isJSON ? failure(bytes, message()) : error(message())
    }
    index += 1
    try skipBlanks(bytes)
  }

  func error(_ message: Diagnostic.Message) -> SyntaxError {
    SyntaxError(message: message, position: position)
  }

  /// Skips spaces, line breaks and comments.
  mutating func skipBlanks(_ bytes: Span<UInt8>) throws(SyntaxError) {
    while true {
      skip(Self.blank, bytes)
      guard let byte = current(bytes) else { return }
      if byte == UInt8(ascii: "\n") {
        advance(over: byte)
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "*")
      {
        try skipComment(bytes)
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "/")
      {
        while let byte = current(bytes), byte != UInt8(ascii: "\n") { advance(over: byte) }
      } else if isJSON, byte >= 0x80, let length = wideBlank(bytes) {
        for _ in 0..<length { advance(over: bytes[index]) }
      } else {
        return
      }
    }
  }

  private mutating func skipComment(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let start = position
    index += 2
    skip(Self.comment, bytes)
    while let byte = current(bytes) {
      advance(over: byte)
      if byte == UInt8(ascii: "*"), current(bytes) == UInt8(ascii: "/") {
        index += 1
        return
      }
      skip(Self.comment, bytes)
    }
    throw SyntaxError(message: isJSON ? .jsonComment : .openComment, position: start)
  }
}

/// Decodes the escapes of quoted texts.
enum PropertyListEscapes {
  /// Decodes `\n`, `\"`, `\U00e9` or JSON's `\u00e9` (UTF-16, with surrogate pairs), and `\351`
  /// (NEXTSTEP encoding).
  ///
  /// JSON5 has `\xe9` as well, ignores an escaped line break, and does not know `\a`.
  static func decoded(_ raw: ArraySlice<UInt8>, isJSON: Bool = false) -> [UInt8] {
    var text: [UInt8] = []
    var units: [UInt16] = []
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        flush(&units, into: &text)
        text.append(byte)
        continue
      }
      if escape == UInt8(ascii: "U") || escape == UInt8(ascii: "u"),
        let unit = number(&rest, digits: 4, radix: 16)
      {
        units.append(UInt16(truncatingIfNeeded: unit))
        continue
      }
      if isJSON, escape == UInt8(ascii: "x"), let unit = number(&rest, digits: 2, radix: 16) {
        units.append(UInt16(truncatingIfNeeded: unit))
        continue
      }
      flush(&units, into: &text)
      if isJSON, let length = lineBreak(escape, rest) {
        rest = rest.dropFirst(length)
      } else if 0x30...0x37 ~= escape {
        rest = raw[(rest.startIndex - 1)...]
        let code = number(&rest, digits: 3, radix: 8) ?? 0
        text += Array(String(character(UInt8(truncatingIfNeeded: code))).utf8)
      } else {
        let isKnown = !isJSON || escape != UInt8(ascii: "a")
        text.append(isKnown ? controls[escape] ?? escape : escape)
      }
    }
    flush(&units, into: &text)
    return text
  }

  /// Returns the number of bytes of a line break after its first.
  private static func lineBreak(_ first: UInt8, _ rest: ArraySlice<UInt8>) -> Int? {
    switch first {
    case UInt8(ascii: "\n"): 0
    case UInt8(ascii: "\r"): rest.first == UInt8(ascii: "\n") ? 1 : 0
    case 0xe2 where rest.starts(with: [0x80, 0xa8]) || rest.starts(with: [0x80, 0xa9]): 2
    default: nil
    }
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
  static let tooMany: Self = "more values than a project of this size has"
  static let tooDeep: Self = "nested more than \(Limits.nesting) levels deep"
  fileprivate static let noEquals: Self = "expected '=' behind the key"
  fileprivate static let noSemicolon: Self = "expected ';' behind the value"
  static func noComma(before close: String) -> Self { "expected ',' or '\(close)'" }
  static let noValue: Self = "expected a value"
  fileprivate static let openText: Self = "the quote is never closed"
  fileprivate static let openComment: Self = "the comment is never closed"
  fileprivate static func unclosed(_ bracket: String) -> Self { "'\(bracket)' is never closed" }
}
