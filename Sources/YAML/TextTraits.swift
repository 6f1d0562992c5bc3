/// What one look at a text tells about it, eight bytes at a time.
struct TextTraits {
  /// Whether `${` occurs in it.
  private(set) var hasVariables = false
  /// Whether it would change if it were normalised as a path: it is empty, or has a component that is
  /// empty or starts with a dot.
  private(set) var needsNormalizing: Bool

  @inline(__always)
  init(_ text: Span<UInt8>) {
    needsNormalizing = text.isEmpty || text[0] == UInt8(ascii: ".")
    var offset = 0
    while offset < text.count {
      let bytes = text.eightBytes(from: offset)
      if anyByte(of: bytes, is: UInt8(ascii: "$")) || anyByte(of: bytes, is: UInt8(ascii: "/")) {
        // Most texts have neither, and there is no more to know of them.
        look(at: text)
        return
      }
      offset &+= 8
    }
  }

  private mutating func look(at text: Span<UInt8>) {
    var previous = UInt8(ascii: "/")
    for place in text.indices {
      let byte = text[place]
      if previous == UInt8(ascii: "/") {
        if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { needsNormalizing = true }
      } else if byte == UInt8(ascii: "{"), previous == UInt8(ascii: "$") {
        hasVariables = true
      }
      previous = byte
    }
    if previous == UInt8(ascii: "/") { needsNormalizing = true }
  }
}

/// Whether `${` occurs in `text`.
func containsVariable(_ text: Span<UInt8>) -> Bool { TextTraits(text).hasVariables }

/// Whether a text would change if it were normalised as a path: it is empty, or has a component that
/// is empty or starts with a dot.
public func needsNormalizing(_ path: ArraySlice<UInt8>) -> Bool {
  TextTraits(path.span).needsNormalizing
}

/// Whether one of the eight bytes is `wanted`, which is not 0.
private func anyByte(of bytes: UInt64, is wanted: UInt8) -> Bool {
  // The byte that is wanted becomes 0, and only from a 0 does the subtraction borrow the top bit
  // (Warren, Hacker's Delight, 6-1).
  let zeroes = bytes ^ (0x0101_0101_0101_0101 &* UInt64(wanted))
  return (zeroes &- 0x0101_0101_0101_0101) & ~zeroes & 0x8080_8080_8080_8080 != 0
}
