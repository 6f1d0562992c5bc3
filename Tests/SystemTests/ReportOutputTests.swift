import Foundation
import ProgramRuns
import Testing

/// What `--output` leaves behind, and what standard output may be.
@Suite struct ReportOutputTests {
  private static let input = GoldenCase.colours
  private static let summary = "3 modules, 2 links, 2 layers: 1 error, 2 warnings\n"

  /// A copy of a workspace with an error, below the root of a repository.
  private func withWorkspace(_ body: (URL) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(
      at: root.appending(path: ".git"), withIntermediateDirectories: true)
    let workspace = root.appending(path: "my ios")
    try FileManager.default.copyItem(at: Self.input, to: workspace)
    try body(workspace)
  }

  private func read(_ name: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test func writesFilesThoughTheGateFails() throws {
    try withWorkspace { workspace in
      let printed = try GoldenCase.modlint(
        ["lint", "--output", "json=a.json", "--output=markdown=b.md"], in: workspace)
      #expect(printed.hasSuffix(Self.summary + "--- exit 1\n"))
      #expect(try read("a.json", in: workspace).contains("\"file\": \"desk/Loans/project.yml\""))
      #expect(try read("b.md", in: workspace).hasSuffix(Self.summary))
      let files = try FileManager.default.contentsOfDirectory(atPath: workspace.path)
      #expect(Set(files) == ["a.json", "b.md", "app", "desk", "rules.yml"])
    }
  }

  @Test func drawsOnlyWhatWasAskedFor() throws {
    for (part, names) in [(".", ["Library", "Loans"]), ("app", ["Library"]), ("desk", ["Loans"])] {
      let page = try GoldenCase.modlint(["--format", "html", part], in: Self.input)
      let drawn = ["Library", "Loans"].filter { page.contains("\"name\": \"\($0)\"") }
      #expect(drawn == names, "\(part)")
    }
  }

  @Test func printsNothingThatGoesToAFile() throws {
    try withWorkspace { workspace in
      let printed = try GoldenCase.modlint(
        ["lint", "--color", "always", "--output", "report.txt"], in: workspace)
      #expect(printed == "--- exit 1\n")
      let written = try read("report.txt", in: workspace)
      #expect(written.hasSuffix(Self.summary) && !written.contains("\u{1B}"))
      let format = try GoldenCase.modlint(["--format", "xcode", "--output", "x"], in: workspace)
      #expect(format == "--- exit 1\n")
      #expect(try read("x", in: workspace).contains("my ios/desk/Loans/project.yml:7:9: error: "))
    }
  }

  /// The ending of a file says what is written where no option does; a named format wins.
  @Test(arguments: [
    (["--output", "out.sarif"], "\"$schema\""), (["--output", "OUT.JSON"], "\"findings\": ["),
    (["--output", "out.html"], "<!DOCTYPE html>"), (["--output", "out.md"], "**"),
    (["--output", "out.log"], "desk/Loans/project.yml:7:9: error: "),
    (["--format", "json", "--output", "out.sarif"], "\"findings\": ["),
    (["--output", "junit=out.xml"], "<testsuites"), (["--output", "text=out.sarif"], ": error: "),
  ])
  func writesTheFormatOfTheEnding(_ options: [String], _ sign: String) throws {
    try withWorkspace { workspace in
      let printed = try GoldenCase.modlint(options, in: workspace)
      let name = try #require(options.last?.split(separator: "=").last)
      #expect(try read(String(name), in: workspace).contains(sign), "\(printed)")
      #expect((printed == "--- exit 1\n") != options.contains { $0.contains("=") })
    }
  }

  @Test func replacesAnOldFileAndKeepsItsPermissions() throws {
    try withWorkspace { workspace in
      let file = workspace.appending(path: "old.json")
      try "old".write(to: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      _ = try GoldenCase.modlint(["--output", "json=old.json"], in: workspace)
      #expect(try read("old.json", in: workspace).hasPrefix("{\n  \"version\": 1,"))
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(arguments: ["github", "gitlab", "sarif", "checkstyle", "junit", "markdown"])
  func namesFilesFromTheRootOfTheRepository(_ format: String) throws {
    try withWorkspace { workspace in
      let printed = try GoldenCase.modlint(["--format", format], in: workspace)
      let path = ["sarif", "markdown"].contains(format) ? "my%20ios/desk" : "my ios/desk"
      #expect(printed.contains(path + "/Loans/project.yml"))
    }
  }

  @Test func printsAllThenReportsWhatCannotBeWritten() throws {
    try withWorkspace { workspace in
      let printed = try GoldenCase.modlint(
        ["--output", "sarif=no/where.sarif", "--output", "json=a.json"], in: workspace)
      #expect(
        printed.hasSuffix(
          Self.summary + "--- stderr\nmodlint: no/where.sarif: no such folder\n--- exit 2\n"))
      #expect(try read("a.json", in: workspace).hasPrefix("{"))
    }
  }

  @Test(arguments: ["--format", "--today", "--jobs", "--\u{1B}[2J\u{202E}"])
  func showsWrongArgumentsSafely(_ option: String) throws {
    let printed = try GoldenCase.modlint([option, "\u{1B}[2J\u{202E}"], in: Self.input)
    #expect(printed.contains("\\u{1B}[2J\\u{202E}") && printed.hasSuffix("--- exit 64\n"))
    #expect(!printed.unicodeScalars.contains("\u{1B}"))
    #expect(!printed.unicodeScalars.contains("\u{202E}"))
  }
}
