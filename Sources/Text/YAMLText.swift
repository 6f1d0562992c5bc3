// Texts as files have them that modlint writes.
extension String {
  /// In double quotes; what a reader of YAML refuses or an editor would hide is escaped.
  public var quotedForYAML: String {
    let text = escaped { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{fffe}", "\u{ffff}": scalar.escapedForYAML
      default: scalar.isHostile ? scalar.escapedForYAML : nil
      }
    }
    return "\"\(text)\""
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

extension Unicode.Scalar {
  fileprivate var escapedForYAML: String {
    let isLong = value > 0xFFFF
    let digits = String(value, radix: 16)
    let zeros = String(repeating: "0", count: (isLong ? 8 : 4) - digits.count)
    return (isLong ? "\\U" : "\\u") + zeros + digits
  }
}

/// Words that YAML takes for something else than text.
private let wordsOfYAML: Set<String> = [
  "true", "false", "null", "yes", "no", "on", "off", "y", "n",
]
