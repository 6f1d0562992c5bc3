import TestSupport
import Testing

@testable import Text

@Suite struct EscapesTests {
  private static let replacement: @Sendable (Unicode.Scalar) -> String? = { scalar in
    switch scalar {
    case "'": "&#39;"
    case "\u{FFFE}", "\u{FFFF}": "?"
    default: scalar.isHostile ? scalar.visibleEscape : nil
    }
  }
  private static let escapes = Escapes(disarmedHash: "<hash>", replacement)
  private static let everyScalar = Escapes(replacesAll: true) { scalar in
    scalar.isASCII ? nil : "(\(scalar.value))"
  }

  /// What is looked up by bytes is what is asked for by scalars.
  @Test func replacesTheSameAsScalarByScalar() {
    let scalars = (UInt32(0)..<0x1_1000).compactMap(Unicode.Scalar.init)
    let different = scalars.filter { scalar in
      let text = "a\(scalar)b"
      let known = scalar.isASCII ? text : "a(\(scalar.value))b"
      return text.escaped(by: Self.escapes) != text.escaped(Self.replacement)
        || text.escaped(by: Self.everyScalar) != known
    }
    #expect(different == [])
  }

  @Test func escapesRandomTexts() {
    let parts = [
      "a", " ", "'", "#", "##", "[", "vso", "\n", "\t", "\u{85}", "\u{61C}", "\u{200E}", "\u{2028}",
      "\u{FEFF}", "\u{FFFE}", "é", "日", "👩‍🚀", "\"", "\\", "<", "name of a module", "path/to/it",
    ]
    var random = SplitMix64(state: 26)
    for _ in 0..<5000 {
      let count = Int.random(in: 0..<9, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let expected = text.escaped(Self.replacement).disarmingCommands("<hash>")
      #expect(text.escaped(by: Self.escapes) == expected)
    }
  }

  @Test func showsWhatIsInvisible() {
    let invisible = [
      "\u{AD}", "\u{200B}", "\u{200D}", "\u{2060}", "\u{FE0F}", "\u{FEFF}", "\u{E0041}",
    ]
    for scalar in invisible {
      let name = "Core\(scalar)"
      #expect(name.escapedForTerminal == "Core\(scalar.unicodeScalars.first?.visibleEscape ?? "")")
      #expect(name.escaped { $0.isHostile ? "?" : nil } == "Core?")
    }
    // What joins its neighbours stays.
    for name in ["👩‍🚀", "❤️", "❤️‍🔥", "می‌خواهم", "日本", "क्‍ष"] {
      #expect(name.escapedForTerminal == name)
      #expect(name.quotedForYAML == "\"\(name)\"")
    }
    #expect("\u{E0041}é\u{200B}".escaped(by: .json) == "\\uDB40\\uDC41é\\u200B")
    #expect("\u{E0041}".quotedForYAML == "\"\\U000e0041\"")
  }

  @Test func disarmsTheStartsOfLines() {
    let parts = [":", "::", "a", " ", "\n", "\u{1B}", "é", ": ", "error ::", "b:c", "\r\n"]
    var random = SplitMix64(state: 27)
    for _ in 0..<5000 {
      let count = Int.random(in: 0..<9, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let expected = Self.naivelyDisarmed(Array(text.utf8))
      #expect(Array(WorkflowCommands.disarmed(text).utf8) == expected)
    }
  }

  /// A backslash form for the first colon of each line whose first two visible characters are colons.
  private static func naivelyDisarmed(_ bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let disarmed = lines.map { line -> [UInt8] in
      let colon = UInt8(ascii: ":")
      guard let first = line.firstIndex(where: { 0x21...0x7E ~= $0 }), line[first] == colon,
        let second = line[(first + 1)...].firstIndex(where: { 0x20...0x7E ~= $0 }),
        line[second] == colon
      else { return Array(line) }
      return line[..<first] + Array("\\u{3A}".utf8) + line[(first + 1)...]
    }
    return Array(disarmed.joined(separator: [UInt8(ascii: "\n")]))
  }
}
