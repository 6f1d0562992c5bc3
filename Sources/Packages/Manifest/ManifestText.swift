/// The delimiters of a string literal.
struct ManifestTextForm {
  let isMultiline: Bool
  let closing: [UInt8]
  /// The start of an escape: a backslash and as many `#` as before the first quote.
  let escape: [UInt8]
  /// The length of the opening delimiter.
  var opening: Int { closing.count }

  /// - Parameter bytes: The literal and the text after it.
  init(of bytes: ArraySlice<UInt8>) {
    let hashes = bytes.prefix { $0 == UInt8(ascii: "#") }
    let quotes = Array(repeating: UInt8(ascii: "\""), count: 3)
    isMultiline = bytes.dropFirst(hashes.count).starts(with: quotes)
    closing = Array(quotes.prefix(isMultiline ? 3 : 1)) + hashes
    escape = [UInt8(ascii: "\\")] + hashes
  }
}

enum ManifestTextPart {
  case text(String)
  /// The names in an interpolation, separated by dots.
  case interpolation([String])
}

/// Splits a string literal into its parts.
struct ManifestTextReader {
  private let bytes: [UInt8]
  private let form: ManifestTextForm
  private var place: Int
  private let end: Int
  private var text: [UInt8] = []
  private var parts: [ManifestTextPart] = []

  /// Returns the parts of the literal in `range`.
  ///
  /// - Returns: nil for an unknown escape, an interpolation of anything but names, or a line that
  ///   is indented less than the closing delimiter.
  static func parts(of range: Range<Int>, in bytes: [UInt8]) -> [ManifestTextPart]? {
    var reader = ManifestTextReader(range, in: bytes)
    return reader.form.isMultiline ? reader.readLines() : reader.readAll()
  }

  private init(_ range: Range<Int>, in bytes: [UInt8]) {
    self.bytes = bytes
    form = ManifestTextForm(of: bytes[range])
    place = range.lowerBound + form.opening
    end = range.upperBound - form.closing.count
  }

  private mutating func readAll() -> [ManifestTextPart]? {
    while place < end { guard step() else { return nil } }
    return finished()
  }

  private mutating func finished() -> [ManifestTextPart] {
    if !text.isEmpty || parts.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
    text = []
    return parts
  }

  /// Reads the lines of a multi-line literal without their indentation.
  private mutating func readLines() -> [ManifestTextPart]? {
    var start = end
    while start > place, bytes[start - 1].isBlank { start -= 1 }
    let indentation = bytes[start..<end]
    guard start > place, bytes[start - 1].isLineBreak else { return nil }
    // The text excludes the first and the last line break.
    let last = start - 1
    while !bytes[place].isLineBreak { place += 1 }
    guard skipLineBreak() else { return nil }
    while place < last {
      if bytes[place...].starts(with: indentation) {
        place += indentation.count
      } else if !bytes[place].isLineBreak {
        return nil
      }
      while place < last, !bytes[place].isLineBreak { guard step() else { return nil } }
      if place < last {
        guard skipLineBreak() else { return nil }
        text.append(UInt8(ascii: "\n"))
      }
    }
    return place == last || place == start ? finished() : nil
  }

  /// Skips a line break; fails for carriage returns, which are rare.
  private mutating func skipLineBreak() -> Bool {
    guard bytes[place] == UInt8(ascii: "\n") else { return false }
    place += 1
    return true
  }

  /// Reads a byte, an escape or an interpolation.
  private mutating func step() -> Bool {
    guard bytes[place..<end].starts(with: form.escape) else {
      text.append(bytes[place])
      place += 1
      return true
    }
    place += form.escape.count
    guard place < end else { return false }
    if bytes[place] == UInt8(ascii: "(") { return readInterpolation() }
    guard let scalar = escaped() else { return false }
    text += Array(String(Character(scalar)).utf8)
    return true
  }

  private mutating func readInterpolation() -> Bool {
    let start = place + 1
    guard let close = bytes[start..<end].firstIndex(of: UInt8(ascii: ")")) else { return false }
    let names = bytes[start..<close].split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard names.allSatisfy(Self.isName) else { return false }
    if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
    text = []
    parts.append(.interpolation(names.map { String(decoding: $0, as: UTF8.self) }))
    place = close + 1
    return true
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first?.startsIdentifier ?? false && bytes.allSatisfy(\.continuesIdentifier)
      || bytes.elementsEqual("$0".utf8)
  }

  private mutating func escaped() -> Unicode.Scalar? {
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "'"): return "'"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "0"): return "\0"
    case UInt8(ascii: "u"):
      guard place < end, bytes[place] == UInt8(ascii: "{"),
        let close = bytes[place..<end].firstIndex(of: UInt8(ascii: "}"))
      else { return nil }
      let digits = String(decoding: bytes[(place + 1)..<close], as: UTF8.self)
      place = close + 1
      guard 1...8 ~= digits.utf8.count, digits.allSatisfy(\.isHexDigit) else { return nil }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
