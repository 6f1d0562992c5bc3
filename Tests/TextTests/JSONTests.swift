import Testing
import Text

@Suite struct JSONTests {
  @Test func escapesWhatJSONAndTerminalsForbid() {
    let json = JSON.inline([
      .text("\"\\/\n\r\t\u{8}\u{0}\u{1B}\u{7F}\u{9B}"),
      .text("\u{2028}\u{202E}\u{2066} \u{D7FF}é日👩‍🚀"), .text("\r\n\"\u{301}"), .number(-1),
      .flag(true),
    ])
    #expect(
      json.printed() == #"""
        ["\"\\/\n\r\t\u0008\u0000\u001B\u007F\u009B", "\u2028\u202E\u2066 \#u{D7FF}é日👩‍🚀", "\#
        \r\n\"\#u{301}", -1, true]

        """#)
  }

  @Test func spreadsContainersOverLinesUnlessTheyStandInALine() {
    let json = JSON.object([
      "empty": .object([:]), "none": .array([]), "absent": nil,
      "ratio": .decimal(2 / 3, digits: 2),
      "lines": .array([.object(["a": .number(1), "b": .texts(["x", "y"])])]),
      "line": .inline(["a": .object(["b": .array([.number(1), .number(2)])])]),
    ])
    #expect(
      json.printed() == """
        {
          "empty": {},
          "none": [],
          "ratio": 0.67,
          "lines": [
            {
              "a": 1,
              "b": ["x", "y"]
            }
          ],
          "line": {"a": {"b": [1, 2]}}
        }

        """)
  }

  @Test func appendsMembers() {
    let json = JSON.inline(["a": .number(1)]).appending(.object(["b": .number(2), "c": nil]))
    #expect(json.printed() == "{\"a\": 1, \"b\": 2}\n")
  }
}
