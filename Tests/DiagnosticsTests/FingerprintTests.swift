import Diagnostics
import Testing

@Suite struct FingerprintTests {
  private func finding(line: UInt32, file: Int, identity: [String]) -> Diagnostic {
    let start = Position(line: line, column: 9)
    return Diagnostic(
      "upward", .error, "'A' links 'B'",
      at: SourceRange(file: FileID(index: file), start: start, end: start),
      subject: .init(from: "A", to: "B", identity: identity))
  }

  private let sources = SourceMap(paths: ["core/A/project.yml", "moved/A/project.yml"])

  @Test func survivesAMovedFolderAndAChangedLine() {
    let before = finding(line: 3, file: 0, identity: ["P/A", "Q/B"])
    let after = finding(line: 40, file: 1, identity: ["P/A", "Q/B"])
    #expect(before.fingerprint(in: sources) == after.fingerprint(in: sources))
  }

  @Test func tellsModulesApartWhoseNamesRunTogether() {
    let one = finding(line: 3, file: 0, identity: ["P/AB", "C"])
    let other = finding(line: 3, file: 0, identity: ["P/A", "BC"])
    #expect(one.fingerprint(in: sources) != other.fingerprint(in: sources))
  }

  @Test func hasSixteenDigits() {
    #expect(finding(line: 1, file: 0, identity: []).fingerprint(in: sources).count == 16)
  }
}
