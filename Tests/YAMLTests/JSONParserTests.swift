import Diagnostics
import Testing

@testable import YAML

@Suite struct JSONParserTests {
  @Test func values() throws {
    let document = try Document(
      json: #" {"a": [1, -2.5e3, true, false, null, "yes", {}], "b": "", "name": 1.0} "#)
    #expect(
      document.shown
        == "{a: [int 1, float -2500.0, bool true, bool false, null, yes, {}], b: , name: float 1.0}"
    )
  }

  @Test func escapes() throws {
    let document = try Document(json: #"{"a": "\"\\\/\b\f\n\r\t\u00e9\u20AC\uD83D\uDE80 é"}"#)
    #expect(document.tree.string(try document.node("a")) == "\"\\/\u{8}\u{c}\n\r\té€🚀 é")
  }

  @Test func keysHaveEscapesToo() throws {
    let document = try Document(json: #"{"n\u0061me": 1}"#)
    let key = document.tree.entries(of: document.root)[0].key
    #expect(document.tree.keyID(of: key) == KeyID(number: 1))
  }

  @Test func ofEqualKeysTheLastWins() throws {
    let document = try Document(json: #"{"a": 1, "b": 2, "a": 3}"#)
    #expect(document.shown == "{a: int 3, b: int 2}")
    #expect(document.tree.duplicateKeys.count == 1)
  }

  @Test func places() throws {
    let document = try Document(json: "\u{feff}{\n  \"ä\": [\"🚀\", 12],\n  \"b\": {}\n}\n")
    #expect(document.place(document.root) == "1:1-4:2")
    #expect(document.place(try document.node("ä")) == "2:8-2:17")
    #expect(document.place(try document.node("ä", "0")) == "2:9-2:12")
    #expect(document.place(try document.node("ä", "1")) == "2:14-2:16")
    #expect(document.place(try document.node("b")) == "3:8-3:10")
  }

  static let failures: [(text: String, failure: String)] = [
    ("", "1:1: not valid JSON: the file ends within a value"),
    ("{", "1:2: not valid JSON: expected a key in double quotes"),
    ("{\n  a: 1}", "2:3: not valid JSON: expected a key in double quotes"),
    (#"{"a" 1}"#, "1:6: not valid JSON: expected ':'"),
    (#"{"a": 1 "b": 2}"#, "1:9: not valid JSON: expected ','"),
    ("[1,,2]", "1:4: not valid JSON: expected a value"),
    ("[,]", "1:2: not valid JSON: expected a value"),
    ("{,}", "1:2: not valid JSON: expected a key in double quotes"),
    ("[1", "1:3: not valid JSON: the file ends within a value"),
    ("{} x", "1:4: not valid JSON: more text after the value"),
    ("[nul]", "1:2: not valid JSON: expected a value"),
    ("[0x1]", "1:2: not valid JSON: expected a value"),
    ("[1-2]", "1:2: not valid JSON: expected a value"),
    ("[+1]", "1:2: not valid JSON: expected a value"),
    (#"["a"#, "1:4: not valid JSON: the file ends within a value"),
    (#"["\x"]"#, "1:4: not valid JSON: unknown escape sequence in a string"),
    (#"["\u12G4"]"#, "1:7: not valid JSON: unknown escape sequence in a string"),
    (#"["\uD800"]"#, "1:9: not valid JSON: expected '\\'"),
    (#"["\uD800\u0041"]"#, "1:5: not valid JSON: unknown escape sequence in a string"),
    (#"["\uDC00"]"#, "1:5: not valid JSON: unknown escape sequence in a string"),
    ("[\"a\nb\"]", "1:4: not valid JSON: control character in a string"),
    ("// no\n{}", "1:1: not valid JSON: expected a value"),
  ]

  @Test(arguments: failures)
  func tellsThePlace(_ text: String, _ expected: String) {
    #expect(failure { () throws(Diagnostic) in try Document(json: text) } == expected)
  }

  @Test func onlyUTF8IsRead() {
    let bytes = Array("{\n\"a\": \"".utf8) + [0xff] + Array("\"}".utf8)
    #expect(
      failure { () throws(Diagnostic) in try Document(json: bytes) }
        == "2:1: not valid JSON: not UTF-8")
  }

  @Test func nestsAsFarAsTheLimit() throws {
    let limit = Limits.nesting
    _ = try Document(
      json: String(repeating: "[", count: limit) + String(repeating: "]", count: limit))
    let tooDeep = failure { () throws(Diagnostic) in
      try Document(json: String(repeating: "[", count: limit + 1))
    }
    #expect(tooDeep.contains("nested more than \(limit) levels deep"))
  }
}
