// Texts as files have them that modlint writes.
extension String {
  /// In double quotes; what a reader of YAML refuses or an editor would hide is escaped.
  public var quotedForYAML: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\0"..<" ", "\u{7f}"..."\u{9f}", "\u{61c}", "\u{200e}", "\u{200f}",
        "\u{2028}"..."\u{202e}",
        "\u{2066}"..."\u{2069}", "\u{feff}", "\u{fffe}", "\u{ffff}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Without quotes where every reader of YAML takes it for text, wherever it stands.
  public var scalarForYAML: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    guard isPlain, let first = utf8.first, first >= UInt8(ascii: "A"), first != UInt8(ascii: "_"),
      !wordsOfYAML.contains(lowercased())
    else { return quotedForYAML }
    return self
  }
}

/// Words that YAML takes for something else than text.
private let wordsOfYAML: Set<String> = [
  "true", "false", "null", "yes", "no", "on", "off", "y", "n",
]
