import Diagnostics
import Files
import Foundation
import LinkingSimulation
import Rules
import TestSupport
import Testing

/// The rules about linking beside a simulation that knows nothing of them, and their advice beside what
/// comes of following it.
///
/// `MODLINT_SEEDS=50` runs fifty times as many seeds.
@Suite struct LinkingSimulationTests {
  private static let blocks =
    10 * (ProcessInfo.processInfo.environment["MODLINT_SEEDS"].flatMap { Int($0) } ?? 1)

  @Test(arguments: 0..<blocks)
  func `rules find what linking and launching come to`(block: Int) throws {
    var counts: [String: Int] = [:]
    for seed in (block * 60)..<(block * 60 + 60) {
      let workspace = Self.workspace(seed: seed)
      let findings = try Self.findings(in: workspace)
      for (key, finding) in findings where finding.rule == "duplicate-static" {
        #expect(
          LinkSimulation.mayTell(
            finding.to ?? "", of: finding.from, owners: finding.owners, in: workspace),
          "seed \(seed): \(key) told of \(finding.from)\n\(workspace.text)")
      }
      let found = Set(findings.keys)
      let simulated = LinkSimulation.findings(in: workspace)
      #expect(
        found == simulated,
        """
        seed \(seed): only the rules: \(found.subtracting(simulated).sorted()), \
        only the simulation: \(simulated.subtracting(found).sorted())
        \(workspace.text)
        """)
      for key in simulated { counts[String(key.prefix { $0 != " " }), default: 0] += 1 }
    }
    // Some of the rules have few findings.
    #expect(counts.count + 3 >= LinkSimulation.rules.count, "\(counts)")
  }

  @Test(arguments: 0..<blocks)
  func `advice removes its finding and adds none`(block: Int) throws {
    for seed in (block * 30)..<(block * 30 + 30) {
      let workspace = Self.workspace(seed: seed)
      let found = try Self.findings(in: workspace)
      for (key, finding) in found.sorted(by: { $0.key < $1.key }) {
        for edited in LinkingAdvice.followed(finding, in: workspace) {
          let edited = try #require(edited, "seed \(seed): \(finding.help)")
          if finding.rule == "duplicate-static" {
            let undefined = workspace.undefinedSymbols(after: edited)
            #expect(
              undefined == [],
              """
              seed \(seed): undefined \(undefined) after \(finding.help) for \(key)
              \(workspace.text)
              """)
          }
          let left = Set(try Self.findings(in: edited).keys)
          let unwanted = LinkingAdvice.unwanted(after: key, left, among: Set(found.keys))
          #expect(
            unwanted == [],
            """
            seed \(seed): \(unwanted) after \(finding.help) for \(key)
            \(workspace.text)
            """)
        }
      }
    }
  }

  private static func workspace(seed: Int) -> SimulatedWorkspace {
    var random = SplitMix64(state: UInt64(seed))
    return SimulatedWorkspace(using: &random)
  }

  /// What modlint says of linking, in the words of the simulation.
  private static func findings(
    in workspace: SimulatedWorkspace
  ) throws -> [String: LinkingFinding] {
    var files = workspace.files
    let rules = files.removeValue(forKey: "rules.yml") ?? ""
    let result = try InferredRules.check(MemoryTree(files), rules: rules)
    var found: [String: LinkingFinding] = [:]
    for finding in result.findings {
      let subject = finding.subject
      let known = LinkingFinding(
        rule: finding.rule.name, from: subject.from ?? "", to: subject.to, owners: subject.owners,
        notes: finding.notes.map(\.message.text), help: finding.help.map(\.text))
      for key in known.keys { found[key] = known }
    }
    return found
  }
}
