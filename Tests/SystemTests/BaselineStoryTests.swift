import Foundation
import ProgramRuns
import Testing

/// A repository takes modlint up, breaks a rule, fixes another, moves a folder and renames a layer:
/// what is printed at each step.
@Suite struct BaselineStoryTests {
  @Test func onlyWhatIsNewFails() throws {
    let story = try Story()
    defer { story.end() }
    try story.write(
      "app/Shop", links: ["Cart", "Login", "Network", "Session"], type: "application")
    try story.write("domain/Cart", links: ["Login", "Network"])
    try story.write("domain/Login", links: [])
    try story.write("core/Network", links: ["Session"])
    try story.write("core/Session", links: [])

    // Two violations are there when modlint arrives: known from now on.
    try story.write("rules.yml", "version: 1\nlayers:\n  - app\n  - domain\n  - core\n")
    try story.run(
      "baseline create",
      prints: """
        wrote modlint-baseline.yml: 2 same-layer
        Commit it: only new findings fail from now on; 'modlint baseline prune' removes entries that are resolved.
        --- exit 0

        """)
    let recorded = """
      # Known findings; they do not fail a run of modlint
      # Written by 'modlint baseline'; 'modlint baseline prune' removes what no longer applies.
      version: 2
      findings:
        same-layer:
          - [Cart/Cart, Login/Login]
          - [Network/Network, Session/Session]

      """
    #expect(try story.read("modlint-baseline.yml") == recorded)
    try story.run(
      "",
      prints: """
        5 modules, 7 links, 3 layers: 0 errors, 0 warnings, 2 known
        --- exit 0

        """)

    // A new violation fails, and is the only thing that is printed.
    try story.write("core/Session", links: ["Login"])
    try story.run(
      "",
      prints: """
        core/Session/project.yml:7:9: error: 'Session' of layer 'core' links 'Login' of the higher layer 'domain' [upward]
            7 |       - framework: Login.framework
              |         ^~~~~~~~~~~~~~~~~~~~~~~~~~
          help: invert it: declare a protocol in 'Session' that 'Login' implements

        5 modules, 8 links, 3 layers: 1 error, 0 warnings, 2 known
        --- exit 1

        """)
    try story.run(
      "baseline diff",
      prints: """
        + upward [Session/Session, Login/Login]
        1 to add, 0 to remove, 2 to keep
        --- exit 1

        """)
    // Nothing adds to the record.
    try story.run("baseline prune", prints: "removed 0, kept 2, 1 new not added\n--- exit 0\n")
    #expect(try story.read("modlint-baseline.yml") == recorded)
    try story.write("core/Session", links: [])

    // A known one is fixed: its entry must go, so that it cannot come back unseen.
    try story.write("domain/Cart", links: ["Network"])
    try story.run(
      "",
      prints: """
        modlint-baseline.yml:6:7: error: no 'same-layer' finding matches the entry for 'Cart/Cart' and 'Login/Login' [stale-baseline]
            6 |     - [Cart/Cart, Login/Login]
              |       ^~~~~~~~~~~~~~~~~~~~~~~~
          help: run 'modlint baseline prune'

        'modlint fix' resolves 1 of these
        5 modules, 6 links, 3 layers: 1 error, 0 warnings, 1 known
        --- exit 1

        """)
    try story.run("baseline prune", prints: "removed 1, kept 1, 0 new not added\n--- exit 0\n")
    let pruned = recorded.replacing("    - [Cart/Cart, Login/Login]\n", with: "")
    #expect(try story.read("modlint-baseline.yml") == pruned)

    // A folder moves and a layer is renamed: the record stays as it is, to the byte.
    try story.move("core/Network", to: "foundation/transport/Network")
    try story.move("core/Session", to: "foundation/Session")
    try story.edit("rules.yml", "- core", "- foundation")
    try story.run(
      "",
      prints: """
        5 modules, 6 links, 3 layers: 0 errors, 0 warnings, 1 known
        --- exit 0

        """)
    try story.run("baseline diff", prints: "0 to add, 0 to remove, 1 to keep\n--- exit 0\n")

    // The last one is fixed, and the record has done its work.
    try story.write("foundation/transport/Network", links: [])
    try story.run(
      "baseline prune",
      prints: """
        removed 1, kept 0, 0 new not added
        modlint-baseline.yml can be deleted
        --- exit 0

        """)
    try story.delete("modlint-baseline.yml")
    try story.run(
      "--strict",
      prints: """
        5 modules, 5 links, 3 layers: 0 errors, 0 warnings
        --- exit 0

        """)
  }
}

/// A temporary repository of specs with one target each.
private struct Story {
  private let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(
      at: root.appending(path: ".git"), withIntermediateDirectories: true)
  }

  func end() { try? FileManager.default.removeItem(at: root) }

  func run(
    _ arguments: String, prints expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let actual = try GoldenCase.modlint(
      arguments.split(separator: " ").map(String.init), in: root)
    #expect(actual == expected, sourceLocation: sourceLocation)
  }

  /// Writes the spec of the module that is called like its folder.
  func write(_ folder: String, links: [String], type: String = "framework") throws {
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    let dependencies = links.map { "      - framework: \($0).framework\n        implicit: true\n" }
    try write(
      "\(folder)/project.yml",
      "name: \(name)\ntargets:\n  \(name):\n    type: \(type)\n    platform: iOS\n"
        + (links.isEmpty ? "" : "    dependencies:\n") + dependencies.joined())
  }

  func write(_ path: String, _ text: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func read(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  func edit(_ path: String, _ old: String, _ new: String) throws {
    let text = try read(path)
    #expect(text.contains(old))
    try write(path, text.replacing(old, with: new))
  }

  func move(_ path: String, to other: String) throws {
    let target = root.appending(path: other)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: root.appending(path: path), to: target)
  }

  func delete(_ path: String) throws {
    try FileManager.default.removeItem(at: root.appending(path: path))
  }
}
