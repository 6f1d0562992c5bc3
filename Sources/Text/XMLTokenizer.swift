public import Diagnostics

/// Reads the tags of an XML file with their attributes, and the text between them, in order.
///
/// Rejects document types with declarations, and all entities except the predefined ones and
/// character references, so that no file can expand. Text is UTF-8.
public struct XMLTokenizer {
  private let bytes: [UInt8]
  private let readsText: Bool
  private var index = 0
  private var position = Position(line: 1, column: 1)

  public enum Token {
    case start(name: String, attributes: [Attribute], isEmpty: Bool)
    case end(name: String)
    /// Text up to the next `<`, with references expanded.
    case text([UInt8])
    /// A CDATA section.
    case verbatim([UInt8])
  }

  public struct Attribute {
    public var name: String
    public var value: String
    /// The start of the value, without the quotes.
    public var start: Position
    public var end: Position
  }

  public struct SyntaxError: Error {
    public var message: Diagnostic.Message
    public var position: Position

    public init(message: Diagnostic.Message, position: Position) {
      self.message = message
      self.position = position
    }
  }

  /// Creates a tokenizer that returns the text between tags or, by default, skips it.
  public init(_ bytes: [UInt8], readsText: Bool = false) {
    self.bytes = bytes
    self.readsText = readsText
    _ = skip("\u{feff}")
    position = Position(line: 1, column: 1)
  }

  /// Returns the next token and its start, or `nil` at the end of the file.
  public mutating func next() throws(SyntaxError) -> (token: Token, start: Position)? {
    while index < bytes.count {
      let start = position
      if skip("<!--") {
        try skip(through: "-->", from: start)
      } else if skip("<![CDATA[") {
        let first = index
        try skip(through: "]]>", from: start)
        if readsText { return (.verbatim(Array(bytes[first..<index - 3])), start) }
      } else if skip("<?") {
        try skip(through: "?>", from: start)
      } else if skip("<!") {
        try skipDeclaration(from: start)
      } else if skip("</") {
        let name = name()
        skipBlanks()
        guard !name.isEmpty, skip(">") else {
          throw SyntaxError(message: .unclosedTag, position: start)
        }
        return (.end(name: name), start)
      } else if skip("<") {
        return (try startTag(from: start), start)
      } else if readsText {
        return (.text(try text(upTo: UInt8(ascii: "<"))), start)
      } else {
        advance()
      }
    }
    return nil
  }

  /// Reads text up to one of two bytes and expands references.
  private mutating func text(upTo end: UInt8, or other: UInt8? = nil) throws(SyntaxError) -> [UInt8]
  {
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != end, bytes[index] != other {
      if bytes[index] == UInt8(ascii: "&") {
        text += try reference()
      } else {
        text.append(bytes[index])
        advance()
      }
    }
    return text
  }

  private mutating func startTag(from start: Position) throws(SyntaxError) -> Token {
    let name = name()
    guard !name.isEmpty else { throw SyntaxError(message: .noTag, position: start) }
    var attributes: [Attribute] = []
    while true {
      skipBlanks()
      if skip("/>") { return .start(name: name, attributes: attributes, isEmpty: true) }
      if skip(">") { return .start(name: name, attributes: attributes, isEmpty: false) }
      guard index < bytes.count else { throw SyntaxError(message: .unclosedTag, position: start) }
      attributes.append(try attribute())
    }
  }

  private mutating func attribute() throws(SyntaxError) -> Attribute {
    let place = position
    let name = name()
    skipBlanks()
    guard !name.isEmpty, skip("=") else {
      throw SyntaxError(message: .noTag, position: place)
    }
    skipBlanks()
    guard index < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[index]) else {
      throw SyntaxError(message: .noTag, position: place)
    }
    let quote = bytes[index]
    advance()
    let start = position
    let value = try text(upTo: quote, or: UInt8(ascii: "<"))
    let end = position
    guard index < bytes.count, bytes[index] == quote else {
      throw SyntaxError(message: .noTag, position: place)
    }
    advance()
    return Attribute(
      name: name, value: String(decoding: value, as: UTF8.self), start: start, end: end)
  }

  /// Reads the character of an entity or character reference.
  private mutating func reference() throws(SyntaxError) -> [UInt8] {
    let place = position
    advance()
    let start = index
    // The length of the largest number with a few leading zeros.
    while index < bytes.count, index - start < 12, bytes[index] != UInt8(ascii: ";") { advance() }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    guard skip(";") else { throw SyntaxError(message: .noEntity(name), position: place) }
    if let known = Self.entities[name] { return [known] }
    let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
    let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10)
    guard name.hasPrefix("#"), let scalar = number.flatMap(Unicode.Scalar.init) else {
      throw SyntaxError(message: .noEntity(name), position: place)
    }
    return Array(String(Character(scalar)).utf8)
  }

  private static let entities: [String: UInt8] = [
    "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"),
    "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
  ]

  private mutating func skipDeclaration(from start: Position) throws(SyntaxError) {
    let first = index
    try skip(through: ">", from: start)
    guard !bytes[first..<index].contains(UInt8(ascii: "[")) else {
      throw SyntaxError(message: .declarations, position: start)
    }
  }

  private mutating func name() -> String {
    let start = index
    while index < bytes.count, Self.isOfName(bytes[index]) { advance() }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3a, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
    default: false
    }
  }

  private mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x9, 0xa, 0xd].contains(bytes[index]) { advance() }
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length <= bytes.count - index,
      text.withUTF8Buffer({ bytes[index..<index + length].elementsEqual($0) })
    else { return false }
    for _ in 0..<length { advance() }
    return true
  }

  private mutating func skip(through text: StaticString, from start: Position) throws(SyntaxError) {
    while index < bytes.count {
      if skip(text) { return }
      advance()
    }
    throw SyntaxError(message: .unclosedTag, position: start)
  }

  /// Consumes one byte; columns count characters.
  private mutating func advance() {
    if bytes[index] == UInt8(ascii: "\n") {
      position = Position(line: position.line + 1, column: 1)
    } else if bytes[index] & 0xc0 != 0x80 {
      position.column += 1
    }
    index += 1
  }
}

extension Diagnostic.Message {
  fileprivate static let unclosedTag: Self = "not valid XML: this is never closed"
  fileprivate static let noTag: Self =
    "not valid XML: a tag has a name, and attributes with values in quotes"
  fileprivate static let declarations: Self = "a document type with declarations is not read"
  fileprivate static func noEntity(_ name: String) -> Self { "'&\(name)' is not a character" }
}
