extension SourceText {
  /// The offset of the last word `import` that may begin a Swift import.
  ///
  /// Examines only the adjacent characters, and never misses a real import.
  var lastPlausibleImport: Int? {
    var end = count
    while let place = lastOffset(of: "import", before: end) {
      if isPlausibleImport(at: place) { return place }
      end = place + 5
    }
    return nil
  }

  /// Returns whether the word `import` at `place` may begin an import, judging by adjacent
  /// characters.
  func isPlausibleImport(at place: Int) -> Bool {
    guard
      place == 0 || !self[place - 1].isWordCharacter || startOfBlank(before: place) != nil
        || followsByteOrderMark(place)
    else { return false }
    let next = place + 6
    guard next < count, !bytes[next].isWordCharacter || holdsNoBreakSpace(at: next) else {
      return false
    }
    let after = self[endOfBlanks(from: next)]
    return mayStartStatement(at: place)
      && (after.isWordCharacter || after.isNewline || after == UInt8(ascii: "`")
        || after == UInt8(ascii: "/"))
  }

  /// Returns whether an offset directly follows a byte order mark.
  private func followsByteOrderMark(_ place: Int) -> Bool { place == 3 && holds("\u{FEFF}", at: 0) }

  /// Returns whether a statement may start at `place`: on a new line, after the end of another
  /// statement, or after an attribute, a modifier or a comment.
  ///
  /// In prose such as comments, most words follow another word.
  private func mayStartStatement(at place: Int) -> Bool {
    let end = startOfBlanks(before: place)
    if end == 0 || followsByteOrderMark(end) || self[end - 1].isNewline { return true }
    switch self[end - 1] {
    case UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "}"): return true
    case UInt8(ascii: "/"): return self[end - 2] == UInt8(ascii: "*")
    case let byte where byte.isWordCharacter:
      var start = end
      let first = holds("\u{FEFF}", at: 0) ? 3 : 0
      while start > first, self[start - 1].isWordCharacter, startOfBlank(before: start) == nil {
        start -= 1
      }
      return self[start - 1] == UInt8(ascii: "@") || isImportModifier(start..<end)
        || mayStartAttribute(at: start)
    default: return false
    }
  }

  /// Returns whether a word may be an attribute separated from its `@` by blanks, newlines or
  /// comments.
  private func mayStartAttribute(at place: Int) -> Bool {
    let end = startOfBlanks(before: place)
    switch self[end - 1] {
    case UInt8(ascii: "@"): return true
    case UInt8(ascii: "/"): return self[end - 2] == UInt8(ascii: "*")
    case let byte: return end > 0 && byte.isNewline
    }
  }

  /// Returns whether a word may occur between an attribute and `import`.
  func isImportModifier(_ word: Range<Int>) -> Bool {
    switch word.count {
    case 4: equals("open", word)
    case 6: equals("public", word)
    case 7: equals("private", word) || equals("package", word)
    case 8: equals("internal", word)
    case 11: equals("fileprivate", word)
    default: false
    }
  }

  /// The offset of the word in the last C directive that includes something, or in `@import`.
  var lastPlausibleDirective: Int? {
    let words: [StaticString] = ["import", "include"]
    return words.compactMap { word in
      var end = count
      while let place = lastOffset(of: word, before: end) {
        if isPlausibleDirective(place) { return place }
        end = place + word.utf8CodeUnitCount - 1
      }
      return nil
    }.max()
  }

  private func isPlausibleDirective(_ place: Int) -> Bool {
    let start = startOfBlanks(before: place)
    guard start > 0 else { return false }
    switch bytes[start - 1] {
    case UInt8(ascii: "#"), UInt8(ascii: "@"): return true
    // A comment, or an escaped newline.
    case UInt8(ascii: "/"), UInt8(ascii: "\n"): return true
    default: return false
    }
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
