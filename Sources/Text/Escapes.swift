/// The escapes of some characters in a medium.
///
/// Nearly all bytes need no escape. They are copied in runs; only possible starts of an escaped
/// character are decoded.
public final class Escapes: Sendable {
  private typealias Exceptions = (UInt8, UInt8, UInt8, UInt8)
  public typealias Replacement = @Sendable (Unicode.Scalar) -> String?

  /// For each byte one of the kinds below, or 1 + the index of its replacement.
  private let kinds: [UInt8]
  private let replacements: [[UInt8]]
  private let replacement: Replacement
  /// Whether any scalar may have a replacement, whatever its neighbours.
  private let replacesAll: Bool
  /// The replacement of the second hash of a command of a build machine.
  private let disarmedHash: String?
  /// The visible ASCII characters with a replacement, the last one repeated; `nil` if there are
  /// more.
  private let exceptions: Exceptions?

  private static let itself: UInt8 = 0
  /// The start of a scalar that may have a replacement.
  private static let start: UInt8 = 255
  private static let hash: UInt8 = 254

  /// - Parameters:
  ///   - disarmedHash: The replacement of the second `#` of `##[` or `##word[`, if any.
  ///   - looksBeyondASCII: Whether any scalar may have a replacement. Otherwise, beyond ASCII, only
  ///     hostile
  ///     scalars, U+FFFE and U+FFFF may.
  ///   - replacement: Returns the replacement of a scalar, if any.
  public init(
    disarmedHash: String? = nil, looksBeyondASCII: Bool = false,
    _ replacement: @escaping Replacement
  ) {
    var kinds = [UInt8](repeating: Self.itself, count: 256)
    var replacements: [[UInt8]] = []
    for byte in 0..<UInt8(0x80) {
      guard let text = replacement(Unicode.Scalar(byte)) else { continue }
      replacements.append(Array(text.utf8))
      kinds[Int(byte)] = UInt8(replacements.count)
    }
    for byte in looksBeyondASCII ? Array(0xC2...0xF4) : Self.rareStarts {
      kinds[Int(byte)] = Self.start
    }
    if disarmedHash != nil, kinds[Int(UInt8(ascii: "#"))] == Self.itself {
      kinds[Int(UInt8(ascii: "#"))] = Self.hash
    }
    replacesAll = looksBeyondASCII
    self.kinds = kinds
    self.replacements = replacements
    self.replacement = replacement
    self.disarmedHash = disarmedHash
    exceptions = Self.exceptions(of: kinds)
  }

  private static func exceptions(of kinds: [UInt8]) -> Exceptions? {
    let bytes = (UInt8(0x20)...0x7E).filter { kinds[Int($0)] != itself }
    guard let last = bytes.last, bytes.count <= 4 else { return nil }
    let filled = bytes + repeatElement(last, count: 4 - bytes.count)
    return (filled[0], filled[1], filled[2], filled[3])
  }

  /// The first bytes of hostile scalars beyond ASCII, and of U+FFFE and U+FFFF.
  private static let rareStarts: [UInt8] = [0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3]

  /// Percent-encodes all bytes except those that are kept (RFC 3986).
  public static func percentEncoding(keeping isKept: (UInt8) -> Bool) -> Escapes {
    var (kinds, replacements) = ([UInt8](repeating: itself, count: 256), [[UInt8]]())
    for byte in UInt8.min...UInt8.max where !isKept(byte) {
      replacements.append(Array("%\(Unicode.Scalar(byte).hexadecimal(digits: 2))".utf8))
      kinds[Int(byte)] = UInt8(replacements.count)
    }
    precondition(replacements.count < Int(hash), "nothing is kept")
    return Escapes(kinds: kinds, replacements: replacements)
  }

  private init(kinds: [UInt8], replacements: [[UInt8]]) {
    replacesAll = true
    self.kinds = kinds
    self.replacements = replacements
    replacement = { _ in nil }
    disarmedHash = nil
    exceptions = nil
  }

  /// Whether a UTF-8 text certainly needs no escapes.
  private func keeps<Bytes: RandomAccessCollection<UInt8>>(_ text: Bytes) -> Bool
  where Bytes.Index == Int {
    guard let exceptions else { return false }
    return text.withContiguousStorageIfAvailable {
      $0.span.isPlainText(without: exceptions)
    } ?? false
  }

  /// Appends a UTF-8 text with its escapes.
  ///
  /// - Complexity: O(*n*).
  func append<Bytes: RandomAccessCollection<UInt8>>(_ text: Bytes, to output: inout [UInt8])
  where Bytes.Index == Int {
    if keeps(text) { return output.append(contentsOf: text) }
    let (table, begin) = (kinds, output.count)
    let kinds = table.span
    var (run, index) = (text.startIndex, text.startIndex)
    var hasHash = false
    while index < text.endIndex {
      let kind = kinds[Int(text[index])]
      var next = index + 1
      if kind == Self.itself || kind == Self.hash {
        hasHash = hasHash || kind == Self.hash
      } else if kind == Self.start {
        let scalar = Self.scalar(of: text, at: index)
        next = min(index + Unicode.UTF8.width(scalar), text.endIndex)
        if let escaped = replacement(scalar), !isJoint(scalar, of: text, at: index, next) {
          output.append(contentsOf: text[run..<index])
          output.append(contentsOf: escaped.utf8)
          run = next
        }
      } else {
        output.append(contentsOf: text[run..<index])
        output.append(contentsOf: replacements[Int(kind) - 1])
        run = next
      }
      index = next
    }
    output.append(contentsOf: text[run...])
    if hasHash { disarm(&output, from: begin) }
  }

  /// Whether a scalar needs no escape because it joins its neighbours.
  private func isJoint<Bytes: RandomAccessCollection<UInt8>>(
    _ scalar: Unicode.Scalar, of text: Bytes, at index: Int, _ next: Int
  ) -> Bool where Bytes.Index == Int {
    guard !replacesAll, scalar.isHostile, index > text.startIndex else { return false }
    var start = index - 1
    while start > text.startIndex, text[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar.joins(
      Self.scalar(of: text, at: start),
      next < text.endIndex ? Self.scalar(of: text, at: next) : nil)
  }

  /// Breaks commands of build machines.
  ///
  /// Few texts have even one hash.
  private func disarm(_ output: inout [UInt8], from begin: Int) {
    guard let disarmedHash else { return }
    let text = String(decoding: output[begin...], as: UTF8.self)
    let disarmed = text.disarmingCommands(disarmedHash)
    output.replaceSubrange(begin..., with: disarmed.utf8)
  }

  /// Decodes the scalar that starts at `index`.
  private static func scalar<Bytes: RandomAccessCollection<UInt8>>(
    of text: Bytes, at index: Int
  ) -> Unicode.Scalar where Bytes.Index == Int {
    let first = UInt32(text[index])
    if first < 0x80 { return Unicode.Scalar(text[index]) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = first & (0x7F >> UInt32(length))
    for place in index + 1..<min(index + length, text.endIndex) {
      value = value << 6 | UInt32(text[place] & 0x3F)
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}

extension String {
  /// Returns the text with the escapes of a medium.
  public func escaped(by escapes: Escapes) -> String {
    var buffer = TextBuffer()
    buffer.append(self, escapes)
    return buffer.string
  }
}
