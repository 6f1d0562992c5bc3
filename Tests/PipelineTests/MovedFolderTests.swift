import Diagnostics
import Files
import Rules
import Architecture
import Testing

@testable import Workspace
import TestSupport

/// What a baseline records outlives moved folders and renamed layers.
@Suite struct MovedFolderTests {
  @Test(arguments: 0..<12)
  func everyFindingStaysKnown(seed: Int) throws {
    let generated = GeneratedTree(layers: 5, upwardPercent: 12, seed: seed)
    let before = try InferredRules.check(
      MemoryTree(generated.tree.files), rules: rules(layers: ["a", "b", "c", "d", "e"]))
    let entries = before.findings.compactMap { Baseline.Entry($0, in: SourceMap()) }
    #expect(entries.count == before.findings.count)
    #expect(Set(entries.map(\.rule)).isSuperset(of: ["upward", "cycle"]))

    let text = Baseline().text(of: entries, documentation: "")
    let baseline = try Baseline(Array(text.utf8), file: FileID(index: 0))
    #expect(baseline.problems.isEmpty)
    let moved = MemoryTree(moved(generated.tree.files, seed: seed))
    let after = try InferredRules.check(
      moved, rules: rules(layers: ["z", "y", "x", "w", "v"]), known: .init(baseline: baseline))
    #expect(after.findings.allSatisfy { $0.state == .known })
    #expect(Set(after.findings.compactMap { Baseline.Entry($0, in: SourceMap()) }) == Set(entries))
    let fingerprints = before.findings.map { $0.fingerprint(in: SourceMap()) }
    #expect(Set(fingerprints).count == fingerprints.count)
    #expect(Set(after.findings.map { $0.fingerprint(in: SourceMap()) }) == Set(fingerprints))
  }

  /// Layers by the names of modules, so that no folder matters.
  private func rules(layers: [String]) -> String {
    "version: 1\nlayers:\n"
      + layers.enumerated().map { "  - { name: \($1), modules: [\"M\($0)x*\"] }\n" }.joined()
  }

  /// Every spec in another folder of the same name, which is the name of its project.
  private func moved(_ files: [String: String], seed: Int) -> [String: String] {
    var dice = Dice(seed: seed)
    var result: [String: String] = [:]
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      let parents = (0..<Int.random(in: 0...3, using: &dice)).map { _ in
        "n\(Int.random(in: 0..<4, using: &dice))"
      }
      let last = path.split(separator: "/").suffix(2).map(String.init)
      result[(parents + last).joined(separator: "/")] = text
    }
    #expect(result.count == files.count)
    return result
  }
}
