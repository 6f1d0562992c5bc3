import Editing
import Testing

/// What comes in stands beside the others, in their style.
@Suite struct AdditionTests {
  private static let plain = "- target: X\n"

  @Test func elementsFollowTheLast() throws {
    let value = try #require(Optional.some(Self.entry(("target", "Z"))))
    #expect(
      try Sample("a:\n  - target: X # why\nb: 1\n").adding(value, to: "a")
        == "a:\n  - target: X # why\n  - target: Z\nb: 1\n")
    #expect(
      try Sample("a:\r\n- target: X\r\n").adding(value, to: "a")
        == "a:\r\n- target: X\r\n- target: Z\r\n")
    #expect(
      try Sample("a:\n  - target: X").adding(value, to: "a")
        == "a:\n  - target: X\n  - target: Z")
    #expect(
      try Sample("a:\n  - { 'target': 'X' }\n").adding(value, to: "a")
        == "a:\n  - { 'target': 'X' }\n  - { 'target': 'Z' }\n")
    #expect(
      try Sample("a: [{target: X}]\n").adding(value, to: "a") == "a: [{target: X}, {target: Z}]\n")
    #expect(try Sample("a: []\n").adding(value, to: "a") == "a: [{ target: Z }]\n")
    #expect(try Sample("a:\nb: 1\n").adding(value, to: "a") == "a:\n  - target: Z\nb: 1\n")
    #expect(
      try Sample("a: [\n  {target: X} # c\n]\n").adding(value, to: "a")
        .hasPrefix("refused"))
  }

  @Test func severalKeysFollowTheStyleOfSeveral() throws {
    let value = Self.entry(("target", "Z"), ("product", "P"))
    #expect(
      try Sample("a:\n  - { target: X, link: true }\n  - target: Y\n").adding(value, to: "a")
        == "a:\n  - { target: X, link: true }\n  - target: Y\n  - { target: Z, product: P }\n")
    #expect(
      try Sample("a:\n  - target: Y\n").adding(value, to: "a")
        == "a:\n  - target: Y\n  - target: Z\n    product: P\n")
  }

  @Test func keysFollowTheLast() throws {
    #expect(
      try Sample("a:\n  - target: X # c\n  - y\n")
        .setting("embed", .flag(false), inEntry: "target: X")
        == "a:\n  - target: X # c\n    embed: false\n  - y\n")
    #expect(
      try Sample("a:\n  - {target: X}\n").setting("embed", .flag(false), inEntry: "{target")
        == "a:\n  - {target: X, embed: false}\n")
  }

  @Test func elementsOfAKeyThatIsAddedTwiceAreJoined() throws {
    let sample = try Sample("a:\n  - { target: X }\n")
    let entry = try #require(sample.document.entry(at: sample.place("{ target")))
    let changes = ["b", "c", "b"].map {
      DocumentChange.add(.init("products", .sequence([.text($0)])), to: entry)
    }
    #expect(sample.text(with: changes) == "a:\n  - { target: X, products: [b, c] }\n")
  }

  @Test func scalarsKeepTheirQuotes() throws {
    #expect(try Sample("a: b # c\n").replacing("b", with: "d e") == "a: \"d e\" # c\n")
    #expect(try Sample("a: 'b'\n").replacing("'b'", with: "it's") == "a: 'it''s'\n")
    #expect(try Sample("a: \"b\"\n").replacing("\"b\"", with: "d") == "a: \"d\"\n")
    #expect(try Sample("a: &k b\n").replacing("&k b", with: "d") == "a: &k d\n")
    // What the alias stands for changes with it: whoever plans the change has to see to that.
    #expect(
      try Sample("a: &k b\nc: *k\n").replacing("&k b", with: "d") == "a: &k d\nc: *k\n")
    #expect(try Sample("a: b\n").replacing("b", with: "yes") == "a: \"yes\"\n")
    #expect(try Sample("a: |\n  b\n").replacing("|", with: "d").hasPrefix("refused"))
    #expect(try Sample("deps: 1\n").replacing("deps", with: "dependencies") == "dependencies: 1\n")
  }

  private static func entry(_ pairs: (String, String)...) -> NewValue {
    .mapping(pairs.map { .init($0, .text($1)) })
  }
}
