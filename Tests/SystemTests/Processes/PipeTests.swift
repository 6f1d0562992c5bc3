import Foundation
import ProgramRuns
import Report
import Testing

/// Standard output that is closed early, or that has no room.
@Suite struct PipeTests {
  private static let input = GoldenCase.colours

  private static let pictures = ["dot", "mermaid", "json", "svg", "html"]
  static let commands =
    Format.allCases.map { ["lint", "--format", $0.rawValue] }
    + pictures.map { ["graph", "--format", $0] } + [
      ["list"], ["list", "--json"], ["stats"], ["why", "Loans"], ["why", "Library", "Loans"],
      ["dump", "desk/Loans/project.yml"], ["rules"], ["explain", "cycle"], ["schema", "rules"],
      ["baseline", "diff"], ["--help"], ["--version"],
    ]

  private func run(_ arguments: [String], to output: FileHandle) throws -> Process.Ending {
    try GoldenCase.process(arguments, in: Self.input).finish(.file(output))
  }

  @Test(arguments: commands)
  func saysNothingToAReaderThatIsGone(_ arguments: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let ending = try run(arguments, to: pipe.fileHandleForWriting)
    // As the shell's tools do, which the signal ends.
    #expect(["signal \(SIGPIPE)", "exit 0", "exit 1"].map { "--- \($0)\n" }.contains(ending.text))
  }

  @Test(arguments: commands)
  func saysThatThereIsNoRoom(_ arguments: [String]) throws {
    guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
    let printed = try run(arguments, to: full).text
    #expect(
      printed == """
        --- stderr
        modlint: standard output: no space left on device
        --- exit 2

        """)
  }

  @Test func saysThatAFileHasNoRoom() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let printed = try GoldenCase.modlint(
      ["lint", "--quiet", "--output", "json=/dev/full", "--output", "/dev/full/x"], in: Self.input)
    #expect(
      printed == """
        --- stderr
        modlint: /dev/full: no space left on device
        modlint: /dev/full/x: not a directory
        --- exit 2

        """)
  }
}
