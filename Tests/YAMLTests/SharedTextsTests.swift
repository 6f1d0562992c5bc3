import Testing

@testable import YAML

@Suite struct SharedTextsTests {
  @Test func textsAreThoseOfTheTree() throws {
    let names = (0..<1000).map { "a module with number \($0 % 300)" }
    let document = try Document("names: [\(names.joined(separator: ", ")), short, '', [x]]\n")
    let tree = document.tree
    var texts = SharedTexts()
    for id in tree.elements(of: try document.node("names")) {
      #expect(texts.string(id, in: tree) == tree.string(id))
    }
  }

  @Test func invalidTextIsRepaired() throws {
    let document = try Document("a module with a name: a module with a näme\n")
    var tree = document.tree
    let id = try document.node("a module with a name")
    let last = tree.textRange(of: id).upperBound - 1
    tree.text[last] = 0xff
    var texts = SharedTexts()
    for _ in 0..<100 { #expect(texts.string(id, in: tree) == "a module with a näm\u{fffd}") }
  }
}
