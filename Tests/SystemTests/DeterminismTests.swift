import Foundation
import ProgramRuns
import Testing

/// The same input gives the same bytes, wherever, whenever and with whatever settings it is read.
@Suite struct DeterminismTests {
  private static let commands = [
    "lint --today 2026-01-01", "lint --format json --today 2026-01-01", "graph --externals --tests",
    "graph --format json --externals --tests", "list --externals", "list --json", "stats --json",
  ]

  private static let example = GoldenCase.root
    .appending(path: "../../../examples/broken").standardized

  @Test(arguments: commands)
  func printsTheSame(_ command: String) throws {
    let arguments = command.split(separator: " ").map(String.init)
    let copy = try Copy(of: Self.example, in: FileManager.default.temporaryDirectory)
    defer { withExtendedLifetime(copy) {} }
    let expected = try GoldenCase.modlint(arguments, in: copy.root)
    #expect(expected.count > 60)
    let surroundings: [(jobs: String, environment: [String: String])] = [
      ("1", ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"]),
      ("2", ["LC_ALL": "C", "TZ": "America/Adak", "HOME": "/nowhere"]),
      ("9", [:]),
    ]
    for (jobs, environment) in surroundings {
      let printed = try GoldenCase.modlint(
        arguments + ["--jobs", jobs], in: copy.root, environment: environment)
      #expect(printed == expected)
    }
    let above = copy.root.deletingLastPathComponent()
    let below = try #require(copy.aFolder)
    let up = Array(repeating: "..", count: below.split(separator: "/").count)
    let name = copy.root.lastPathComponent
    for (path, folder) in [
      (name, above), (up.joined(separator: "/"), copy.root.appending(path: below)),
    ] {
      let printed = try GoldenCase.modlint(arguments + [path], in: folder)
      // The command that 'lint' suggests has the path.
      #expect(printed.replacing(" \(path)'", with: "'") == expected)
    }
  }

  /// Swift seeds its hashes anew in each process, so that whatever depends on their order changes.
  @Test(arguments: [
    "bundle-identifier/where-it-comes-from", "duplicate-static/in-no-link-phase",
    "fix/would-bring-a-finding", "package-version-mismatch/requirements",
    "packages/specs-name-packages", "unused-link/brought-by-links",
    "unused-link/c-family", "unused-link/links-that-bring-the-same",
    "unused-link/several-that-several-bring", "unused-link/the-only-way-to-an-import",
  ])
  func orderOfHashesDoesNotMatter(_ page: String) throws {
    let golden = try #require(GoldenCase.all.first { $0.testDescription == page })
    for _ in 0..<8 { #expect(try golden.run() == golden.expected) }
  }

  /// A file system in memory lists entries in the order in which they were made, newest first.
  @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")), arguments: commands)
  func orderOfFoldersDoesNotMatter(_ command: String) throws {
    let arguments = command.split(separator: " ").map(String.init)
    let memory = URL(filePath: "/dev/shm")
    let outputs = try [false, true].map { isReversed in
      let copy = try Copy(of: Self.example, in: memory, isReversed: isReversed)
      return try withExtendedLifetime(copy) { try GoldenCase.modlint(arguments, in: copy.root) }
    }
    #expect(outputs[0] == outputs[1])
  }
}

/// A copy of a folder, file by file in order of path or against it; removed at the end.
private final class Copy {
  let root: URL
  /// Some folder with a file below the root.
  private(set) var aFolder: String?

  init(of source: URL, in place: URL, isReversed: Bool = false) throws {
    root = place.appending(path: "modlint-\(UUID().uuidString)")
    let files = FileManager.default
    try files.createDirectory(at: root, withIntermediateDirectories: true)
    let paths = try files.subpathsOfDirectory(atPath: source.path).sorted()
    for path in isReversed ? paths.reversed() : paths {
      let (from, to) = (source.appending(path: path), root.appending(path: path))
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: from.path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      let folder = to.deletingLastPathComponent()
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      try files.copyItem(at: from, to: to)
      if path.contains("/") {
        aFolder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
      }
    }
  }

  deinit { try? FileManager.default.removeItem(at: root) }
}
