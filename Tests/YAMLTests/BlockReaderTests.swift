import Diagnostics
import TestSupport
import Testing

@testable import YAML

/// What the reader for block YAML takes, and that it takes nothing else.
@Suite struct BlockReaderTests {
  @Test(arguments: [
    "a: b", "a: b\n", "a:\n", "a:", "a: \n", "# c\n\na: b # c\n  # d\n", "a b: c d\n",
    "a:\n  b: c\n  d: e\nf:\n  - g\n", "a:\n- b\n-   c\n-\nd:\n- e: f\n  g: h\n",
    "a:\n  - - b\n    - c\n  -\n    d: e\n  - 'f' : g\n", "a:\n  -\n  - # c\n    b: c\n",
    "'a': \"b\"\n\"c\" : ''\n", "a: it's\nb: -c\nc: ?d\ne: :f\ng: h:i#j\nk: 10%\nl: a]b}c\n",
    "a: | # c\n  b\n\n   c\n\nd: |-\n\n  e\n", "a:\n  b: |\n    c\nd: e\n",
    "a: |-\n  b\n   \n  c\n",
    "a: [b, 'c', \"d\", [e], {f: g, 'h': [i j]}, -ObjC, --k] # c\nl: []\nm: { }\n",
    "größe: [ä, ö] # ü\n- : a\n".replacing("- : a\n", with: "🚀: x # 🚀\né:\n"),
    "a: 1\na: 2\n'a': 3\n", "<<: {a: 1}\nb: 2\n", "a: {b: 1, b: 2}\n", "a: ${b}\n${c}: ./d//e\n",
    "a: x\u{a0}y\nb: \u{fffd}\u{10ffff}\u{d7ff}\n", ".nan: .NaN\n.inf: -.inf\n",
  ])
  func takes(_ text: String) {
    let comparison = ReaderComparison(Array(text.utf8))
    #expect(comparison.isTaken)
    #expect(comparison.difference == nil)
  }

  @Test(arguments: [
    "", "\n", "# c\n", "a", " a: b\n", "- a\n", "[a]\n", "{a: b}\n", "'a'\n",
    "%YAML 1.1\n---\na: b\n",
    "---\na: b\n", "a: b\n---\n", "a: b\n...\n", "a: &x b\n", "a: *x\n", "a: !!str b\n",
    "&x a: b\n",
    "? a\n: b\n", "a: >\n  b\n", "a: b\n  c\n", "a: 'b\n  c'\n", "a: \"\\t\"\n", "a: 'it''s'\n",
    "a: |+\n  b\n", "a: |2\n  b\n", "a: |\n\n", "a: |\nb: c\n", "a: |\n   \n  b\n", "a: |\n  b",
    "a: |-\n  b",
    "a: [b,\n  c]\n", "a: [b, ]\n", "a: [b: c]\n", "a: {b}\n", "a: {b: }\n", "a: [-]\n",
    "a: [- b]\n",
    "a: [b?]\n", "a:\tb\n", "a: b\r\n", "\u{feff}a: b\n", "a: \u{85}\n", "a: \u{2028}\n",
    "a: \u{feff}\n", "a: \u{fffe}\n", "a: \u{7f}\n", "a: \u{1}\n", "a:\n  b\n", "a: @b\n",
    "a: `b\n",
    "a: %b\n", "a: ]\n", "a: b: c\n", "a: - b\n", "a:\n    b: c\n  d: e\n", "a:\n  - b\n  c: d\n",
    "a:\n  b: c\n - d\n", "a: 'b' c\n", "a: 'b'#c\n", "a: []#c\n", "a\n", "a: b\nc\n",
    "a: b\n- c\n",
  ])
  func leavesToLibYAML(_ text: String) {
    let comparison = ReaderComparison(Array(text.utf8))
    #expect(!comparison.isTaken)
    #expect(comparison.difference == nil)
  }

  @Test(
    arguments: [
      [0xff, 0xfe, 0x61], [0x61, 0x3a, 0x20, 0xc3], [0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80],
      [0x61, 0x3a, 0x20, 0xc0, 0x80], [0x61, 0x3a, 0x20, 0xef, 0xbf, 0xbe],
      [0x61, 0x3a, 0x20, 0xe2],
    ] as [[UInt8]])
  func leavesWhatIsNotUTF8(_ bytes: [UInt8]) {
    #expect(!ReaderComparison(bytes).isTaken)
  }

  @Test func leavesLongKeysAndDeepFiles() {
    let text = { (count: Int) in String(repeating: "a", count: count) }
    #expect(ReaderComparison(Array("\(text(1000)): b\n".utf8)).isTaken)
    #expect(!ReaderComparison(Array("\(text(1001)): b\n".utf8)).isTaken)
    #expect(!ReaderComparison(Array("a: {\(text(1001)): b}\n".utf8)).isTaken)
    let nested = { (depth: Int) in
      (0..<depth).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    }
    #expect(ReaderComparison(Array(nested(48).utf8)).isTaken)
    #expect(!ReaderComparison(Array(nested(49).utf8)).isTaken)
    #expect(!ReaderComparison(Array("a: \(String(repeating: "[", count: 5000))".utf8)).isTaken)
    #expect(!ReaderComparison(Array("a: \(text(1_000_000))\n".utf8)).isTaken)
  }

  @Test func nothingIsLeftOfWhatIsNotTaken() throws {
    var tree = Tree()
    var parser = Parser(knownKeys: Document.knownKeys, rule: "test")
    _ = try parser.parse(
      Array("name: [./a, ./b]\nname: c\n".utf8), into: &tree, file: .init(index: 0))
    let size = tree.size
    let text = "name: ./x\nname: |\n  a\n<<: {b: c}\nd: *e\n"
    #expect(parser.parseWithoutLibYAML(Array(text.utf8), into: &tree, file: .init(index: 1)) == nil)
    let isUnchanged = tree.size == size
    #expect(isUnchanged)
  }
}
