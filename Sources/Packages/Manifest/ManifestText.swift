/// The delimiters of a string literal.
struct ManifestTextForm {
  let isMultiline: Bool
  /// The number of `#` before the first quote, and after the backslash of an escape.
  let hashes: Int
  /// The length of either delimiter.
  var length: Int { (isMultiline ? 3 : 1) + hashes }
  var isPlain: Bool { !isMultiline && hashes == 0 }

  init(of literal: ArraySlice<UInt8>) {
    hashes = literal.prefix { $0 == UInt8(ascii: "#") }.count
    isMultiline = literal.dropFirst(hashes).starts(with: "\"\"\"".utf8)
  }

  /// Whether the compiler accepts a literal as a string.
  func accepts(_ literal: ArraySlice<UInt8>) -> Bool {
    guard literal.dropFirst(hashes).first == UInt8(ascii: "\""), literal.count >= 2 * length else {
      return false
    }
    let content = literal.dropFirst(length)
    if isMultiline, !(content.first { !$0.isBlank }?.isLineBreak ?? false) { return false }
    return content.allSatisfy {
      $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 || $0.isLineBreak && isMultiline
    }
  }
}

/// Reads the text of a string literal.
struct ManifestTextReader {
  /// What precedes the next interpolation.
  var text: [UInt8] = []
  /// The content, of a literal of several lines without their indentation.
  private var rest: ArraySlice<UInt8>
  private let escape: [UInt8]

  /// Whether all of the text was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// Fails for a line that is indented less than the closing delimiter.
  init?(_ literal: ArraySlice<UInt8>) {
    let form = ManifestTextForm(of: literal)
    escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: form.hashes)
    let content = literal.dropFirst(form.length).dropLast(form.length)
    guard let rest = form.isMultiline ? Self.unindented(content) : content else { return nil }
    self.rest = rest
  }

  private static func unindented(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 1, let indentation = lines.last, indentation.allSatisfy(\.isBlank),
      !content.contains(UInt8(ascii: "\r")),
      lines.dropFirst().allSatisfy({ $0.isEmpty || $0.starts(with: indentation) })
    else { return nil }
    let texts = lines.dropFirst().dropLast().map { $0.dropFirst(indentation.count) }
    return Array(texts.joined(separator: "\n".utf8))[...]
  }

  /// Reads up to the next interpolation; returns its names, which dots separate.
  ///
  /// Returns nil at the end, and before an unknown escape or an interpolation of anything but names.
  mutating func nextInterpolation() -> [String]? {
    while let byte = rest.first {
      guard rest.starts(with: escape) else {
        text.append(byte)
        rest.removeFirst()
        continue
      }
      let code = rest.dropFirst(escape.count)
      if code.first == UInt8(ascii: "(") { return names(in: code.dropFirst()) }
      guard let (scalar, end) = Self.escaped(code) else { return nil }
      text += Array(String(Character(scalar)).utf8)
      rest = rest[end...]
    }
    return nil
  }

  private mutating func names(in code: ArraySlice<UInt8>) -> [String]? {
    guard let close = code.firstIndex(of: UInt8(ascii: ")")) else { return nil }
    let names = code[..<close].split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard names.allSatisfy(Self.isName) else { return nil }
    rest = code[(close + 1)...]
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first?.startsIdentifier ?? false && bytes.allSatisfy(\.continuesIdentifier)
      || bytes.elementsEqual("$0".utf8)
  }

  /// Returns the scalar after the start of an escape, and the place after its code.
  private static func escaped(_ code: ArraySlice<UInt8>) -> (Unicode.Scalar, end: Int)? {
    guard let byte = code.first else { return nil }
    let end = code.startIndex + 1
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      return (Unicode.Scalar(byte), end)
    case UInt8(ascii: "n"): return ("\n", end)
    case UInt8(ascii: "r"): return ("\r", end)
    case UInt8(ascii: "t"): return ("\t", end)
    case UInt8(ascii: "0"): return ("\0", end)
    case UInt8(ascii: "u"):
      guard code.dropFirst().first == UInt8(ascii: "{"),
        let close = code.firstIndex(of: UInt8(ascii: "}"))
      else { return nil }
      let digits = String(decoding: code[(end + 1)..<close], as: UTF8.self)
      guard 1...8 ~= digits.utf8.count, digits.allSatisfy(\.isHexDigit) else { return nil }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { ($0, close + 1) }
    default: return nil
    }
  }
}
