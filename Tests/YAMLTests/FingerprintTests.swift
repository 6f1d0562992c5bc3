import Testing

@testable import YAML

@Suite struct FingerprintTests {
  /// Texts of all lengths up to 40, and each of them with one bit of one byte turned.
  static let texts: [[UInt8]] = (0...40).flatMap { count in
    let text = (0..<count).map { UInt8(0x80 + $0) }
    let others = text.indices.flatMap { place in
      (0..<8).map { bit in
        var other = text
        other[place] ^= 1 << UInt8(bit)
        return other
      }
    }
    return [text] + others
  }

  @Test func differentTextsDiffer() {
    let exact = Self.texts.map { Fingerprint($0.span) }.filter(\.isExact)
    for (index, fingerprint) in exact.enumerated() where exact[..<index].contains(fingerprint) {
      Issue.record("\(Self.texts[index])")
    }
  }

  @Test func hashesSpread() {
    let hashes = Self.texts.map { Fingerprint($0.span).hash }
    // Of 6,601 texts fewer than one in a hundred tries has a pair with the same 32 bits.
    #expect(Set(hashes).count == Self.texts.count)
    #expect(Set(hashes.map { $0 & 0xff }).count == 0x100)
    #expect(Set(hashes.map { $0 >> 24 }).count == 0x100)
    #expect(!hashes.contains(0))
  }

  @Test func whereATextLiesDoesNotMatter() {
    for text in Self.texts {
      let slice = ([1, 2, 3] + text + [4])[3..<3 + text.count]
      let (within, alone) = (Fingerprint(slice.span), Fingerprint(text.span))
      #expect(within == alone)
    }
  }

  @Test func eightBytesAreThoseOfTheText() {
    for text in Self.texts.filter({ $0.first == 0x80 }) {
      for offset in 0...text.count {
        let expected = text[offset...].prefix(8).enumerated()
          .reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
        let found = text.span.eightBytes(from: offset)
        #expect(found == expected)
      }
    }
  }

  @Test func longWordsWithTheSameEndsAreToldApart() {
    let words = ["a", "b"].map { "beginning\($0)between and then the end" }
    let knownKeys = KnownKeys([words[0]])
    for (word, known) in zip(words, [true, false]) {
      let bytes = Array(word.utf8)
      #expect((knownKeys.id(of: bytes) != .none) == known)
    }
  }
}
