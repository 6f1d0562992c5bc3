import Testing

@testable import YAML

@Suite struct KnownKeysTests {
  @Test func keysHaveTheNumberOfTheirPlace() {
    let keys = (1...300).map { "key\($0)" }
    let knownKeys = KnownKeys(keys)
    for (index, key) in keys.enumerated() {
      let bytes = Array(key.utf8)
      #expect(knownKeys.id(of: bytes) == KeyID(number: UInt16(index + 1)))
    }
  }

  @Test(arguments: ["", "key", "key301", "Key1", "key1 "])
  func otherKeysHaveNone(_ key: String) {
    let knownKeys = KnownKeys((1...300).map { "key\($0)" })
    #expect(knownKeys.id(of: Array(key.utf8)) == .none)
  }

  @Test func noKnownKeysKnowNothing() {
    #expect(KnownKeys([]).id(of: Array("a".utf8)) == .none)
  }

  @Test func traitsAreThoseOfAllTextsBelow() throws {
    let document = try Document("name: four\nother: {aaaa: b, c: [d, {e: five}]}\nf: [g]\n")
    let tree = document.tree
    #expect(tree.traits(of: document.root) == .fourLetters)
    #expect(tree.traits(of: try document.node("name")) == .fourLetters)
    #expect(tree.traits(of: try document.node("other", "c", "0")) == [])
    #expect(tree.traits(of: try document.node("other", "c")) == .fourLetters)
    #expect(tree.traits(of: try document.node("f")) == [])
  }

  @Test func keysAreLookedUpAndValuesAreNot() throws {
    let document = try Document("name: name\nother: {targets: 1}\n")
    #expect(document.tree.value(of: document.root, for: KeyID(number: 1)) != nil)
    #expect(document.tree.value(of: document.root, for: KeyID(number: 2)) == nil)
    #expect(document.tree.keyID(of: try document.node("name")) == .none)
    #expect(document.tree.keys.contains(KeyID(number: 2)))
    #expect(!document.tree.keys.contains(KeyID(number: 3)))
  }
}

extension KnownKeys {
  /// Looks a text up as the readers do.
  func id(of text: [UInt8]) -> KeyID { id(of: text.span, Fingerprint(text.span)) }
}
