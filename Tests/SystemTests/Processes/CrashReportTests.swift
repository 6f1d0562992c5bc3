import Foundation
import ProgramRuns
import Report
import Testing

/// What a crash of modlint looks like, whatever causes it: here a signal from outside.
@Suite struct CrashReportTests {
  private static let modules = 1_000

  /// A workspace whose graph takes more room than a pipe has.
  private func withLargeWorkspace(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let targets = (1...Self.modules).map { "  Kit\($0): { type: framework, platform: iOS }\n" }
    try "name: Kits\ntargets:\n\(targets.joined())".write(
      to: folder.appending(path: "project.yml"), atomically: true, encoding: .utf8)
    try "version: 1\nlayers: [nowhere]\n".write(
      to: folder.appending(path: "rules.yml"), atomically: true, encoding: .utf8)
    try body(folder)
  }

  /// Starts modlint, waits until it has begun to write, and sends it a signal.
  ///
  /// It cannot be done then, since nobody reads on.
  private func ending(
    of arguments: [String], in folder: URL, signal: Int32
  ) throws -> (start: String, rest: String, standardError: String, status: Int32, isExit: Bool) {
    let process = GoldenCase.process(arguments, in: folder)
    let (output, standardError) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = standardError
    try process.run()
    let start = try #require(try output.fileHandleForReading.read(upToCount: 1))
    kill(process.processIdentifier, signal)
    // It ends though nobody reads on.
    let deadline = ContinuousClock.now + .seconds(60)
    while process.isRunning, ContinuousClock.now < deadline { usleep(10_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let said = try standardError.fileHandleForReading.readToEnd() ?? Data()
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    return (
      String(decoding: start, as: UTF8.self), String(decoding: rest, as: UTF8.self),
      String(decoding: said, as: UTF8.self), process.terminationStatus,
      process.terminationReason == .exit
    )
  }

  @Test(arguments: [
    (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"), (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"),
    (SIGFPE, "SIGFPE"), (SIGABRT, "SIGABRT"),
  ])
  func isOneLineAndAStatusOfItsOwn(_ signal: Int32, _ name: String) throws {
    try withLargeWorkspace { folder in
      let ending = try ending(of: ["graph", "--format", "json"], in: folder, signal: signal)
      #expect(
        ending.standardError
          == "modlint: internal error (\(name)); please report it with the output of "
          + "'modlint --version'\n")
      #expect(ending.isExit && ending.status == 70)
      #expect(throws: (any Error).self) {
        try JSONSerialization.jsonObject(with: Data((ending.start + ending.rest).utf8))
      }
    }
  }

  /// What a crash cuts off ends otherwise than what is whole, in each format.
  @Test(arguments: Format.allCases)
  func aPartialReportDoesNotLookWhole(_ format: Format) throws {
    try withLargeWorkspace { folder in
      let arguments = ["--format", format.rawValue] + (format == .text ? ["--verbose"] : [])
      let whole = try GoldenCase.process(arguments, in: folder).finish()
      try #require(whole.output.utf8.count > 70_000, "a pipe holds it all")
      let ending = try ending(of: arguments, in: folder, signal: SIGSEGV)
      #expect(ending.status == 70)
      let part = ending.start + ending.rest
      #expect(part.utf8.count < whole.output.utf8.count)
      #expect(whole.output.hasPrefix(part.prefix(1_000)))
      #expect(part.suffix(20) != whole.output.suffix(20))
    }
  }

  /// Where there is room, standard output says so as well.
  @Test func marksWhatIsIncomplete() throws {
    try withLargeWorkspace { folder in
      let out = folder.appending(path: "out")
      let line = """
        mkfifo full
        "$modlint" graph --format json >full &
        { dd bs=1 count=1 2>>log; kill -SEGV $!; cat; } <full >out
        wait $!
        """
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-c", line]
      shell.currentDirectoryURL = folder
      shell.environment = ["PATH": "/usr/bin:/bin", "modlint": GoldenCase.binary.path]
        .merging(GoldenCase.measurement) { $1 }
      let ending = try shell.finish(.onePipe, within: .seconds(30))
      #expect(ending.status == 70 && ending.output.contains("internal error (SIGSEGV)"))
      let text = try String(contentsOf: out, encoding: .utf8)
      #expect(text.hasPrefix("{") && !text.hasSuffix("}\n"))
    }
  }

  /// The handler has a stack of its own: one that is used up is a crash like any other.
  @Test(.enabled(if: GoldenCase.measurement["ASAN_OPTIONS"] == nil))
  func aStackThatIsUsedUpIsReported() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let depth = 120
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    try "name: Deep\nattributes: { a: \(nested) }\ntargets: {}\n".write(
      to: folder.appending(path: "project.yml"), atomically: true, encoding: .utf8)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "ulimit -s 24; exec \"$modlint\" dump project.yml"]
    shell.currentDirectoryURL = folder
    shell.environment = ["PATH": "/usr/bin:/bin", "modlint": GoldenCase.binary.path]
      .merging(GoldenCase.measurement) { $1 }
    let ending = try shell.finish()
    #expect(ending.standardError.contains("modlint: internal error (SIG"), "\(ending.text)")
    #expect(ending.status == 70)
  }
}
