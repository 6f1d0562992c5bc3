import Diagnostics
import Foundation
import ProgramRuns
import LinkingSimulation
import TestSupport
import Testing

/// On cases and examples: no new finding, nothing undone, and nothing left for a second run.
///
/// `MODLINT_SWEEP=all` takes every case, not every fourth, and `MODLINT_WORKSPACES=3000` as many random
/// workspaces.
@Suite struct FixSweepTests {
  private static let examples = GoldenCase.root.appending(path: "../../../examples").standardized

  /// Cases with revisions are about those, and a hostile one may hold what cannot be copied.
  private static let cases = GoldenCase.all.flatMap(\.workspaces).filter { page in
    !page.files.contains { $0.path.hasPrefix("@") } && page.subject != "hostile"
      && page.files.contains { $0.path == "rules.yml" }
  }

  private static let parts = 8
  private static let step =
    ProcessInfo.processInfo.environment["MODLINT_SWEEP"] == "all" ? 1 : 4

  @Test(arguments: 0..<parts) func casesStayAsSoundAsTheyWere(_ part: Int) throws {
    var count = 0
    for number in stride(from: part * Self.step, to: Self.cases.count, by: Self.parts * Self.step) {
      let page = Self.cases[number]
      count += try check(page.testDescription, page.environment) { try page.unpack(to: $0) }
    }
    #expect(count > 1)
  }

  @Test(arguments: ["broken", "feature-modules", "iss", "modlint", "packages", "packages-broken"])
  func examplesStayAsSoundAsTheyWere(_ name: String) throws {
    _ = try check(name, [:]) {
      try FileManager.default.copyItem(at: Self.examples.appending(path: name), to: $0)
    }
  }

  @Test(arguments: 0..<parts) func secondRunOnARandomWorkspaceChangesNothing(_ part: Int) throws {
    var count = 0
    let wanted = ProcessInfo.processInfo.environment["MODLINT_WORKSPACES"].flatMap(Int.init)
    let seeds = wanted.map { $0 / Self.parts } ?? 8 / Self.step
    for seed in (part * seeds)..<(part * seeds + seeds) {
      var random = SplitMix64(state: UInt64(seed))
      let files = SimulatedWorkspace(using: &random).files
      count += try check("seed \(seed)", [:]) { try write(files, to: $0) }
    }
    #expect(count > 1)
  }

  /// Of so many fixes a report has the first, and says how many it leaves out.
  @Test func reportLeavesOutWhatTakesTooLong() throws {
    let count = Limits.suggestedFixes + 1
    let names = (0..<count).map { "M\($0)" }
    let targets = names.map { "  \($0): { type: framework, platform: iOS }\n" }
    let links = names.map { "{ target: \($0) }, { target: \($0) }" }.joined(separator: ", ")
    let workspace = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: workspace) }
    try write(
      [
        "rules.yml": "version: 1\n",
        "project.yml":
          "name: P\ntargets:\n\(targets.joined())  All: { type: framework, platform: iOS, dependencies: [\(links)] }\n",
      ], to: workspace)
    let printed = try GoldenCase.modlint(["lint", "--format", "json"], in: workspace)
    #expect(printed.components(separatedBy: "\"safe\": true").count == Limits.suggestedFixes + 1)
    #expect(printed.contains("\"fixesLeftOut\": 1}"))
    #expect(
      printed.contains(
        "the report leaves out the fixes of 1 finding: 'modlint fix --diff' shows them\n"))
  }

  private func write(_ files: [String: String], to folder: URL) throws {
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// - Returns: How many of the two ways of fixing found something to do.
  private func check(
    _ name: String, _ environment: [String: String], unpack: (URL) throws -> Void
  ) throws -> Int {
    var count = 0
    for options in [[], ["--unsafe"]] {
      let workspace = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: workspace) }
      try unpack(workspace)
      let day = ["--today", "2026-01-01"]
      func modlint(_ arguments: [String]) throws -> String {
        try GoldenCase.modlint(arguments + day, in: workspace, environment: environment)
      }
      let planned = try modlint(["fix", "--diff"] + options)
      guard planned.hasSuffix("exit 1\n") else { continue }
      count += 1
      let before = try findings(modlint(["lint", "--format", "json"]))
      let printed = try modlint(["fix"] + options)
      #expect(
        printed.hasSuffix("exit 0\n") || printed.hasSuffix("exit 1\n"), "\(name): \(printed)")
      let after = try findings(modlint(["lint", "--format", "json"]))
      #expect(after.subtracting(before).isEmpty, "\(name): \(options)")
      #expect(after.count < before.count || before.isEmpty || name.contains("duplicate"), "\(name)")
      let again = try modlint(["fix", "--diff"] + options)
      #expect(again.hasSuffix("exit 0\n"), "\(name): \(again)")
    }
    return count
  }

  private func findings(_ report: String) throws -> Set<String> {
    let end = try #require(report.range(of: "\n}\n", options: .backwards)?.upperBound)
    let json = report[..<end]
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    // Of a baseline out of order, which entry is reported depends on those that are gone.
    let findings = (object?["findings"] as? [[String: Any]] ?? []).filter {
      $0["rule"] as? String != "invalid-baseline"
    }
    return Set(findings.compactMap { $0["fingerprint"] as? String })
  }
}
