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
    appendText(from: start, at: start, isEscaped: isEscaped)
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

  /// Parses a number, a truth value or `null`.
  mutating func word(_ bytes: Span<UInt8>) throws(SyntaxError) {
    let start = index
    skip(Self.bare, bytes)
    // A comment may follow.
    index = tree.bytes[start..<index].firstIndex(of: UInt8(ascii: "/")) ?? index
    let text = String(decoding: tree.bytes[start..<index], as: UTF8.self)
    guard text == "null" || text == "true" || text == "false" || Double(text) != nil
    else {
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

extension Diagnostic.Message {
  fileprivate static let noKey: Self = "expected a key"
}
