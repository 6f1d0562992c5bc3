enum PropertyListEscapes {
  /// Decodes `\n`, `\"`, `\U00e9` or JSON's `\u00e9` (UTF-16, with surrogate pairs), and `\102`.
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
      let isShort = isJSON && escape == UInt8(ascii: "x")
      if isShort || escape | 0x20 == UInt8(ascii: "u"),
        let unit = number(&rest, digits: isShort ? 2 : 4, radix: 16)
      {
        units.append(UInt16(truncatingIfNeeded: unit))
        continue
      }
      flush(&units, into: &text)
      if isJSON, escape == UInt8(ascii: "\n") || escape == UInt8(ascii: "\r") {
        let isPair = escape == UInt8(ascii: "\r") && rest.first == UInt8(ascii: "\n")
        rest = rest.dropFirst(isPair ? 1 : 0)
      } else if 0x30...0x37 ~= escape {
        rest = raw[(rest.startIndex - 1)...]
        let code = number(&rest, digits: 3, radix: 8) ?? 0
        text.append(UInt8(truncatingIfNeeded: code))
      } else {
        text.append(isJSON && escape == UInt8(ascii: "a") ? escape : controls[escape] ?? escape)
      }
    }
    flush(&units, into: &text)
    return text
  }

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
