import Foundation
import ProgramRuns
import TestSupport
import Testing

/// `fix` removes no link that a source needs, by a count that knows nothing of modlint.
///
/// `MODLINT_WORKSPACES=2000 swift test --filter UnusedLinkSweepTests` tries as many.
@Suite struct UnusedLinkSweepTests {
  private static let parts = 8
  private static let count =
    ProcessInfo.processInfo.environment["MODLINT_WORKSPACES"].flatMap(Int.init) ?? 40

  @Test(arguments: 0..<parts) func everyNeedStillHolds(_ part: Int) throws {
    var removed = 0
    for seed in 0..<Self.count where seed % Self.parts == part {
      removed += try check(seed)
    }
    #expect(removed > 0)
  }

  /// - Returns: How many links were removed.
  private func check(_ seed: Int) throws -> Int {
    var random = SplitMix64(state: UInt64(seed))
    let workspace = SourcedWorkspace(using: &random)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in workspace.files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    _ = try GoldenCase.modlint(["fix"], in: folder)
    let spec = try String(contentsOf: folder.appending(path: "project.yml"), encoding: .utf8)
    let (before, after) = (workspace.links, SourcedWorkspace.links(of: spec))
    for (user, needs) in workspace.needs {
      let (had, has) = (reached(from: user, before), reached(from: user, after))
      for need in needs {
        #expect(
          before[user, default: []].contains(need) == after[user, default: []].contains(need),
          "seed \(seed): \(user) needs \(need)")
        // A header is read without a link, and an archive brings nothing along.
        guard workspace.modules[user] == user else { continue }
        #expect(had.contains(need) == has.contains(need), "seed \(seed): \(user) reaches \(need)")
      }
    }
    return before.values.map(\.count).reduce(0, +) - after.values.map(\.count).reduce(0, +)
  }

  private func reached(from start: String, _ links: [String: Set<String>]) -> Set<String> {
    var (found, open): (Set<String>, [String]) = ([], [start])
    while let name = open.popLast() {
      for next in links[name, default: []] where found.insert(next).inserted { open.append(next) }
    }
    return found
  }
}

/// Libraries of Swift and C in many layouts, whose sources use some of what they link.
private struct SourcedWorkspace {
  private(set) var files: [String: String] = [
    "rules.yml": """
    version: 1
    rules:
      unused-link: { severity: error, executables: error, tests: error }
      duplicate-static: off
      missing-embed: off

    """
  ]
  private(set) var links: [String: Set<String>] = [:]
  /// What the sources of each target use, of what it links or could reach.
  private(set) var needs: [String: Set<String>] = [:]
  private var spec = "name: P\ntargets:\n"
  /// How a source of C names the header of each target.
  private var headers: [String: String] = [:]
  /// How a source of Swift names the module of each target.
  private(set) var modules: [String: String] = [:]

  /// The dependencies of each target, as the lines of a spec have them.
  static func links(of spec: String) -> [String: Set<String>] {
    var links: [String: Set<String>] = [:]
    var name = ""
    for line in spec.split(separator: "\n") {
      if line.hasPrefix("  "), !line.hasPrefix("   ") {
        name = String(line.dropFirst(2).dropLast())
      }
      guard let target = line.firstRange(of: "- target: ") else { continue }
      links[name, default: []].insert(String(line[target.upperBound...]))
    }
    return links
  }

  init(using random: inout some RandomNumberGenerator) {
    let count = Int.random(in: 4...9, using: &random)
    for number in 0..<count {
      let name = "M\(number)"
      let earlier = (0..<number).map { "M\($0)" }.shuffled(using: &random)
      let linked = Array(earlier.prefix(Int.random(in: 0...4, using: &random)))
      let isSwift = Bool.random(using: &random)
      let uses = earlier.filter { other in
        Int.random(in: 0..<10, using: &random) < (linked.contains(other) ? 5 : 1)
          && (isSwift ? modules[other] != nil : headers[other] != nil || modules[other] == nil)
      }
      links[name] = Set(linked)
      needs[name] = Set(uses)
      let sources =
        isSwift
        ? addSwift(name, uses, using: &random) : addC(name, uses, using: &random)
      addTarget(name, sources, linked, isLast: number == count - 1, using: &random)
    }
    files["project.yml"] = spec
  }

  private mutating func addTarget(
    _ name: String, _ sources: String, _ linked: [String], isLast: Bool,
    using random: inout some RandomNumberGenerator
  ) {
    let kinds = ["framework", "framework.static", "library.static"]
    let kind =
      isLast && Bool.random(using: &random)
      ? ["application", "bundle.unit-test"][Int.random(in: 0..<2, using: &random)]
      : kinds[Int.random(in: 0..<3, using: &random)]
    spec += "  \(name):\n    type: \(kind)\n    platform: iOS\n    sources: \(sources)\n"
    if !linked.isEmpty { spec += "    dependencies:\n" }
    for other in linked { spec += "      - target: \(other)\n" }
  }

  /// - Returns: What `sources` of the target says.
  private mutating func addSwift(
    _ name: String, _ uses: [String], using random: inout some RandomNumberGenerator
  ) -> String {
    modules[name] = name
    var text = "import Foundation\n"
    for use in uses {
      let module = modules[use] ?? use
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text += "@testable import \(module)\n"
      case 1: text += "#if DEBUG\nimport \(module)\n#endif\n"
      case 2: text += "import struct \(module).Thing\n"
      case 3: text += "@_exported import \(module)\n"
      default: text += "import \(module)\n"
      }
    }
    files["\(name)/Code/\(name).swift"] = text + "public let value = 1\n"
    return name
  }

  private mutating func addC(
    _ name: String, _ uses: [String], using random: inout some RandomNumberGenerator
  ) -> String {
    let code = uses.map { use in
      headers[use].map { "#include \($0)\n" } ?? "extern int of\(use)(void);\nint use\(use) = 0;\n"
    }
    let text = "#include <stdio.h>\n\(code.joined())int of\(name)(void) { return 1; }\n"
    let header = "\(name.lowercased()).h"
    headers[name] = Bool.random(using: &random) ? "\"\(header)\"" : "\"../\(name)/\(header)\""
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      files["\(name)/src/a.c"] = text
      files["\(name)/include/\(name)Kit/\(header)"] = "int x;\n"
      headers[name] = "<\(name)Kit/\(header)>"
      return "\(name)/src"
    case 1:
      files["shared/\(name).m"] = text
      files["shared/\(header)"] = "int x;\n"
      return "[shared/\(name).m]"
    case 2:
      files["\(name)/a.c"] = text
      files["\(name)/\(header)"] = "int x;\n"
      return "[{ path: \(name), excludes: [\"**/*.h\"] }]"
    case 3:
      files["\(name)/src/a.cpp"] = text
      files["\(name)/inc/\(header)"] = "int x;\n"
      return "\(name)/src"
    case 4:
      files["\(name)/a/b/a.c"] = text
      files["\(name)/\(header)"] = "int x;\n"
      return "\(name)/a/b"
    case 5:
      files["\(name)/src/a.c"] = text
      files["\(name)/src/\(header)"] = "int x;\n"
      files["\(name)/maps/C\(name)/module.modulemap"] =
        "module C\(name) { header \"../../src/\(header)\" export * }\n"
      modules[name] = "C\(name)"
      return "\(name)/src"
    case 6:
      files["\(name)/a.c"] = text
      headers[name] = nil
      return name
    default:
      files["\(name)/a.m"] = text
      files["\(name)/\(header)"] = "int x;\n"
      return name
    }
  }
}
