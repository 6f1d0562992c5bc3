import Editing
import Testing

/// Entries that go, and all other bytes that stay.
@Suite struct RemovalTests {
  @Test func linesOfABlockGo() throws {
    let text =
      "a:\n  # of both\n  - target: X # why\n    embed: true\n  # of the next\n  - target: Y\n"
    #expect(
      try Sample(text).removing("target: X # why\n    embed: true".first)
        == "a:\n  # of both\n  # of the next\n  - target: Y\n")
    #expect(
      try Sample(text).removing("target: Y")
        == "a:\n  # of both\n  - target: X # why\n    embed: true\n  # of the next\n")
  }

  @Test func lastOfABlockLeavesAnEmptyList() throws {
    #expect(try Sample("a:\n  - x\nb: 1\n").removing("x") == "a: []\nb: 1\n")
    #expect(try Sample("a: # c\n- x\n# d\n- y\n").removing("x", "y") == "a: [] # c\n# d\n")
    #expect(try Sample("a: &k\n  - x\n").removing("x") == "a: &k []\n")
    #expect(try Sample("a:\n  b: 1\n").removing("b") == "a: {}\n")
    #expect(try Sample("- - x\n").removing("x").hasPrefix("refused"))
  }

  @Test func firstKeyBehindADashGivesWay() throws {
    #expect(
      try Sample("a:\n  - target: X\n    target: Y\n").removing("target")
        == "a:\n  - target: Y\n")
    #expect(
      try Sample("a:\n  - target: X\n    # why\n    target: Y\n").removing("target")
        .hasPrefix("refused"))
  }

  @Test func entriesInBracketsGoWithTheirCommas() throws {
    #expect(try Sample("a: [x, y, z]\n").removing("x") == "a: [y, z]\n")
    #expect(try Sample("a: [x, y, z]\n").removing("y") == "a: [x, z]\n")
    #expect(try Sample("a: [x, y, z]\n").removing("z") == "a: [x, y]\n")
    #expect(try Sample("a: [x, y, z]\n").removing("x", "z") == "a: [y]\n")
    #expect(try Sample("a: [ x, y, ]\n").removing("y") == "a: [ x, ]\n")
    #expect(try Sample("a: [x]\n").removing("x") == "a: []\n")
    #expect(try Sample("a: {k: 1, l: 2}\n").removing("k") == "a: {l: 2}\n")
  }

  @Test func bracketsOverSeveralLinesStay() throws {
    let text = "a: [\n  x, # one\n  y, # two\n  z # three\n]\n"
    for names in [["x"], ["y"], ["z"], ["x", "y", "z"]] {
      let sample = try Sample(text)
      let entries = names.map { name in sample.document.entry(at: sample.place(name)) }
      #expect(
        sample.text(with: entries.map { $0.map { .remove($0) } })
          == "refused: the list is written in brackets over several lines")
    }
    #expect(try Sample("a: [x, y,\n  z]\n").removing("y").hasPrefix("refused"))
  }

  @Test func endsOfLinesStay() throws {
    #expect(try Sample("a:\r\n  - x\r\n  - y\r\n").removing("x") == "a:\r\n  - y\r\n")
    #expect(try Sample("a:\n  - x\n  - y").removing("y") == "a:\n  - x")
    #expect(try Sample("\u{feff}a:\n  - x\n  - y\n").removing("x") == "\u{feff}a:\n  - y\n")
    #expect(try Sample("é:\n  - ü\n  - y\n").removing("ü") == "é:\n  - y\n")
    #expect(try Sample("a:\n  - |\n    x\n  - y\n").removing("|") == "a:\n  - y\n")
  }

  @Test func sharedTextStays() throws {
    #expect(try Sample("a:\n  - &k x\nb:\n  - *k\n").removing("&k x").hasPrefix("refused"))
    #expect(
      try Sample("a: &k\n  - x\n  - y\nb: *k\n").removing("x") == "a: &k\n  - y\nb: *k\n")
  }
}

extension String {
  /// The text up to the end of its first line's value, as places of dependencies have it.
  fileprivate var first: String { String(split(separator: " #")[0]) }
}
