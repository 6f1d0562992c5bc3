import Diagnostics
import Files
import Testing

@testable import Specs
import Projects
import TestSupport

/// What XcodeGen loads and does not generate.
@Suite struct ValidationTests {
  @Test(arguments: 0..<8) func randomSpecsAreJudgedAsXcodeGenDoes(part: Int) throws {
    var (refused, accepted) = (0, 0)
    for seed in 0..<150 {
      var random = RandomSpec(seed: UInt64(part * 1_000 + seed))
      var lines = ["\"name\": \"P\""]
      let root = random.root().written(into: &lines)
      let text = lines.joined(separator: "\n") + "\n"
      let expected = ValidationOracle(root)
      let resolved = Resolved(["project.yml": text])
      let told = resolved.diagnostics.filter { $0.rule == "invalid-spec" }
      let all = told + resolved.reader.notes.refusals.map(\.diagnostic)
      let cycles = all.filter { $0.message.text.contains("form a cycle") }
      let others = all.filter { !$0.message.text.contains("form a cycle") }
      let found = Set(others.compactMap { $0.location.map { Int($0.start.line) } })
      guard found == expected.lines, cycles.isEmpty != expected.hasGroupCycle else {
        let numbered = zip(1..., lines).map { "\($0) \($1)" }.joined(separator: "\n")
        Issue.record(
          """
          seed \(part * 1_000 + seed): found \(found.sorted()), expected \(expected.lines.sorted()), \
          \(cycles.count) cycles, expected \(expected.hasGroupCycle)
          \(others.map(\.message.text).joined(separator: "\n"))
          \(numbered)
          """)
        return
      }
      if all.isEmpty { accepted += 1 } else { refused += 1 }
    }
    // A generator that makes only one of the two would prove little.
    #expect(refused > 30 && accepted > 15, "\(refused) refused, \(accepted) accepted")
  }
}
