import Foundation
import Testing

/// Standard output that is closed early, or that has no room.
@Suite struct PipeTests {
  private static let input = GoldenCase.root.appending(path: "cli/colours/input")

  private static let formats = [
    "text", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "markdown", "xcode", "html",
  ]
  private static let pictures = ["dot", "mermaid", "json", "svg", "html"]
  static let commands =
    formats.map { ["lint", "--format", $0] } + pictures.map { ["graph", "--format", $0] } + [
      ["list"], ["list", "--json"], ["stats"], ["why", "Loans"], ["why", "Library", "Loans"],
      ["dump", "desk/Loans/project.yml"], ["rules"], ["explain", "cycle"], ["schema", "rules"],
      ["baseline", "diff"], ["--help"], ["--version"],
    ]

  /// What a process says on standard error, and how it ended.
  private func run(
    _ arguments: [String], to output: FileHandle
  ) throws -> (complaint: String, status: Int32, reason: Process.TerminationReason) {
    let process = GoldenCase.process(arguments, in: Self.input)
    let stderr = Pipe()
    process.standardOutput = output
    process.standardError = stderr
    try process.run()
    try output.close()
    let complaint = try stderr.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: complaint, as: UTF8.self), process.terminationStatus,
      process.terminationReason
    )
  }

  @Test(arguments: commands)
  func saysNothingToAReaderThatIsGone(_ arguments: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let (complaint, status, reason) = try run(arguments, to: pipe.fileHandleForWriting)
    #expect(complaint == "")
    // As the shell's tools do, which the signal ends.
    #expect(reason == .uncaughtSignal && status == SIGPIPE || reason == .exit && status < 2)
  }

  @Test(arguments: commands)
  func saysThatThereIsNoRoom(_ arguments: [String]) throws {
    guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
    let (complaint, status, reason) = try run(arguments, to: full)
    #expect(complaint == "modlint: standard output: no space left on device\n")
    #expect(reason == .exit && status == 2)
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
