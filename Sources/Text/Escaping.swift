extension Unicode.Scalar {
  /// Whether it is invisible, or could move the cursor, reorder or break the text around it.
  ///
  /// Control characters (C0, delete, C1), line and paragraph separators, all marks that override the
  /// direction of text, and what is ignored where it is shown (Unicode, Default_Ignorable_Code_Point): two
  /// names that look alike should be one, and names and lines of YAML come from strangers' branches.
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

  /// Whether it belongs between its neighbours: emoji and many scripts join characters by what is
  /// invisible alone, and choose among their forms.
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

  /// The number in hexadecimal capitals, with leading zeros up to `digits`.
  public func hexadecimal(digits: Int) -> String {
    let number = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - number.count)) + number
  }

  /// What is shown instead of a hostile scalar, such as `\u{1B}`.
  public var visibleEscape: String { "\\u{\(hexadecimal(digits: 2))}" }
}

extension Escapes {
  /// Safe to show on a terminal, on one line and in the log of a build machine: hostile scalars as
  /// `\u{1B}`, and so the hash of what would be a command there.
  public static let terminal = Escapes(
    disarmedHash: Unicode.Scalar(UInt8(ascii: "#")).visibleEscape
  ) { $0.isHostile ? $0.visibleEscape : nil }

  /// The inside of a JSON string (RFC 8259).
  ///
  /// Hostile scalars are escaped as well, since JSON is also read on terminals.
  static let json = Escapes(disarmedHash: "\\u0023", escapeForJSON)

  /// The same inside of a `<script>` of HTML, for texts that the page shows: what is hostile stands
  /// there as it is shown.
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
  /// As JSON has it: each unit of UTF-16 by four digits.
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
  /// The text as a terminal or the log of a build machine may have it.
  public var escapedForTerminal: String {
    // Nearly all names are plain, and looking at bytes is cheaper than copying them.
    utf8.isPlainText(without: UInt8(ascii: "#")) ? self : escaped(by: .terminal)
  }

  /// The text with what `replacement` has for some of its scalars.
  ///
  /// - Parameter replacement: What stands for a scalar that does not join its neighbours; `nil` for itself.
  /// - Returns: The text itself where nothing is replaced.
  public func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    var rest = startIndex
    var previous: Unicode.Scalar?
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      defer { previous = scalar }
      guard let text = replacement(scalar) else { continue }
      if scalar.isHostile, !scalar.isASCII {
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

  /// Whether `part` occurs in the text byte for byte, without the tables of a general search.
  public func containsBytes(of part: String) -> Bool {
    utf8.containsBytes(of: part)
  }
}

extension TextBuffer {
  /// Whether `part` occurs in the text byte for byte.
  public func containsBytes(of part: String) -> Bool { bytes.containsBytes(of: part) }
}
