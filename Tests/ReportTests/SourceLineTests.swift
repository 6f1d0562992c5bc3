import Diagnostics
import Testing

@testable import Report

@Suite struct SourceLineTests {
  @Test func givesAnyPartOfALongLine() {
    let text = String(repeating: "日本e\u{301} x", count: 300) + " \t"
    let scalars = Array(text.unicodeScalars)
    let line = SourceLine(text[...])
    #expect(line.count == scalars.count - 2)
    for start in [0, 1, 255, 256, 257, 1000, line.count - 3, line.count] {
      let range = start..<min(start + 300, line.count)
      #expect(line.scalars(range) == Array(scalars[range]))
    }
  }

  @Test(arguments: ["", " ", "\t\r"])
  func aLineOfBlanksIsEmpty(text: String) {
    let line = SourceLine(text[...])
    #expect(line.count == 0)
    #expect(line.scalars(0..<0).isEmpty)
  }
}
