extension SourceText {
  /// The offset of the last `import` that is no part of a longer word.
  var lastImport: Int? {
    var end = count
    while let place = lastOffset(of: "import", before: end) {
      // Other bytes may belong to a blank or a byte order mark.
      let isInWord = [self[place - 1], self[place + 6]].contains { $0 < 0x80 && $0.isWordCharacter }
      if !isInWord { return place }
      end = place + 5
    }
    return nil
  }

  /// The offset of the last word that may be that of a C directive for headers, or of `@import`.
  var lastDirective: Int? {
    [lastOffset(of: "import", before: count), lastOffset(of: "include", before: count)]
      .compactMap(\.self).max()
  }

  /// Returns the offset of the last occurrence of a word of at least four letters that ends at or
  /// before `end`.
  ///
  /// Searches blocks backwards; few blocks need a closer search.
  func lastOffset(of word: StaticString, before end: Int) -> Int? {
    let letters = word.withUTF8Buffer { ($0[1], $0[2], $0[3]) }
    let span = bytes.span
    var top = end - word.utf8CodeUnitCount
    while top >= 0 {
      let low = max(0, top + 1 - Self.blockSize)
      let isWhole = top - low == Self.blockSize - 1
      if !isWhole
        || Self.mayHold(letters, span.extracting(low..<top + 4), Self.blockSize)
      {
        let place = (low...top).reversed().first { place in
          bytes[place + 1] == letters.0 && bytes[place + 2] == letters.1 && holds(word, at: place)
        }
        if let place { return place }
      }
      top = low - 1
    }
    return nil
  }

  private static var blockSize: Int { 64 }

  /// Returns whether the second to fourth letter of a word occur anywhere in a block.
  ///
  /// Compilers vectorize the minimum of all differences.
  @inline(__always)
  private static func mayHold(
    _ letters: (UInt8, UInt8, UInt8), _ block: Span<UInt8>, _ size: Int
  ) -> Bool {
    var least = UInt8.max
    for index in 0..<size {
      let difference =
        (block[index + 1] ^ letters.0) | (block[index + 2] ^ letters.1)
        | (block[index + 3] ^ letters.2)
      least = min(least, difference)
    }
    return least == 0
  }
}
