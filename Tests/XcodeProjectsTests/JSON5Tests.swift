import Diagnostics
import Text
import Testing

@testable import XcodeProjects

@Suite struct JSON5Tests {
  private func parse(_ text: String) throws -> PropertyListTree {
    try PropertyListParser.parse(Array(text.utf8), isJSON: true)
  }

  @Test(arguments: [
    (#""a b""#, "a b"), ("'it\"s'", "it\"s"), (#""\x41\u00e9\ud83d\ude80""#, "Aé🚀"),
    (#""\b\f\n\r\t\v\0\'\"\\\/\a""#, "\u{8}\u{c}\n\r\t\u{b}\0'\"\\/a"), ("\"a\\\nb\"", "ab"),
    ("\"a\\\r\nb\"", "ab"), ("\u{feff}'word'", "word"),
    ("\u{a0}\u{2003}\r\n// a\n/* b */ 'word' // c", "word"), ("''", ""), ("true", "true"),
    ("-1", "-1"), ("+.5e-3", "+.5e-3"), ("5.", "5."), ("0xFF/**/", "0xFF"),
    ("-Infinity", "-Infinity"),
    ("NaN", "NaN"),
  ])
  func readsValues(_ written: String, _ meant: String) throws {
    let tree = try parse(written)
    #expect(tree.root.flatMap(tree.text) == meant)
  }

  @Test func readsObjects() throws {
    let tree = try parse(
      #"{ a: [1, null,], $b_1: {}, 'é': x, "a": 'last', ünï: null, \u0063: 1 }"#
        .replacing(": x", with: ": 2"))
    let root = try #require(tree.root)
    #expect(tree.value("a", of: root).flatMap(tree.text) == "last")
    #expect(tree.value("$b_1", of: root).map(tree.kind) == .table)
    #expect(tree.value("é", of: root).flatMap(tree.text) == "2")
    #expect(tree.value("ünï", of: root) == nil)
    #expect(tree.value("c", of: root).flatMap(tree.text) == "1")
  }

  @Test(arguments: [
    ("", 0, "expected a value"), ("// a", 4, "expected a value"), ("{ \"a\" = 1 }", 6, "':'"),
    ("{ \"a\": 1; }", 8, "'}'"), ("[1 2]", 3, "']'"), ("(1)", 0, "value"), ("{ 1: 2 }", 2, "key"),
    ("[1, {]", 5, "expected a key"), ("[ { 'a': [] ", 2, "'{' is not closed"),
    ("[ 'a\n']", 2, "the string is not closed"), ("[ /* ", 2, "the comment is not closed"),
    ("[--1]", 1, "value"), ("[1.2.3]", 1, "value"),
    ("[,]", 1, "value"), ("{} 1", 3, "unexpected text behind the project"),
  ])
  func refuses(_ text: String, _ offset: Int, _ message: String) {
    #expect {
      try parse(text)
    } throws: {
      guard let error = $0 as? PropertyListParser.SyntaxError else { return false }
      return error.position == Position(line: 1, column: UInt32(offset + 1))
        && error.message.text.contains(message)
    }
  }

  /// Values reach from their first to their last character, quotes included.
  @Test func hasPlaces() throws {
    let tree = try parse("{ 'ü': [\n'a', { b: 1 }, 'c\\n'] }")
    let places = (0..<tree.count).map { tree.range($0, file: FileID(index: 0)) }
    #expect(
      places.map { [$0.start.line, $0.start.column, $0.end.line, $0.end.column] } == [
        [1, 1, 1, 2], [1, 3, 1, 6], [1, 8, 2, 22], [2, 1, 2, 4], [2, 6, 2, 14], [2, 8, 2, 9],
        [2, 11, 2, 12], [2, 16, 2, 16],
      ])
  }
}
