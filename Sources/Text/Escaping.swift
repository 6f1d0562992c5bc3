extension Unicode.Scalar {
  /// Whether it could move the cursor, reorder or break the text around it.
  ///
  /// Control characters (C0, delete, C1), line and paragraph separators, and all marks that
  /// override the direction of text: names and lines of YAML come from strangers' branches.
  public var isHostile: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x61C: true
    default: false
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

  /// The same inside of a `<script>` of HTML.
  static let jsonInScript = Escapes(disarmedHash: "\\u0023") { scalar in
    scalar == "<" ? "\\u003c" : escapeForJSON(scalar)
  }

  private static let escapeForJSON: Replacement = { scalar in
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: scalar.isHostile ? "\\u\(scalar.hexadecimal(digits: 4))" : nil
    }
  }
}

extension String {
  /// The text as a terminal or the log of a build machine may have it.
  public var escapedForTerminal: String {
    // Nearly all names are plain, and looking at bytes is cheaper than copying them.
    utf8.isPlainText(without: UInt8(ascii: "#")) ? self : escaped(by: .terminal)
  }

  /// The inside of a JSON string.
  var escapedForJSON: String { escaped(by: .json) }

  /// The text with what `replacement` has for some of its scalars.
  ///
  /// - Parameter replacement: What stands for a scalar; `nil` for itself.
  /// - Returns: The text itself where nothing is replaced.
  public func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    var rest = startIndex
    for index in unicodeScalars.indices {
      guard let text = replacement(unicodeScalars[index]) else { continue }
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
