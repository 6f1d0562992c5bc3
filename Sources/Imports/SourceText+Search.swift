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
  /// Searches blocks backwards; few blocks need a closer search, and that mostly in one part.
  func lastOffset(of word: StaticString, before end: Int) -> Int? {
    let letters = word.withUTF8Buffer { ($0[1], $0[2], $0[3]) }
    let span = bytes.span
    var top = end - word.utf8CodeUnitCount
    // The lowest offset in a block that contains the letters.
    var lowest = Int.max
    while top >= 0 {
      let isNarrow = top >= lowest || top < Self.blockSize - 1
      let size = min(isNarrow ? Self.partSize : Self.blockSize, top + 1)
      let low = top + 1 - size
      if isNarrow {
        let mayHold =
          size < Self.partSize
          || Self.mayHold(letters, span.extracting(low..<low + Self.partSize + 3), Self.partSize)
        if mayHold, let place = lastOffset(of: word, letters, in: low...top) { return place }
        top = low - 1
      } else if Self.mayHold(
        letters, span.extracting(low..<low + Self.blockSize + 3), Self.blockSize)
      {
        lowest = low
      } else {
        top = low - 1
      }
    }
    return nil
  }

  private func lastOffset(
    of word: StaticString, _ letters: (UInt8, UInt8, UInt8), in places: ClosedRange<Int>
  ) -> Int? {
    places.reversed().first { place in
      bytes[place + 1] == letters.0 && bytes[place + 2] == letters.1 && holds(word, at: place)
    }
  }

  private static var blockSize: Int { 128 }
  /// The number of bytes of a block that are searched byte by byte.
  private static var partSize: Int { 16 }

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
