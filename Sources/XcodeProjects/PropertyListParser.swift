internal import Diagnostics
internal import Text

/// Parses the property lists in which Xcode writes projects.
///
/// Old-style property lists have tables in braces, lists in parentheses, data in angle brackets,
/// quoted and bare texts, and the comments of C. Trailing commas are allowed. Implements "Old-Style
/// ASCII Property Lists" of Apple's Property List Programming Topics, with the escapes that Core
/// Foundation reads, and JSON5 (json5.org), the format of `project.xcproj`.
struct PropertyListParser {
  typealias SyntaxError = XMLTokenizer.SyntaxError

  private let classes = Self.table
  var index = 0
  var tree: PropertyListTree
  let count: Int
  let isJSON: Bool
  /// The places of the lists and tables that are not closed.
  var open: [Int] = []

  private init(_ bytes: [UInt8], isJSON: Bool) {
    tree = PropertyListTree(bytes)
    count = bytes.count
    self.isJSON = isJSON
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
  }

  /// Parses a property list.
  ///
  /// - Throws: The first syntax error, or an error if values are nested deeper than
  ///   `Limits.nesting`.
  /// - Complexity: O(*n*) for *n* bytes.
  static func parse(
    _ bytes: [UInt8], isJSON: Bool = false
  ) throws(SyntaxError) -> PropertyListTree {
    var parser = PropertyListParser(bytes, isJSON: isJSON)
    try parser.skipBlanks(bytes.span)
    try parser.value(bytes.span, depth: 0)
    guard parser.index == bytes.count else { throw parser.error(.trailing) }
    return parser.tree
  }

  // The classes of bytes in unquoted and quoted texts, comments, data and blanks, and of those that
  // may start other blanks.
  static let bare: UInt8 = 1
  private static let quoted: UInt8 = 2
  private static let comment: UInt8 = 4
  private static let data: UInt8 = 8
  private static let blank: UInt8 = 16
  private static let otherBlank: UInt8 = 32

  private static let table: InlineArray<256, UInt8> = InlineArray { classes(of: UInt8($0)) }

  private static func classes(of byte: UInt8) -> UInt8 {
    guard byte < 0x80 else { return quoted | comment | otherBlank }
    return switch Character(Unicode.Scalar(byte)) {
    case "\n": data | otherBlank
    case "0"..."9", "A"..."F", "a"..."f": bare | quoted | comment | data
    case "/": bare | quoted | comment | otherBlank
    case "G"..."Z", "g"..."z", "_", "$", ".", ":", "+", "-": bare | quoted | comment
    case " ", "\t", "\r": quoted | comment | data | blank
    case "\u{b}", "\u{c}": quoted | comment | blank
    case "*": quoted
    case "\"", "'", "\\": comment
    default: quoted | comment
    }
  }

  private mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(SyntaxError) {
    guard depth < Limits.nesting else { throw syntaxError(.tooDeep, at: index) }
    guard !tree.isFull else { throw syntaxError(.tooMany, at: index) }
    switch (current(bytes), isJSON) {
    case (UInt8(ascii: "{"), _): try collection(.table, upTo: "}", bytes, depth: depth)
    case (UInt8(ascii: "["), true): try collection(.list, upTo: "]", bytes, depth: depth)
    case (UInt8(ascii: "("), false): try collection(.list, upTo: ")", bytes, depth: depth)
    case (UInt8(ascii: "<"), false): try data(bytes)
    case (UInt8(ascii: "\""), _), (UInt8(ascii: "'"), _): try quotedText(bytes)
    case (_, true): try word(bytes)
    case (_, false): try bareText(bytes)
    }
    try skipBlanks(bytes)
  }

  private mutating func collection(
    _ kind: PropertyListTree.Kind, upTo close: Unicode.Scalar, _ bytes: Span<UInt8>, depth: Int
  ) throws(SyntaxError) {
    open.append(index)
    let node = tree.append(kind, index..<index + 1)
    index += 1
    try skipBlanks(bytes)
    while current(bytes) != UInt8(ascii: close) {
      if kind == .table { try key(bytes) }
      try value(bytes, depth: depth + 1)
      if kind == .table, !isJSON {
        try expect(";", bytes, .noSemicolon)
      } else if current(bytes) != UInt8(ascii: close) {
        try expect(",", bytes, .noComma(before: String(close)))
      }
    }
    index += 1
    open.removeLast()
    // The project itself is its first bracket, and so is any old-style list or table.
    tree.close(node, at: isJSON && depth > 0 ? index : nil)
  }

