internal import Diagnostics
internal import Text

// JSON5.
extension PropertyListParser {
  mutating func identifier(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let start = index
    var isEscaped = false
    while let byte = current(bytes), isPartOfKey(byte, isFirst: index == start, bytes) {
      isEscaped = isEscaped || byte == UInt8(ascii: "\\")
      index += 1
    }
    guard index > start else { throw error(.noKey) }
    appendJSON(start, at: start, isEscaped ? .escaped : .plain)
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

  /// Appends the text from `start` up to the current place, without its escapes.
  mutating func appendJSON(_ start: Int, at place: Int, _ form: PropertyListTree.Form) {
    guard form == .escaped else {
      tree.append(.text, start..<index, form)
      return
    }
    let text = PropertyListEscapes.decoded(tree.bytes[start..<index], isJSON: true)
    tree.append(.text, decoded: text, at: tree.position(at: place))
  }

  /// Parses a number, a truth value or `null`.
  mutating func word(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let start = index
    skip(Self.bare, bytes)
    // A comment may follow.
    index = tree.bytes[start..<index].firstIndex(of: UInt8(ascii: "/")) ?? index
    let text = String(decoding: tree.bytes[start..<index], as: UTF8.self)
    guard text == "null" || text == "true" || text == "false" || text.isNumber else {
      index = start
      throw error(.noValue)
    }
    tree.append(text == "null" ? .null : .word, start..<index)
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
}

extension String {
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
  fileprivate static let noKey: Self = "expected a key"
}
