internal import Diagnostics
internal import Text

/// Parses JSON5 (json5.org), the format of `project.xcproj`, and JSON.
extension PropertyListParser {
  /// Parses a value of JSON5.
  ///
  /// - Throws: The first syntax error, or an error if values are nested deeper than
  ///   `Limits.nesting`.
  /// - Complexity: O(*n*) for *n* bytes.
  static func parseJSON(_ bytes: [UInt8]) throws(SyntaxError) -> PropertyListTree {
    var parser = PropertyListParser(bytes, isJSON: true)
    try parser.skipBlanks(bytes.span)
    try parser.jsonValue(bytes.span, depth: 0)
    guard parser.index == bytes.count else { throw parser.failure(bytes.span, .trailingJSON) }
    return parser.tree
  }

  /// Parses a value and the blanks after it.
  private mutating func jsonValue(_ bytes: Span<UInt8>, depth: Int) throws(SyntaxError) {
    guard depth < Limits.nesting else { throw error(.tooDeep) }
    guard !tree.isFull else { throw error(.tooMany) }
    switch current(bytes) {
    case UInt8(ascii: "{"): try jsonCollection(.table, upTo: "}", bytes, depth: depth)
    case UInt8(ascii: "["): try jsonCollection(.list, upTo: "]", bytes, depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try jsonText(bytes)
    default: try word(bytes)
    }
    try skipBlanks(bytes)
  }

  private mutating func jsonCollection(
    _ kind: PropertyListTree.Kind, upTo close: Unicode.Scalar, _ bytes: Span<UInt8>, depth: Int
  ) throws(SyntaxError) {
    let node = tree.append(kind, index..<index + 1, at: position)
    index += 1
    try skipBlanks(bytes)
    while current(bytes) != UInt8(ascii: close) {
      if kind == .table {
        try key(bytes)
        try skipBlanks(bytes)
        try expect(":", bytes, .noColon)
      }
      try jsonValue(bytes, depth: depth + 1)
      if current(bytes) != UInt8(ascii: close) {
        try expect(",", bytes, .noComma(before: String(close)))
      }
    }
    index += 1
    // The project itself is its first bracket.
    if depth > 0 { tree.close(node, at: index) } else { tree.close(node) }
  }

  /// Parses a key, which needs no quotes if it is an identifier.
  private mutating func key(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let first = current(bytes)
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try jsonText(bytes) }
    let (start, place) = (index, position)
    var isEscaped = false
    while let byte = current(bytes), isPartOfKey(byte, isFirst: index == start, bytes) {
      isEscaped = isEscaped || byte == UInt8(ascii: "\\")
      advance(over: byte)
    }
    guard index > start else { throw failure(bytes, .noKey) }
    append(start, at: place, isEscaped ? .escaped : .plain)
  }

  private func isPartOfKey(_ byte: UInt8, isFirst: Bool, _ bytes: Span<UInt8>) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "$"), UInt8(ascii: "_"), UInt8(ascii: "\\"):
      true
    default: byte >= 0x80 && wideBlank(bytes) == nil
    }
  }

  private mutating func jsonText(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let (quote, open) = (current(bytes), position)
    index += 1
    let start = index
    var isEscaped = false
    skip(Self.quoted, bytes)
    while let byte = current(bytes), byte != quote, byte != UInt8(ascii: "\n") {
      advance(over: byte)
      if byte == UInt8(ascii: "\\"), let escaped = current(bytes) {
        isEscaped = true
        advance(over: escaped)
        if escaped == UInt8(ascii: "\r"), current(bytes) == UInt8(ascii: "\n") {
          advance(over: UInt8(ascii: "\n"))
        }
      }
      skip(Self.quoted, bytes)
    }
    guard let end = current(bytes), end == quote else {
      throw SyntaxError(message: .openJSONText, position: open)
    }
    append(start, at: open, isEscaped ? .escaped : .quoted)
    index += 1
  }

  /// Appends the text from `start` up to the current place, without its escapes.
  private mutating func append(
    _ start: Int, at place: Position, _ form: PropertyListTree.Form
  ) {
    guard form == .escaped else {
      tree.append(.text, start..<index, at: place, form)
      return
    }
    let text = PropertyListEscapes.decoded(tree.bytes[start..<index], isJSON: true)
    tree.append(.text, decoded: text, at: place)
  }

  /// Parses a number, a truth value or `null`.
  private mutating func word(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let (start, place) = (index, position)
    skip(Self.bare, bytes)
    // A comment may follow.
    index = tree.bytes[start..<index].firstIndex(of: UInt8(ascii: "/")) ?? index
    let text = String(decoding: tree.bytes[start..<index], as: UTF8.self)
    guard text == "null" || text == "true" || text == "false" || text.isNumber else {
      index = start
      throw failure(bytes, .noValue)
    }
    tree.append(text == "null" ? .null : .word, start..<index, at: place)
  }

  /// Returns the length of a blank that is not ASCII.
  func wideBlank(_ bytes: Span<UInt8>) -> Int? {
    guard let byte = current(bytes), 0xc2..<0xf0 ~= byte else { return nil }
    let end = index + (byte < 0xe0 ? 2 : 3)
    guard end <= bytes.count else { return nil }
    let scalar = String(decoding: tree.bytes[index..<end], as: UTF8.self).unicodeScalars.first
    guard let scalar, scalar.properties.isWhitespace || scalar == "\u{feff}" else { return nil }
    return end - index
  }

  /// Returns the error for text that is not expected here, or for the end of the file.
  func failure(_ bytes: Span<UInt8>, _ message: Diagnostic.Message) -> SyntaxError {
    if index >= bytes.count, let (bracket, position) = tree.lastOpen {
      let bracket = String(Unicode.Scalar(bracket))
      return SyntaxError(message: .unclosedJSON(bracket), position: position)
    }
    let mark = tree.bytes[min(index, bytes.count)...].prefix(7)
    let isMark = position.column == 1 && mark.elementsEqual(Array("<<<<<<<".utf8))
    return error(isMark ? .conflict : message)
  }
}

extension String {
  /// Whether it is a number of JSON5.
  fileprivate var isNumber: Bool {
    let digits = drop { $0 == "+" || $0 == "-" }
    if digits == "Infinity" || digits == "NaN" { return count - digits.count <= 1 }
    guard let first = digits.utf8.first, 0x30...0x39 ~= first || first == UInt8(ascii: ".") else {
      return false
    }
    let isOctal = digits.utf8.dropFirst().first.map { first == 0x30 && 0x30...0x39 ~= $0 } ?? false
    return !isOctal && Double(self) != nil
  }
}

extension Diagnostic.Message {
  static let conflict: Self = "unresolved merge conflict"
  static let jsonComment: Self = "the comment is not closed"
  fileprivate static let trailingJSON: Self = "unexpected text behind the project"
  fileprivate static let noKey: Self = "expected a key"
  fileprivate static let noColon: Self = "expected ':' behind the key"
  fileprivate static let openJSONText: Self = "the string is not closed"
  fileprivate static func unclosedJSON(_ bracket: String) -> Self { "'\(bracket)' is not closed" }
}
