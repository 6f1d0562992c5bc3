public import YAML

// Traits of texts, which are determined while a spec is parsed.
extension TextTraits {
  /// The text contains `${`.
  public static let variable = TextTraits(rawValue: 1)
  /// The text may change when it is joined as a path: it is empty, or has a component that is empty
  /// or starts with a dot.
  public static let unsettledPath = TextTraits(rawValue: 2)

  @Sendable
  static func ofSpec(_ text: Span<UInt8>) -> TextTraits {
    guard !text.isEmpty else { return .unsettledPath }
    var offset = 0
    while true {
      let bytes = text.eightBytes(from: offset)
      if places(of: UInt8(ascii: "$"), in: bytes) | places(of: UInt8(ascii: "/"), in: bytes) != 0 {
        return ofEachByte(text)
      }
      // The last eight bytes may be checked twice.
      guard offset &+ 8 < text.count else { break }
      offset = min(offset &+ 8, text.count &- 8)
    }
    // Most texts contain neither byte.
    return text[0] == UInt8(ascii: ".") ? .unsettledPath : []
  }

  private static func ofEachByte(_ text: Span<UInt8>) -> TextTraits {
    var traits: TextTraits = []
    var previous = UInt8(ascii: "/")
    for place in text.indices {
      let byte = text[place]
      if previous == UInt8(ascii: "/") {
        if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { traits.insert(.unsettledPath) }
      } else if byte == UInt8(ascii: "{"), previous == UInt8(ascii: "$") {
        traits.insert(.variable)
      }
      previous = byte
    }
    if previous == UInt8(ascii: "/") { traits.insert(.unsettledPath) }
    return traits
  }
}

extension Tree {
  /// An empty tree for specs.
  public static var spec: Tree { Tree(classifier: TextTraits.ofSpec) }

  /// Whether a value, or one below it, contains `${`.
  public func hasVariables(_ id: NodeID) -> Bool { traits(of: id).contains(.variable) }
}
