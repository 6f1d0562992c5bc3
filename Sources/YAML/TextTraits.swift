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
      if places(of: UInt8(ascii: "$"), in: bytes) | places(of: UInt8(ascii: "/"), in: bytes) != 0 {
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
