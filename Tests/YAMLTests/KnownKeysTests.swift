import Testing

@testable import YAML

@Suite struct KnownKeysTests {
  @Test func wordsHaveTheNumberOfTheirPlace() {
    let words = (1...300).map { "word\($0)" }
    let vocabulary = KnownKeys(words)
    for (index, word) in words.enumerated() {
      let bytes = Array(word.utf8)
      #expect(vocabulary.word(bytes) == KeyID(number: UInt16(index + 1)))
    }
  }

  @Test(arguments: ["", "word", "word301", "Word1", "word1 "])
  func otherWordsHaveNone(_ word: String) {
    let vocabulary = KnownKeys((1...300).map { "word\($0)" })
    #expect(vocabulary.word(Array(word.utf8)) == .none)
  }

  @Test func noKnownKeysKnowNothing() {
    #expect(KnownKeys([]).word(Array("a".utf8)) == .none)
  }

  @Test func keysAreLookedUpAndValuesAreNot() throws {
    let document = try Document("name: name\nother: {targets: 1}\n")
    #expect(document.tree.value(of: document.root, for: KeyID(number: 1)) != nil)
    #expect(document.tree.value(of: document.root, for: KeyID(number: 2)) == nil)
    #expect(document.tree.word(of: try document.node("name")) == .none)
    #expect(document.tree.words.contains(KeyID(number: 2)))
    #expect(!document.tree.words.contains(KeyID(number: 3)))
  }
}

extension KnownKeys {
  /// Looks a text up as the readers do.
  func word(_ text: [UInt8]) -> KeyID { word(text.span, Fingerprint(text.span)) }
}
