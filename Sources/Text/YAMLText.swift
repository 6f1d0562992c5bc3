// Texts in YAML files that modlint writes.
extension String {
  /// The text in double quotes, with escapes for characters that YAML rejects or editors hide.
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

  /// The text as a plain scalar if all YAML readers read it as text everywhere, else quoted.
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

/// Plain scalars of other types in YAML.
private let wordsOfYAML: Set<String> = [
  "true", "false", "null", "yes", "no", "on", "off", "y", "n",
]
