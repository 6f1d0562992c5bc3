/// Eight bytes of a text, looked at at once.
///
/// The tests of all bytes of a word are those of "Hacker's Delight" (6-1): exact as to whether there is such a
/// byte. A loop over bytes takes five times as long.
private struct Word {
  private let bits: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The bytes from `offset` on; there must be eight.
  init(_ bytes: RawSpan, at offset: Int) {
    // Checked against the bounds, and any bits make a number.
    bits = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  func contains(_ byte: UInt8) -> Bool {
    let difference = bits ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highs != 0
  }

  /// Whether all are visible ASCII characters and blanks.
  var isPlain: Bool {
    let control = (bits &- Self.ones &* 0x20) & ~bits
    return (bits | control) & Self.highs == 0 && !contains(0x7F)
  }
}

extension Span<UInt8> {
  /// Whether all are visible ASCII characters and blanks, and none is one of `excluded`.
  func isPlainText(without excluded: (UInt8, UInt8, UInt8, UInt8)) -> Bool {
    let (words, (a, b, c, d)) = (bytes, excluded)
    var index = 0
    while index + 8 <= count {
      let word = Word(words, at: index)
      guard word.isPlain, !word.contains(a), a == b || !word.contains(b),
        b == c || !word.contains(c), c == d || !word.contains(d)
      else { return false }
      index += 8
    }
    while index < count {
      let byte = self[index]
      guard 0x20...0x7E ~= byte, byte != a, byte != b, byte != c, byte != d else { return false }
      index += 1
    }
    return true
  }

  /// The first place of `byte` from `start` on.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    let words = bytes
    var index = start
    while index + 8 <= count, !Word(words, at: index).contains(byte) { index += 8 }
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }
}

extension Collection<UInt8> {
  /// Whether all are visible ASCII characters and blanks, and none is `excluded`.
  public func isPlainText(without excluded: UInt8 = 0) -> Bool {
    withContiguousStorageIfAvailable {
      $0.span.isPlainText(without: (excluded, excluded, excluded, excluded))
    } ?? allSatisfy { 0x20...0x7E ~= $0 && $0 != excluded }
  }

  func contains(anywhere byte: UInt8) -> Bool {
    withContiguousStorageIfAvailable { $0.span.firstIndex(of: byte) != nil } ?? contains(byte)
  }

  /// Whether `part` occurs, without the tables of a general search.
  func containsBytes(of part: String) -> Bool {
    guard let first = part.utf8.first else { return true }
    let found = withContiguousStorageIfAvailable { bytes in
      let bytes = bytes.span
      var start = 0
      while let place = bytes.firstIndex(of: first, from: start) {
        if bytes.count - place >= part.utf8.count,
          zip(part.utf8, place...).allSatisfy({ bytes[$1] == $0 })
        {
          return true
        }
        start = place + 1
      }
      return false
    }
    return found ?? Array(self).containsBytes(of: part)
  }
}
