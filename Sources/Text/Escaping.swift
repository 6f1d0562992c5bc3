extension Unicode.Scalar {
  /// Whether it is invisible, or could move the cursor, reorder or break the text around it.
  ///
  /// These are control characters (C0, delete, C1), line and paragraph separators, bidirectional
  /// controls, and default ignorable code points of Unicode. Names and lines of YAML come from
  /// untrusted branches, and names that look alike should be equal.
  public var isHostile: Bool {
    switch value {
    case 0x20...0x7E: false
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
      0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F,
      0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  /// Returns whether it joins its neighbors, as invisible characters do in emoji and many scripts.
  public func joins(_ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    guard let previous, !previous.isASCII else { return false }
    switch value {
    case 0xFE00...0xFE0F: return !previous.isHostile
    case 0x200C, 0x200D:
      guard let next, !next.isASCII, !next.isHostile else { return false }
      return !previous.isHostile || previous.value == 0xFE0F
    default: return false
    }
  }

  /// Returns the number in uppercase hexadecimal, with leading zeros up to `digits`.
  public func hexadecimal(digits: Int) -> String {
    let number = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - number.count)) + number
  }

  /// The visible replacement of a hostile scalar, such as `\u{1B}`.
  public var visibleEscape: String { "\\u{\(hexadecimal(digits: 2))}" }
}

extension Escapes {
  /// The escapes for a line on a terminal or in the log of a build machine: hostile scalars, and
  /// the hashes of commands of build machines, become `\u{1B}`.
  public static let terminal = Escapes(
    disarmedHash: Unicode.Scalar(UInt8(ascii: "#")).visibleEscape
  ) { $0.isHostile ? $0.visibleEscape : nil }

  /// The escapes for JSON strings (RFC 8259).
  ///
  /// Also escapes hostile scalars, since JSON is also read on terminals.
  static let json = Escapes(disarmedHash: "\\u0023", escapeForJSON)

  /// The escapes for JSON strings in a `<script>` of HTML whose texts are shown: hostile scalars
  /// become visible.
  static let jsonInScript = Escapes(disarmedHash: "\\u0023") { scalar in
    switch scalar {
    case "<": "\\u003c"
    case "\n", "\r", "\t": escapeForJSON(scalar)
    default: scalar.isHostile ? "\\\(scalar.visibleEscape)" : escapeForJSON(scalar)
    }
  }

  private static let escapeForJSON: Replacement = { scalar in
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: scalar.isHostile ? scalar.escapedUnits : nil
    }
  }
}

extension Unicode.Scalar {
  /// The JSON escapes of its UTF-16 units.
  fileprivate var escapedUnits: String {
    UTF16.encode(self).map { units in
      units.map { unit in
        let number = String(unit, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - number.count) + number
      }.joined()
    } ?? ""
  }
}

extension String {
  /// The text with the escapes for a terminal or the log of a build machine.
  public var escapedForTerminal: String {
    // Nearly all names are plain, and testing bytes is cheaper than copying them.
    utf8.isPlainText(without: UInt8(ascii: "#")) ? self : escaped(by: .terminal)
  }

  /// Returns the text with some scalars replaced.
  ///
  /// - Parameters:
  ///   - keepsJoiners: Whether to keep hostile scalars that join their neighbors.
  ///   - replacement: Returns the replacement of a scalar, if any.
  /// - Returns: The same text if nothing is replaced.
  public func escaped(
    keepingJoiners keepsJoiners: Bool = true, _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = ""
    var rest = startIndex
    var previous: Unicode.Scalar?
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      defer { previous = scalar }
      guard let text = replacement(scalar) else { continue }
      if keepsJoiners, scalar.isHostile, !scalar.isASCII {
        let after = unicodeScalars.index(after: index)
        let next = after < endIndex ? unicodeScalars[after] : nil
        if scalar.joins(previous, next) { continue }
      }
      if rest == startIndex { result.reserveCapacity(utf8.count + 16) }
      result += self[rest..<index]
      result += text
      rest = unicodeScalars.index(after: index)
    }
    if rest == startIndex { return self }
    result += self[rest...]
    return result
  }

  /// Returns whether the text contains the bytes of `part`.
  public func containsBytes(of part: String) -> Bool {
    utf8.containsBytes(of: part)
  }
}
