/// The escapes of special characters in an output medium.
public struct Escapes: Sendable {
  public typealias Replacement = @Sendable (Unicode.Scalar) -> String?

  /// Whether each byte never needs an escape.
  private let isPlain: [Bool]
  private let replacement: Replacement
  /// Whether any scalar may be replaced, whatever its neighbors.
  private let replacesAll: Bool
  /// The replacement of the second hash in a command of a build machine.
  private let disarmedHash: String?

  /// Creates escapes with the replacement of a scalar, if any.
  public init(
    disarmedHash: String? = nil, replacesAll: Bool = false, _ replacement: @escaping Replacement
  ) {
    isPlain = (UInt8.min...UInt8.max).map { byte in
      byte < 0x80 && replacement(Unicode.Scalar(byte)) == nil
        && (disarmedHash == nil || byte != UInt8(ascii: "#"))
    }
    self.replacement = replacement
    self.replacesAll = replacesAll
    self.disarmedHash = disarmedHash
  }

  /// Returns whether a UTF-8 text needs no escapes; true for nearly all texts.
  private func keep(_ text: some Sequence<UInt8>) -> Bool { text.allSatisfy { isPlain[Int($0)] } }

  func escape(_ text: String) -> String {
    if keep(text.utf8) { return text }
    let escaped = text.escaped(keepingJoiners: !replacesAll, replacement)
    return disarmedHash.map { escaped.disarmingCommands($0) } ?? escaped
  }
}

extension String {
  public func escaped(by escapes: Escapes) -> String { escapes.escape(self) }
}

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

  /// The visible replacement of a hostile scalar, such as `\u{1B}`.
  public var visibleEscape: String { "\\u{\(value.hexadecimal(digits: 2))}" }
}

extension FixedWidthInteger {
  /// Returns the number in uppercase hexadecimal, with leading zeros up to `digits`.
  public func hexadecimal(digits: Int) -> String {
    let number = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, digits - number.count)) + number
  }
}

extension Escapes {
  /// The escapes for a line on a terminal or in the log of a build machine: hostile scalars, and
  /// the hashes of commands of build machines, become `\u{1B}`.
  public static let terminal = Escapes(disarmedHash: "\\u{23}") {
    $0.isHostile ? $0.visibleEscape : nil
  }

  /// The escapes for JSON strings (RFC 8259), which are also read on terminals.
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
  fileprivate var escapedUnits: String {
    String(self).utf16.map { "\\u" + $0.hexadecimal(digits: 4) }.joined()
  }
}

extension String {
  /// The text with the escapes for a terminal or the log of a build machine.
  public var escapedForTerminal: String {
    // Nearly all names are plain, and testing bytes is cheaper than copying them.
    utf8.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "#") } ? self : escaped(by: .terminal)
  }

  /// Returns the text with some scalars replaced; `keepsJoiners` keeps those that join neighbors.
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

  /// Returns the text with `replacement` for the second `#` of each `##[` or `##word[`.
  public func disarmingCommands(_ replacement: String) -> String {
    // Few texts have two, and testing bytes is cheaper than scalars.
    guard hasTwoHashes else { return self }
    var result = ""
    var hash: String.Index?
    // The second `#` of a pair, while only letters follow.
    var second: String.Index?
    var start = startIndex
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      guard scalar.isASCII else { continue }
      if scalar == "[", let place = second {
        result += self[start..<place] + replacement
        start = unicodeScalars.index(after: place)
      }
      if scalar == "#" {
        second = hash == nil ? nil : index
        hash = index
      } else {
        hash = nil
        if !scalar.properties.isAlphabetic { second = nil }
      }
    }
    return result + self[start...]
  }

  /// Whether there are two `#` without another ASCII character between them.
  private var hasTwoHashes: Bool {
    let hash = UInt8(ascii: "#")
    var previous: UInt8 = 0
    for byte in utf8 where byte < 0x80 {
      if byte == hash, previous == hash { return true }
      previous = byte
    }
    return false
  }
}
