extension Span<UInt8> {
  /// Whether all bytes are visible ASCII characters and spaces, and none is one of `excluded`.
  func isPlainText(without excluded: (UInt8, UInt8, UInt8, UInt8)) -> Bool {
    let (a, b, c, d) = excluded
    for index in indices {
      let byte = self[index]
      guard 0x20...0x7E ~= byte, byte != a, byte != b, byte != c, byte != d else { return false }
    }
    return true
  }

  /// Returns the first index of `byte` from `start` on.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    var index = start
    while index < count, self[index] != byte { index += 1 }
    return index < count ? index : nil
  }
}

extension Collection<UInt8> {
  /// Whether all bytes are visible ASCII characters and spaces, and none is `excluded`.
  public func isPlainText(without excluded: UInt8 = 0) -> Bool {
    withContiguousStorageIfAvailable {
      $0.span.isPlainText(without: (excluded, excluded, excluded, excluded))
    } ?? allSatisfy { 0x20...0x7E ~= $0 && $0 != excluded }
  }

  func contains(anywhere byte: UInt8) -> Bool {
    withContiguousStorageIfAvailable { $0.span.firstIndex(of: byte) != nil } ?? contains(byte)
  }

  /// Whether the bytes contain `part`.
  public func containsBytes(of part: String) -> Bool {
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
