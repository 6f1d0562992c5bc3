public import Diagnostics

/// Reads JSON files into trees (RFC 8259), with the same positions and limits as YAML.
public struct JSONParser: Sendable {
  private let knownKeys: KnownKeys
  private let rule: RuleID

  public init(knownKeys: KnownKeys, rule: RuleID) {
    self.knownKeys = knownKeys
    self.rule = rule
  }

  /// Appends the value in `bytes` to `tree`, as a new layer.
  ///
  /// - Returns: The root, which may be of any type.
  /// - Throws: A diagnostic at the first position that is not JSON or exceeds `Limits`.
  public func parse(
    _ bytes: [UInt8], into tree: inout Tree, file: FileID
  ) throws(Diagnostic) -> NodeID {
    var builder = NodeBuilder(knownKeys: knownKeys)
    builder.begin(layer: tree.addLayer(file))
    var reader = JSONReader(bytes: bytes, builder: builder)
    let root = NodeID(tree.nodes.count)
    do throws(JSONReader.Failure) {
      try reader.checkEncoding()
      reader.skipByteOrderMark()
      try reader.readValue(into: &tree)
      reader.skipBlanks()
      if !reader.isAtEnd { throw JSONReader.Failure(.moreText) }
    } catch {
      let place = error.place ?? reader.position
      throw Diagnostic(
        rule, .error, error.message, at: SourceRange(file: file, start: place, end: place))
    }
    return root
  }

