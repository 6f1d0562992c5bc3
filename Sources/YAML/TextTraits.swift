/// What one look at a text tells about it.
struct TextTraits {
  /// Whether `${` occurs in it.
  private(set) var hasVariables = false
  /// Whether it would change if it were normalised as a path: it is empty, or has a component that is
  /// empty or starts with a dot.
  private(set) var isOddPath = false

  init(_ text: some Sequence<UInt8>) {
    var previous = UInt8(ascii: "/")
    for byte in text {
      // Letters, which most texts are made of, decide nothing.
      if byte < UInt8(ascii: "A") {
        if previous == UInt8(ascii: "/") {
          if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { isOddPath = true }
        }
      } else if byte == UInt8(ascii: "{"), previous == UInt8(ascii: "$") {
        hasVariables = true
      }
      previous = byte
    }
    if previous == UInt8(ascii: "/") { isOddPath = true }
  }
}

/// Whether `${` occurs in `text`.
func containsVariable(_ text: some Sequence<UInt8>) -> Bool { TextTraits(text).hasVariables }

/// Whether a text would change if it were normalised as a path: it is empty, or has a component that
/// is empty or starts with a dot.
public func isOddPath(_ path: ArraySlice<UInt8>) -> Bool { TextTraits(path).isOddPath }
