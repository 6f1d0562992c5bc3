import Diagnostics
import TestSupport
import Text
import Testing

@testable import XcodeProjects

@Suite struct PropertyListTests {
  private func parse(_ text: String) throws -> PropertyListTree {
    try PropertyListParser.parse(Array(text.utf8))
  }

  private func text(_ text: String) throws -> String? {
    let tree = try parse(text)
    return tree.root.flatMap(tree.text)
  }

  @Test(arguments: [
    ("plain.Word_1/$-:+", "plain.Word_1/$-:+"), (#""a b""#, "a b"), ("'it is'", "it is"),
    (#""a\"b\\c""#, #"a"b\c"#), (#""\n\t\a""#, "\n\t\u{7}"), (#""Tor\U00e9""#, "Toré"),
    (#""\Ud83d\Ude80""#, "🚀"), (#""\102ig\040Top""#, "Big Top"),
    (#""\8\U00g""#, "8\u{0}g"), ("// a\n/* b */ word /* c */", "word"), (#""""#, ""),
    ("\u{feff}word", "word"),
  ])
  func readsTexts(_ written: String, _ meant: String) throws {
    #expect(try text(written) == meant)
  }

  /// Memory is a small multiple of the file, however dense that is.
  @Test func valuesAreLimited() throws {
    let dense = "(" + String(repeating: "a,", count: 110_000) + ")"
    _ = try parse(dense)
    let denser = "(" + String(repeating: "a,", count: 140_000) + ")"
    let error = #expect(throws: PropertyListParser.SyntaxError.self) { try parse(denser) }
    #expect(error?.message.text == "more values than a project of this size has")
  }

  @Test func readsListsAndTables() throws {
    let tree = try parse("{ a = (1, 2, {}, ()); /* c */ \"b c\" = <0fbd 77>; a = last; }")
    let root = try #require(tree.root)
    #expect(tree.children(of: root).map { $0 }.count == 6)
    #expect(tree.value("a", of: root).flatMap(tree.text) == "last")
    #expect(tree.value("b c", of: root).map(tree.kind) == .data)
    #expect(tree.value("d", of: root) == nil)
  }

  @Test(arguments: [
    ("", 0), ("{", 0), ("{ a = 1 }", 8), ("{ a = 1", 0), ("{ a 1; }", 4), ("(1 2)", 3), ("(1", 0),
    ("\"a", 0),
    ("/* a", 0), ("<0g>", 2), ("a b", 2), ("{ a = ; }", 6), ("\"a\\", 0),
  ])
  func refuses(_ text: String, _ offset: Int) {
    #expect {
      try parse(text)
    } throws: {
      ($0 as? PropertyListParser.SyntaxError)?.position
        == Position(line: 1, column: UInt32(offset + 1))
    }
  }

  @Test func countsCharactersAndLines() throws {
    let tree = try parse("{ /* ü\n * é */ \"é ü\" = (\"a\nb\", // ö\r\n  c); }")
    let file = FileID(index: 0)
    let places = (0..<tree.count).map { tree.range($0, file: file) }
    #expect(
      places.map { [$0.start.line, $0.start.column, $0.end.line, $0.end.column] } == [
        [1, 1, 1, 2], [2, 10, 2, 13], [2, 17, 2, 18], [2, 19, 3, 2], [4, 3, 4, 4],
      ])
  }

  /// A search in a table of any size takes a limited time.
  @Test func findsTheFirstKeysOfWideTables() throws {
    let keys = (0..<PropertyListTree.mostKeys).map { "K\($0) = \($0);" }.joined()
    let tree = try parse("{ isa = x; \(keys) isa = y; }")
    let root = try #require(tree.root)
    #expect(tree.value("isa", of: root).flatMap(tree.text) == "x")
    #expect(tree.value("K7", of: root).flatMap(tree.text) == "7")
    #expect(tree.value("K", of: root) == nil)
  }

  @Test func refusesDepth() throws {
    let fits = Limits.nesting - 1
    _ = try parse(String(repeating: "(", count: fits) + "a" + String(repeating: ")", count: fits))
    #expect(throws: PropertyListParser.SyntaxError.self) {
      try parse(String(repeating: "(", count: 100_000))
    }
    #expect(throws: PropertyListParser.SyntaxError.self) {
      try PropertyListParser.parse(Array(String(repeating: "[", count: 100_000).utf8), isJSON: true)
    }
    #expect(throws: (any Error).self) {
      try XMLPropertyListReader.read(
        Array(("<plist version=\"1.0\">" + String(repeating: "<array>", count: 100_000)).utf8))
    }
  }

  @Test func readsXML() throws {
    let text = """
      <?xml version="1.0"?><plist version="1.0"><dict>
      <key>a &amp; b</key><array><string>x</string><true/><integer>3</integer></array>
      <key>c</key><dict/></dict></plist>
      """
    let tree = PropertyListTree([], try XMLPropertyListReader.read(Array(text.utf8)))
    let root = try #require(tree.root)
    let list = try #require(tree.value("a & b", of: root))
    #expect(tree.children(of: list).map(tree.text) == ["x", "YES", "3"])
    let place = tree.range(list, file: FileID(index: 0))
    #expect(place.start == Position(line: 2, column: 21))
  }

  /// No prefix and no damaged text traps; what can be read keeps its places inside of the text.
  @Test func survivesDamage() throws {
    let whole = Array(ProjectReaderTests.museum.utf8)
    var random = SplitMix64(state: 7)
    for number in 0..<600 {
      var text =
        number % 2 == 0 ? Array(whole[..<Int.random(in: 0...whole.count, using: &random)]) : whole
      for _ in 0..<Int.random(in: 0...4, using: &random) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &random)
        text[place] = Array("{}()<>=;,\"\\/*APG".utf8).randomElement(using: &random) ?? 0
      }
      let tree = MemoryTree(["A.xcodeproj/project.pbxproj": text])
      var reader = XcodeProjectReader(in: tree) { _ in false }
      _ = try? reader.read("A.xcodeproj", file: FileID(index: 0))
    }
  }
}
