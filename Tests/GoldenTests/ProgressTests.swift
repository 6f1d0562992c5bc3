import Foundation
import TestSupport
import Testing

/// What a terminal shows while a run takes long.
@Suite struct ProgressTests {
  private static let shown = "modlint: reading the workspace…\r\u{1B}[K"

  /// A repository, and a git that takes its time.
  private func withSlowGit(
    _ seconds: Double, _ body: (_ workspace: URL, _ path: String) throws -> Void
  ) throws {
    let folder = try TemporaryFolder(["git": "#!/bin/sh\n/bin/sleep \(seconds)\nexit 128\n"])
    let workspace = URL(filePath: folder.full("workspace"))
    try FileManager.default.copyItem(
      at: GoldenCase.colours, to: workspace)
    try FileManager.default.createDirectory(
      at: workspace.appending(path: ".git"), withIntermediateDirectories: true)
    try body(workspace, folder.path)
  }

  private func terminal(
    _ arguments: [String], in folder: URL, _ environment: [String: String],
    standardErrorOnly: Bool = false
  ) throws -> String {
    try PseudoTerminal(columns: 80).modlint(
      arguments, in: folder, environment: ["TERM": "xterm"].merging(environment) { $1 },
      standardErrorOnly: standardErrorOnly)
  }

  @Test func tellsThatWorkGoesOnAndTakesItBack() throws {
    try withSlowGit(1) { workspace, path in
      let quick = try terminal(["--staged"], in: workspace, ["PATH": "/nonexistent"])
      #expect(quick.hasPrefix("modlint: git: "))
      let slow = try terminal(["--staged"], in: workspace, ["PATH": path])
      #expect(slow.hasPrefix(Self.shown + "modlint: git: "))
      let complaints = try terminal(
        ["--staged"], in: workspace, ["PATH": path], standardErrorOnly: true)
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