  /// Parses a file whose root is a mapping and whose errors are not reported; `nil` for other texts.
  public static func mapping(_ text: [UInt8]) -> (tree: Tree, root: NodeID)? {
    var tree = Tree()
    let parser = Self(knownKeys: KnownKeys([]), rule: .invalidSpec)
    guard let root = try? parser.parse(text, into: &tree, file: FileID(index: 0)),
      tree.isMapping(root)
    else { return nil }
    return (tree, root)
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  private var builder: NodeBuilder
  private var index = 0
  private var line: UInt32 = 1
  private var column: UInt32 = 1

  struct Failure: Error {
    var message: Diagnostic.Message
    /// The position of the error, if it differs from the end of what was read.
    var place: Position?

    init(_ message: Diagnostic.Message, at place: Position? = nil) {
      self.message = message
      self.place = place
    }
  }

  init(bytes: [UInt8], builder: NodeBuilder) {
    self.bytes = bytes
    self.builder = builder
  }

  var isAtEnd: Bool { index == bytes.count }
  var position: Position { Position(line: line, column: column) }
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Rejects text that is not UTF-8: repaired names could be equal.
  func checkEncoding() throws(Failure) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var line: UInt32 = 1
    for part in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      if String(validating: part, as: UTF8.self) == nil { break }
      line += 1
    }
    throw Failure(.notUTF8, at: Position(line: line, column: 1))
  }

  mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
  }

  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
      advance()
    }
  }

  /// Consumes one byte; columns count scalars.
  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == 0x0a {
      line += 1
      column = 1
    } else if byte & 0xc0 != 0x80 {
      column += 1
    }
  }

  mutating func readValue(into tree: inout Tree) throws(Failure) {
    guard builder.depth < Limits.nesting, tree.nodes.count < Limits.nodes else {
      throw Failure(.tooDeep)
    }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): try readCollection(.mapping, upTo: UInt8(ascii: "}"), into: &tree)
    case UInt8(ascii: "["): try readCollection(.sequence, upTo: UInt8(ascii: "]"), into: &tree)
    case UInt8(ascii: "\""): try readString(into: &tree)
    case .some: try readLiteral(into: &tree)
    case nil: throw Failure(.endsEarly)
    }
  }

  private mutating func readCollection(
    _ kind: Node.Kind, upTo end: UInt8, into tree: inout Tree
  ) throws(Failure) {
    builder.open(kind, at: position, in: &tree)
    let first = tree.nodes.count
    advance()
    skipBlanks()
    while next != end {
      if tree.nodes.count > first { try take(UInt8(ascii: ",")) }
      skipBlanks()
      // Foundation accepts a trailing comma.
      if next == end, tree.nodes.count > first { break }
      if kind == .mapping {
        guard next == UInt8(ascii: "\"") else { throw Failure(.noKey) }
        try readString(into: &tree)
        skipBlanks()
        try take(UInt8(ascii: ":"))
      }
      try readValue(into: &tree)
      skipBlanks()
    }
    advance()
    if builder.close(at: position, in: &tree) == nil { throw Failure(.tooDeep) }
  }

  private mutating func take(_ byte: UInt8) throws(Failure) {
    guard let found = next else { throw Failure(.endsEarly) }
    guard found == byte else { throw Failure(.expected(byte)) }
    advance()
  }

  private mutating func readLiteral(into tree: inout Tree) throws(Failure) {
    let (start, first) = (position, index)
    while let byte = next, !Self.endsLiteral(byte) { advance() }
    let literal = bytes[first..<index]
    let form: ScalarForm
    if literal.elementsEqual("true".utf8) || literal.elementsEqual("false".utf8) {
      form = .plain
    } else if literal.elementsEqual("null".utf8) {
      form = .jsonNull
    } else if Self.isNumber(literal) {
      form = .jsonNumber
    } else {
      throw Failure(literal.isEmpty && isAtEnd ? .endsEarly : .noValue, at: start)
    }
    addScalar(literal, form: form, from: start, to: &tree)
  }

  private mutating func readString(into tree: inout Tree) throws(Failure) {
    let start = position
    advance()
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw Failure(.controlCharacter) }
      advance()
      if byte == UInt8(ascii: "\\") {
        try readEscape(into: &text)
      } else {
        text.append(byte)
      }
    }
    try take(UInt8(ascii: "\""))
    addScalar(text[...], form: .text, from: start, to: &tree)
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(Failure) {
    guard let byte = next else { throw Failure(.endsEarly) }
    guard "\"\\/bfnrtu".utf8.contains(byte) else { throw Failure(.badEscape) }
    advance()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    default: text.append(contentsOf: String(try readScalar()).utf8)
    }
  }

  /// Reads the scalar of a `\u` escape, or of two that form a surrogate pair.
  private mutating func readScalar() throws(Failure) -> Unicode.Scalar {
    let start = position
    var unit = try readHex()
    if 0xd800...0xdbff ~= unit {
      try take(UInt8(ascii: "\\"))
      try take(UInt8(ascii: "u"))
      let low = try readHex()
      guard 0xdc00...0xdfff ~= low else { throw Failure(.badEscape, at: start) }
      unit = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw Failure(.badEscape, at: start) }
    return scalar
  }

  private mutating func readHex() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw Failure(.badEscape)
      }
      advance()
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func addScalar(
    _ text: ArraySlice<UInt8>, form: ScalarForm, from start: Position, to tree: inout Tree
  ) {
    let scalar = NodeBuilder.Scalar(
      form: form, first: tree.text.count, start: start, end: position)
    tree.text.append(contentsOf: text)
    if builder.expectsKey {
      builder.addKey(scalar, text.span, to: &tree)
    } else {
      builder.addValue(scalar, text.span, to: &tree)
    }
  }

  private static func endsLiteral(_ byte: UInt8) -> Bool {
    byte <= 0x20 || ",]}:{[\"".utf8.contains(byte)
  }

  /// Returns whether it is a number, also with leading zeros.
  private static func isNumber(_ literal: ArraySlice<UInt8>) -> Bool {
    literal.first != UInt8(ascii: "+") && literal.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
      && Double(String(decoding: literal, as: UTF8.self)) != nil
  }
}

extension Diagnostic.Message {
  fileprivate static let moreText: Self = "not valid JSON: more text after the value"
  fileprivate static let endsEarly: Self = "not valid JSON: the file ends within a value"
  fileprivate static let notUTF8: Self = "not valid JSON: not UTF-8"
  fileprivate static let noKey: Self = "not valid JSON: expected a key in double quotes"
  fileprivate static let noValue: Self = "not valid JSON: expected a value"
  fileprivate static let badEscape: Self = "not valid JSON: unknown escape sequence in a string"
  fileprivate static let controlCharacter: Self = "not valid JSON: control character in a string"

  fileprivate static func expected(_ byte: UInt8) -> Self {
    "not valid JSON: expected '\(Character(Unicode.Scalar(byte)))'"
  }
}