  private mutating func key(_ bytes: Span<UInt8>) throws(SyntaxError) {
    if let byte = current(bytes), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      try quotedText(bytes)
    } else if isJSON {
      try identifier(bytes)
    } else {
      try bareText(bytes)
    }
    try skipBlanks(bytes)
    if isJSON { try expect(":", bytes, .noColon) } else { try expect("=", bytes, .noEquals) }
  }

  private mutating func data(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let start = index
    index += 1
    while let byte = current(bytes), classes[Int(byte)] & Self.data != 0 { advance(over: byte) }
    guard current(bytes) == UInt8(ascii: ">") else { throw error(.noValue) }
    index += 1
    tree.append(.data, start..<index)
  }

  private mutating func bareText(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let start = index
    skip(Self.bare, bytes)
    guard index > start else { throw error(.noValue) }
    tree.append(.text, start..<index)
  }

  private mutating func quotedText(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let (quote, start) = (current(bytes), index)
    index += 1
    var isEscaped = false
    skip(Self.quoted, bytes)
    while let byte = current(bytes), byte != quote, !isJSON || byte != UInt8(ascii: "\n") {
      advance(over: byte)
      if byte == UInt8(ascii: "\\"), let escaped = current(bytes) {
        isEscaped = true
        advance(over: escaped)
        if isJSON, escaped == UInt8(ascii: "\r"), current(bytes) == UInt8(ascii: "\n") {
          advance(over: UInt8(ascii: "\n"))
        }
      }
      skip(Self.quoted, bytes)
    }
    guard let end = current(bytes), end == quote else {
      throw syntaxError(.openText, at: start)
    }
    appendText(
      from: start + 1, at: isJSON ? start : start + 1, isEscaped: isEscaped,
      isJSON ? .quoted : .plain)
    index += 1
  }

  /// Appends the text from `start` up to the current place, without its escapes.
  mutating func appendText(
    from start: Int, at place: Int, isEscaped: Bool, _ form: PropertyListTree.Form = .plain
  ) {
    if isEscaped {
      let text = PropertyListEscapes.decoded(tree.bytes[start..<index], isJSON: isJSON)
      tree.append(.text, decoded: text, at: tree.position(at: place))
    } else {
      tree.append(.text, start..<index, form)
    }
  }

  func current(_ bytes: Span<UInt8>) -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  private mutating func advance(over byte: UInt8) {
    index += 1
    if byte == UInt8(ascii: "\n") { tree.startLine(at: index) }
  }

  /// Skips bytes of a class without line breaks.
  mutating func skip(_ byteClass: UInt8, _ bytes: Span<UInt8>) {
    var end = index
    while end < bytes.count, classes[Int(bytes[end])] & byteClass != 0 { end &+= 1 }
    index = end
  }

  private mutating func expect(
    _ separator: Unicode.Scalar, _ bytes: Span<UInt8>,
    _ message: @autoclosure () -> Diagnostic.Message
  ) throws(SyntaxError) {
    guard current(bytes) == UInt8(ascii: separator) else { throw error(message()) }
    index += 1
    try skipBlanks(bytes)
  }

  /// Returns the error for text that is not expected here, or for the end of the file.
  func error(_ message: Diagnostic.Message) -> SyntaxError {
    guard index == count, let start = open.last else { return syntaxError(message, at: index) }
    return syntaxError(.unclosed(Unicode.Scalar(tree.bytes[start])), at: start)
  }

  func syntaxError(_ message: Diagnostic.Message, at offset: Int) -> SyntaxError {
    SyntaxError(message: message, position: tree.position(at: offset))
  }

  @inline(__always)
  private mutating func skipBlanks(_ bytes: Span<UInt8>) throws(SyntaxError) {
    guard index < bytes.count, classes[Int(bytes[index])] & (Self.blank | Self.otherBlank) != 0
    else { return }
    try skipFoundBlanks(bytes)
  }

  private mutating func skipFoundBlanks(_ bytes: Span<UInt8>) throws(SyntaxError) {
    while true {
      skip(Self.blank, bytes)
      guard let byte = current(bytes), classes[Int(byte)] & Self.otherBlank != 0 else { return }
      let next = index + 1 < bytes.count ? bytes[index + 1] : nil
      if byte == UInt8(ascii: "\n") {
        advance(over: byte)
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        try skipComment(bytes)
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while let byte = current(bytes), byte != UInt8(ascii: "\n") { index += 1 }
      } else if isJSON, byte >= 0x80, let length = wideBlank(bytes) {
        index += length
      } else {
        return
      }
    }
  }

  private mutating func skipComment(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let start = index
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
    throw syntaxError(.openComment, at: start)
  }
}

extension Diagnostic.Message {
  fileprivate static let trailing: Self = "unexpected text behind the project"
  fileprivate static let tooMany: Self = "more values than a project of this size has"
  fileprivate static let tooDeep: Self = "nested more than \(Limits.nesting) levels deep"
  fileprivate static let noEquals: Self = "expected '=' behind the key"
  fileprivate static let noColon: Self = "expected ':' behind the key"
  fileprivate static let noSemicolon: Self = "expected ';' behind the value"
  fileprivate static func noComma(before close: String) -> Self { "expected ',' or '\(close)'" }
  static let noValue: Self = "expected a value"
  fileprivate static let openText: Self = "the string is not closed"
  fileprivate static let openComment: Self = "the comment is not closed"
  fileprivate static func unclosed(_ bracket: Unicode.Scalar) -> Self {
    "'\(String(bracket))' is not closed"
  }
}
