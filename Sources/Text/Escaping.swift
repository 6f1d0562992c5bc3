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

extension String {
  /// Safe to show on a terminal, on one line and in the log of a build machine: hostile scalars as
  /// `\u{1B}`, and so the hash of what would be a command there.
  public var escapedForTerminal: String {
    // Nearly all names are plain, and looking at bytes is cheaper than at scalars.
    if utf8.allSatisfy({ 0x20...0x7e ~= $0 && $0 != UInt8(ascii: "#") }) { return self }
    return escaped { $0.isHostile ? $0.visibleEscape : nil }
      .disarmingCommands(Unicode.Scalar(UInt8(ascii: "#")).visibleEscape)
  }

  /// The inside of a JSON string (RFC 8259).
  ///
  /// Hostile scalars are escaped as well, since JSON is also read on terminals.
  var escapedForJSON: String {
    // Nearly all names are plain, and looking at bytes is cheaper than at scalars.
    let isPlain = utf8.allSatisfy { 0x20...0x7e ~= $0 && $0 != 0x22 && $0 != 0x5c && $0 != 0x5b }
    if isPlain { return self }
    return escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: scalar.isHostile ? "\\u\(scalar.hexadecimal(digits: 4))" : nil
      }
    }
    .disarmingCommands("\\u0023")
  }

  /// The text with what `replacement` has for some of its scalars.
  public func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    guard unicodeScalars.contains(where: { replacement($0) != nil }) else { return self }
    var result = ""
    result.reserveCapacity(utf8.count + 16)
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
