import Testing

@testable import YAML

@Suite struct VocabularyTests {
  @Test func wordsHaveTheNumberOfTheirPlace() {
    let words = (1...300).map { "word\($0)" }
    let vocabulary = Vocabulary(words)
    for (index, word) in words.enumerated() {
      let bytes = Array(word.utf8)
      #expect(vocabulary.word(bytes, Fingerprint(bytes)) == Word(number: UInt16(index + 1)))
    }
  }

  @Test(arguments: ["", "word", "word301", "Word1", "word1 "])
  func otherWordsHaveNone(_ word: String) {
    let vocabulary = Vocabulary((1...300).map { "word\($0)" })
    #expect(vocabulary.word(Array(word.utf8), Fingerprint(Array(word.utf8))) == .none)
  }

  @Test func anEmptyVocabularyKnowsNothing() {
    #expect(Vocabulary([]).word(Array("a".utf8), Fingerprint(Array("a".utf8))) == .none)
  }

  @Test func keysAreLookedUpAndValuesAreNot() throws {
    let document = try Document("name: name\nother: {targets: 1}\n")
    #expect(document.tree.value(of: document.root, for: Word(number: 1)) != nil)
    #expect(document.tree.value(of: document.root, for: Word(number: 2)) == nil)
    #expect(document.tree.word(of: try document.node("name")) == .none)
    #expect(document.tree.words.contains(Word(number: 2)))
    #expect(!document.tree.words.contains(Word(number: 3)))
  }
}
