import Foundation
import ProgramRuns
import Testing

/// What is left behind when a run cannot end as it should: nothing, or the whole file.
@Suite struct InterruptionTests {
  private static let spec = "name: Kit\ntargets:\n  Kit: { type: framework, platform: iOS }\n"

  private func makeWorkspace(rules: String? = nil) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.spec.write(
      to: folder.appending(path: "project.yml"), atomically: true, encoding: .utf8)
    try rules?.write(to: folder.appending(path: "rules.yml"), atomically: true, encoding: .utf8)
    return folder
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Runs a line of shell, in which `$modlint` is the binary; returns all it prints.
  private func shell(_ line: String, in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "modlint": GoldenCase.binary.path]
      .merging(GoldenCase.measurement) { $1 }
    process.standardInput = FileHandle.nullDevice
    let ending = try process.finish(.onePipe)
    return "\(ending.output)exit \(ending.status)\n"
  }

  /// A limit on the size of files stands for a full disk; with it the thread sanitizer itself does not
  /// start.
  @Test(
    .enabled(if: GoldenCase.measurement["TSAN_OPTIONS"] == nil),
    arguments: [
      ("init", []), ("baseline create", ["rules.yml"]),
      ("baseline prune", ["rules.yml", "modlint-baseline.yml"]),
      ("lint --output json=report.json", ["rules.yml", "report.json"]),
    ])
  func aFullDiskLeavesWhatWasThere(_ command: String, _ names: [String]) throws {
    let folder = try makeWorkspace()
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in names {
      try #require(Self.files[name]).write(
        to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let printed = try shell("ulimit -f 0; \"$modlint\" \(command) | cat", in: folder)
    #expect(printed.contains("file too large\n"))
    #expect(try self.names(in: folder) == (names + ["project.yml"]).sorted())
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(text == Self.files[name])
    }
  }

  private static let files = [
    "rules.yml": "version: 1\nrules: { orphan: error }\n",
    "report.json": "{}\n",
    "modlint-baseline.yml": "version: 1\nfindings:\n  orphan:\n    - [Gone/Gone]\n",
  ]

  /// The signal comes as soon as the new file is there, before it has its name; the file is large
  /// because a type is.
  @Test(arguments: ["INT", "TERM", "HUP", "QUIT"])
  func aSignalWaitsForTheFile(_ signal: String) throws {
    let folder = try makeWorkspace(rules: "version: 1\n")
    defer { try? FileManager.default.removeItem(at: folder) }
    let type = String(repeating: "k", count: 1_000_000)
    try Self.spec.replacing("framework", with: type).write(
      to: folder.appending(path: "project.yml"), atomically: true, encoding: .utf8)
    let printed = try shell(
      """
      { tries=0
        until [ -e report.json ] || [ $((tries += 1)) -gt 300000 ]; do
          for name in .modlint-*; do [ -e "$name" ] && kill -\(signal) $$ && break 2; done
        done; } &
      exec "$modlint" --output json=report.json >out
      """, in: folder)
    #expect(
      try names(in: folder) == ["out", "project.yml", "report.json", "rules.yml"], "\(printed)")
    let report = try String(contentsOf: folder.appending(path: "report.json"), encoding: .utf8)
    #expect(report.contains(type) && report.hasSuffix("}\n"))
  }

  /// A signal at any other time leaves the whole file or none.
  @Test func aSignalLeavesNothingHalf() throws {
    for pause in 0..<10 {
      let folder = try makeWorkspace()
      defer { try? FileManager.default.removeItem(at: folder) }
      let printed = try shell(
        "\"$modlint\" init >out & sleep 0.0\(pause); kill -TERM $! 2>err; wait $!", in: folder)
      let left = try names(in: folder).filter { $0 != "out" && $0 != "err" }
      #expect(left == ["project.yml"] || left == ["project.yml", "rules.yml"], "\(printed)")
      guard left.count == 2 else { continue }
      let rules = try String(contentsOf: folder.appending(path: "rules.yml"), encoding: .utf8)
      #expect(rules.contains("version: 1") && rules.hasSuffix("\n"))
    }
  }

  /// As any filter it ends by the signal, or as ever where whoever started it ignores that, and says
  /// nothing; files are written first.
  @Test(arguments: [
    "lint", "lint --output json=report.json --format text", "graph", "list", "rules",
    "explain cycle", "schema rules", "--help",
  ])
  func aClosedPipeIsNotAnError(_ command: String) throws {
    let folder = try makeWorkspace(rules: "version: 1\n")
    defer { try? FileManager.default.removeItem(at: folder) }
    let printed = try shell(
      "{ sleep 0.2; \"$modlint\" \(command); echo $? >status; } | true; cat status", in: folder)
    #expect(["141\nexit 0\n", "0\nexit 0\n"].contains(printed))
    let isWritten = try names(in: folder).contains("report.json")
    #expect(isWritten == command.contains("report.json"))
  }
}
