import Diagnostics
import Testing

@testable import YAML

@Suite struct SyntaxErrorTests {
  static let table: [(text: String, failure: String)] = [
    (
      "a: 1\nb: [1,\n",
      "2:4: this list is missing a ',' between items or its closing ']'"
    ),
    (
      "a: {b: [1, {c: 2]\n",
      "1:12: this mapping is missing a ',' between entries or its closing '}'"
    ),
    (
      "a:\n\tb: 1\n",
      "2:1: this line is indented with a tab, but YAML allows only spaces"
    ),
    (
      "a: 'x\n",
      "1:4: the quotes that open here are never closed"
    ),
    ("a: *x\n", "1:4: unquoted '*x' is a YAML alias, but there is no anchor '&x' before it"),
    (
      "a: 1\n---\nb: 2\n",
      "2:1: a second YAML document starts here, but only one is read from a file"
    ),
    ("a: 1\n...\ntext\n", "3:1: not valid YAML: did not find expected <document start>"),
    ("? [a]\n: 1\n", "1:3: a list or mapping cannot be a key"),
    ("x: 1\n{a: 1}: 2\n", "2:1: a list or mapping cannot be a key"),
    ("a: &x {}\n*x : 2\n", "2:1: a list or mapping cannot be a key"),
    // Without an end of the last line there is no line behind it.
    (
      "a: 1\nbc",
      "2:1: this line is neither 'key: value' nor part of a string"
    ),
    ("ä: b\u{2028}\0c\n", "2:1: YAML does not allow control characters"),
    ("ä: b\0c\n", "1:5: YAML does not allow control characters"),
  ]

  @Test(arguments: table)
  func tellsThePlace(_ text: String, _ expected: String) {
    #expect(failure { () throws(Diagnostic) in try Document(text) } == expected)
  }

  @Test func onlyUTF8IsRead() {
    let invalid: [([UInt8], String)] = [
      (Array("a: b\nc: ".utf8) + [0xff], "2:4: not valid UTF-8"),
      ([0xff, 0xfe, 0x61, 0], "1:1: not valid UTF-8"),
      ([0xfe, 0xff, 0, 0x61], "1:1: not valid UTF-8"),
    ]
    for (bytes, expected) in invalid {
      #expect(failure { () throws(Diagnostic) in try Document(bytes: bytes) } == expected)
    }
  }

  @Test(arguments: table)
  func placesCountNoByteOrderMark(_ text: String, _ expected: String) {
    #expect(failure { () throws(Diagnostic) in try Document("\u{feff}" + text) } == expected)
  }

  @Test func nestsAsFarAsTheLimit() throws {
    let limit = Limits.nesting
    _ = try Document(String(repeating: "[", count: limit) + String(repeating: "]", count: limit))
    let tooDeep = failure { () throws(Diagnostic) in
      try Document(String(repeating: "[", count: limit + 1))
    }
    #expect(tooDeep.hasPrefix("1:\(limit + 1): nested more than \(limit) levels deep"))
  }

  @Test func aliasesCountAsWhatTheyStandFor() throws {
    /// A chain of `count` mappings, each in the one before by an alias, and one around the last.
    func chain(_ count: Int) -> String {
      let links = (1..<count).map { "a\($0): &a\($0) {x: *a\($0 - 1)}\n" }
      return "a0: &a0 {}\n" + links.joined() + "end: *a\(count - 1)\n"
    }
    _ = try Document(chain(Limits.nesting - 1))
    let tooDeep = failure { () throws(Diagnostic) in try Document(chain(Limits.nesting)) }
    #expect(tooDeep.contains("levels deep"))
  }

  @Test func aliasesDoNotMultiply() throws {
    var text = "a0: &a0 [x]\n"
    for level in 1...60 {
      text +=
        "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    #expect(try Document(text).tree.nodeCount < 1000)
  }

  @Test func mergesDoNotMultiplyBeyondTheLimit() {
    let base = "m: &m {" + (0..<2000).map { "k\($0): 1" }.joined(separator: ", ") + "}\n"
    let merges = (0..<2000).map { "n\($0): {<<: *m}\n" }.joined()
    #expect(failure { () throws(Diagnostic) in try Document(base + merges) }.contains("values"))
  }
}
