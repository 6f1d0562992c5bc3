import Diagnostics
import Foundation
import ProgramRuns
import Testing

/// Files that no repository can bring along and a golden case cannot hold: pipes, devices, large ones.
@Suite struct OddFileTests {
  private func withWorkspace(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["core/Good", "core/Odd"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try write("version: 1\n", to: folder.appending(path: "rules.yml"))
    try write(spec, to: folder.appending(path: "core/Good/project.yml"))
    try body(folder)
  }

  private let spec = "name: Good\ntargets:\n  Good: { type: framework, platform: iOS }\n"
  private let clean = "1 module, 0 links, 0 layers: 0 errors, 0 warnings\n--- exit 0\n"

  private func write(_ text: String, to file: URL) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private func pipe(_ file: URL) { #expect(mkfifo(file.path, 0o600) == 0) }

  /// Who opened the pipe would wait for a writer without end.
  @Test(arguments: ["project.yml", "Podfile.lock", "Cartfile.resolved"])
  func pipesAreNoFilesOfTheirNames(_ name: String) throws {
    try withWorkspace { folder in
      pipe(folder.appending(path: "core/Odd/\(name)"))
      let printed = try GoldenCase.modlint([], in: folder)
      #expect(printed == clean)
    }
  }

  @Test(arguments: ["rules.yml", "modlint-baseline.yml", "CODEOWNERS"])
  func ownFilesThatArePipesAreNotWaitedFor(_ name: String) throws {
    try withWorkspace { folder in
      let file = folder.appending(path: name)
      try? FileManager.default.removeItem(at: file)
      pipe(file)
      let status = name == "CODEOWNERS" ? "--- exit 0\n" : "--- exit 2\n"
      let printed = try GoldenCase.modlint(["lint", "--config", "rules.yml"], in: folder)
      #expect(printed.hasSuffix(status), "\(printed)")
    }
  }

  @Test func includedPipesAreAnError() throws {
    try withWorkspace { folder in
      pipe(folder.appending(path: "core/Odd/base.yml"))
      try write(
        "include: base.yml\n" + spec.replacing("Good", with: "Odd"),
        to: folder.appending(path: "core/Odd/project.yml"))
      let printed = try GoldenCase.modlint(["--format", "xcode"], in: folder)
      #expect(printed.contains("include 'base.yml' cannot be read: is not a regular file"))
    }
  }

  /// A device cannot be made without rights, but be linked to.
  @Test func devicesAreNoSpecifications() throws {
    try withWorkspace { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "core/Odd/project.yml").path,
        withDestinationPath: "/dev/zero")
      let printed = try GoldenCase.modlint([], in: folder)
      #expect(printed == clean)
    }
  }

  @Test(arguments: [
    ("project.yml", "error: cannot be read: "),
    ("Podfile.lock", "warning: its versions cannot be compared: the file cannot be read: "),
  ])
  func whatIsTooLargeIsNotReadAndTheRestIs(_ name: String, _ error: String) throws {
    try withWorkspace { folder in
      try write(
        spec.replacing("Good", with: "Odd"), to: folder.appending(path: "core/Odd/project.yml"))
      let file = folder.appending(path: "core/Odd/\(name)")
      #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
      try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(Limits.fileSize) + 1)
      let printed = try GoldenCase.modlint(["--format", "xcode"], in: folder)
      #expect(
        printed.contains("core/Odd/\(name):1:1: \(error)is larger than \(Limits.fileSize) bytes"),
        "\(printed)")
    }
  }

  /// What a source imports that is not read nobody knows, so links of its target are not judged.
  @Test(arguments: [0, 1])
  func linksAreJudgedWhereSourcesAreNoLargerThanTheLimit(excess: Int) throws {
    try withWorkspace { folder in
      try write(
        "version: 1\nrules: { unused-link: warning }\n", to: folder.appending(path: "rules.yml"))
      try write(
        """
        name: Odd
        targets:
          Odd: { type: framework, platform: iOS, sources: odd.swift, dependencies: [target: Rope] }
          Rope: { type: framework, platform: iOS, sources: rope.swift }

        """, to: folder.appending(path: "core/Odd/project.yml"))
      try write("public struct Rope {}\n", to: folder.appending(path: "core/Odd/rope.swift"))
      let file = folder.appending(path: "core/Odd/odd.swift")
      try write("let odd = 1\n", to: file)
      try FileHandle(forUpdating: file).truncate(atOffset: UInt64(Limits.fileSize + excess))
      let printed = try GoldenCase.modlint([], in: folder)
      let isJudged = printed.contains("no source of 'Odd' imports 'Rope'")
      #expect(isJudged == (excess == 0), "\(printed)")
      #expect(printed.contains("1 target read in part: ") == (excess == 1), "\(printed)")
    }
  }

  /// Of a source that is not read it is not known what it imports, which is said.
  @Test(arguments: [0, 1])
  func saysThatSourcesLargerThanTheLimitAreNotRead(excess: Int) throws {
    try withWorkspace { folder in
      try write(
        "version: 1\nrules: { undeclared-import: error }\n",
        to: folder.appending(path: "rules.yml"))
      try write(
        "name: Odd\ntargets:\n  Odd: { type: framework, platform: iOS, sources: odd.swift }\n",
        to: folder.appending(path: "core/Odd/project.yml"))
      let file = folder.appending(path: "core/Odd/odd.swift")
      try write("let odd = 1\n", to: file)
      try FileHandle(forUpdating: file).truncate(atOffset: UInt64(Limits.fileSize + excess))
      let words = ", 1 target read in part: folder links, large sources or patterns beyond a limit"
      let printed = try GoldenCase.modlint([], in: folder)
      #expect(printed.contains(words) == (excess == 1), "\(printed)")
    }
  }

  @Test func rulesOfALimitedSize() throws {
    try withWorkspace { folder in
      let start = "version: 1\n#"
      for (count, status) in [(Limits.fileSize, 0), (Limits.fileSize + 1, 2)] {
        let padding = String(repeating: "#", count: count - start.utf8.count)
        try write(start + padding, to: folder.appending(path: "rules.yml"))
        let printed = try GoldenCase.modlint([], in: folder)
        #expect(printed.hasSuffix("--- exit \(status)\n"), "\(printed)")
      }
    }
  }
}
