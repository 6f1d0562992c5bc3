import Foundation
import Testing

/// What a terminal shows while a run takes long.
@Suite struct ProgressTests {
  private static let shown = "modlint: reading the workspace…\r\u{1B}[K"

  /// A repository, and a git that takes its time.
  private func withSlowGit(
    _ seconds: Double, _ body: (_ workspace: URL, _ path: String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let workspace = folder.appending(path: "workspace")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: GoldenCase.root.appending(path: "cli/colours/input"), to: workspace)
    // Another process writes it: a child that a test beside this one starts could inherit the open
    // file, and what is open for writing cannot be run ("text file busy").
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.currentDirectoryURL = folder
    shell.arguments = [
      "-c", "printf '#!/bin/sh\\n/bin/sleep \(seconds)\\nexit 128\\n' >git && chmod +x git",
    ]
    try shell.run()
    shell.waitUntilExit()
    try body(workspace, folder.path)
  }

  private func terminal(
    _ arguments: [String], in folder: URL, _ environment: [String: String],
    complaintsOnly: Bool = false
  ) throws -> String {
    try PseudoTerminal(columns: 80).modlint(
      arguments, in: folder, environment: ["TERM": "xterm"].merging(environment) { $1 },
      complaintsOnly: complaintsOnly)
  }

  @Test func tellsThatWorkGoesOnAndTakesItBack() throws {
    try withSlowGit(1) { workspace, path in
      let quick = try terminal(["--staged"], in: workspace, ["PATH": "/nonexistent"])
      #expect(quick.hasPrefix("modlint: git: "))
      let slow = try terminal(["--staged"], in: workspace, ["PATH": path])
      #expect(slow.hasPrefix(Self.shown + "modlint: git: "))
      let complaints = try terminal(
        ["--staged"], in: workspace, ["PATH": path], complaintsOnly: true)
      #expect(complaints == slow)
    }
  }

  @Test func saysNothingWhereNobodyLooksOrItCouldNotBeTakenBack() throws {
    try withSlowGit(1) { workspace, path in
      let piped = try GoldenCase.modlint(
        ["--staged"], in: workspace, environment: ["PATH": path, "TERM": "xterm"])
      #expect(piped.hasPrefix("--- stderr\nmodlint: git: "))
      let dumb = try terminal(["--staged"], in: workspace, ["PATH": path, "TERM": "dumb"])
      #expect(dumb.hasPrefix("modlint: git: "))
    }
  }
}
