extension String {
  /// Returns whether `self` precedes `other` in the order of their UTF-8 bytes.
  ///
  /// All lists of names use this order. `<` would compare canonical equivalents as equal and is
  /// several times slower.
  public func precedes(_ other: String) -> Bool {
    let answer = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        let (own, other) = (own.span, other.span)
        let length = min(own.count, other.count)
        var index = 0
        while index < length, own[index] == other[index] { index += 1 }
        return index < length ? own[index] < other[index] : own.count < other.count
      }
    }
    return (answer ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

/// The first sixteen bytes of a text as numbers with the same order, which sort much faster.
public struct BytePrefix: Hashable, Comparable, Sendable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0

  public init(_ text: String) {
    var place = 0
    for byte in text.utf8 {
      let shifted = UInt64(byte) << UInt64(56 - 8 * (place & 7))
      if place < 8 { first |= shifted } else { second |= shifted }
      place += 1
      if place == 16 { break }
    }
  }

  public static func < (a: Self, b: Self) -> Bool {
    a.first == b.first ? a.second < b.second : a.first < b.first
  }
}
