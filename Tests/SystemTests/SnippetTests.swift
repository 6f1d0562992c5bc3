import Foundation
import ProgramRuns
import Architecture
import Rules
import Testing

/// Holds the YAML that the manual shows against the readers of rules.yml, baselines and specs.
///
/// The keys at the left margin, or how far it is indented, tell what a block is a part of. A page of a
/// rule may show what that rule is about.
@Suite struct SnippetTests {
  @Test(arguments: ManualPage.all)
  func isReadWithoutAProblem(_ path: String) throws {
    let page = try ManualPage(path: path)
    for (index, block) in page.blocks.enumerated() where block.language == "yaml" {
      guard page.note(before: index) != .notRun else { continue }
      let files = try #require(
        workspace(around: block.text), "\(path): what is \(block.text.prefix(60)) a part of?")
      for rule in try problems(of: files) {
        #expect(path == "docs/rules/\(rule).md", "\(rule) in:\n\(block.text)")
      }
    }
  }

  /// The files of a workspace that a block is the whole or a part of.
  private func workspace(around block: String) -> [String: String]? {
    if Self.isOfABuildMachine(block) { return [:] }
    let keys = Set(
      block.matches(of: /^([A-Za-z-]+):/.anchorsMatchLineEndings()).map { String($0.1) })
    let lines = block.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix(" #") }
    let head = "name: P\ntargets:\n"
    let target = "  T:\n    type: framework\n    platform: iOS\n"
    switch lines.first.map({ $0.prefix { $0 == " " }.count }) {
    case nil: return ["rules.yml": "version: 1\n" + block]
    case 2: return ["project.yml": head + block]
    case 4: return ["project.yml": head + target + block]
    case 6: return ["project.yml": head + target + "    dependencies:\n" + block]
    default: break
    }
    if keys.contains("findings") {
      return ["rules.yml": "version: 1\n", "modlint-baseline.yml": block]
    }
    let isAnOption = block.contains(/^packages: (\w+$|\[)/.anchorsMatchLineEndings())
    if !isAnOption, !keys.isDisjoint(with: ["targets", "include", "packages"]) {
      return ["project.yml": keys.contains("name") ? block : "name: P\n" + block]
    }
    guard !keys.isEmpty, keys.isSubset(of: Self.keysOfRules) else { return nil }
    return ["rules.yml": keys.contains("version") ? block : "version: 1\n" + block]
  }

  /// Workflows and jobs are for scripts/check_integrations.py.
  private static func isOfABuildMachine(_ block: String) -> Bool {
    block.contains(/^jobs:/.anchorsMatchLineEndings()) || block.hasPrefix("# .gitlab-ci.yml\n")
      || block.hasPrefix("- run:") || block.hasPrefix("- uses:")
  }

  private static let keysOfRules = Set(ConfigurationSection.file(ruleCatalog).keys.map(\.name))

  /// The rules on files that find errors in a workspace.
  private func problems(of files: [String: String]) throws -> [String] {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: scratch) }
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let standard = [
      "rules.yml": "version: 1\n",
      "project.yml": "name: P\ntargets: { T: { type: framework, platform: iOS } }\n",
    ]
    for (name, text) in standard.merging(files, uniquingKeysWith: { $1 }) {
      try text.write(to: scratch.appending(path: name), atomically: true, encoding: .utf8)
    }
    let printed = try GoldenCase.modlint(["--format", "xcode"], in: scratch)
    #expect(!printed.hasSuffix("--- exit 2\n"), "\(printed)")
    let rules = [
      "invalid-rules", "invalid-baseline", "invalid-spec", "duplicate-key", "unknown-key",
      "ignored-value", "duplicate-dependency", "expired-exception",
    ]
    return rules.filter { printed.contains("[\($0)]") }
  }
}
