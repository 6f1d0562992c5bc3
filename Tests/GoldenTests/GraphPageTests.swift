import Foundation
import Testing

/// Holds the outputs in `docs/graph.md` against what its commands print.
///
/// A block of `sh` is a command to run in examples/broken, the block after it what that prints.
/// `MODLINT_RECORD=1 swift test --filter GraphPageTests` rewrites the outputs, and still fails.
@Suite struct GraphPageTests {
  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let page = repository.appending(path: "docs/graph.md")

  @Test func showsWhatItsCommandsPrint() throws {
    // Text and blocks take turns; a block starts with its language.
    var pieces = try String(contentsOf: Self.page, encoding: .utf8).components(separatedBy: "```")
    var commands = 0
    for piece in stride(from: 1, to: pieces.count, by: 2) where pieces[piece].hasPrefix("sh\n") {
      let command = pieces[piece].split(whereSeparator: \.isWhitespace).dropFirst().map(String.init)
      let language = pieces[piece + 2].prefix { $0 != "\n" }
      let printed = try GoldenCase.modlint(
        Array(command.dropFirst()), in: Self.repository.appending(path: "examples/broken"))
      #expect(command.first == "modlint" && printed.hasSuffix("--- exit 0\n"))
      let expected = "\(language)\n" + printed.dropLast("--- exit 0\n".count)
      #expect(pieces[piece + 2] == expected, "\(command.joined(separator: " "))")
      pieces[piece + 2] = expected
      commands += 1
    }
    #expect(commands >= 10)
    if ProcessInfo.processInfo.environment["MODLINT_RECORD"] != nil {
      try pieces.joined(separator: "```").write(to: Self.page, atomically: true, encoding: .utf8)
    }
  }
}
