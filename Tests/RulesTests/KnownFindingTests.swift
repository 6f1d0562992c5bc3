import Architecture
import Diagnostics
import Graph
import Testing

@testable import Rules

@Suite struct KnownFindingTests {
  private func workspace(_ rules: String = "") -> Workspace {
    var workspace = Workspace("layers: [core]\n" + rules)
    workspace.add("core/A", "A", links: ["B"])
    workspace.add("core/B", "B", links: ["C"])
    workspace.add("core/C", "C")
    return workspace
  }

  private func baseline(_ entries: [(RuleID, [String])]) throws -> Baseline {
    let text = Baseline().text(
      of: entries.map { Baseline.Entry(rule: $0.0, names: $0.1) }, documentation: "")
    return try Baseline(Array(text.utf8), file: FileID(index: 0))
  }

  private func states(_ outcome: LintResult) -> [String] {
    outcome.findings.map { "\($0.state.rawValue) \($0.short)" }
  }

  @Test func baselineAndOlderRevisionAddUp() throws {
    let recorded = try baseline([("same-layer", ["A/A", "B/B"])])
    #expect(
      try states(workspace().run(known: .init(baseline: recorded)))
        == ["known same-layer A -> B", "new same-layer B -> C"])
    let older: Set = [Diagnostic.fingerprint(of: "same-layer", about: ["B/B", "C/C"])]
    #expect(
      try states(workspace().run(known: .init(older: older)))
        == ["new same-layer A -> B", "known same-layer B -> C"])
    #expect(
      try states(workspace().run(known: .init(baseline: recorded, older: older)))
        == ["known same-layer A -> B", "known same-layer B -> C"])
  }

  @Test func neverIsForTheBaselineAlone() throws {
    let workspace = workspace("rules:\n  same-layer: { baseline: never }\n")
    let names = ["A/A", "B/B"]
    let known = KnownFindings(
      baseline: try baseline([("same-layer", names)]),
      older: [Diagnostic.fingerprint(of: "same-layer", about: ["B/B", "C/C"])])
    #expect(
      try states(workspace.run(known: known)) == [
        "new stale-baseline", "new same-layer A -> B", "known same-layer B -> C",
      ])
  }

  @Test func constraintsFollowTheirRule() throws {
    let rules = """
      rules: { same-layer: off, link-constraint: { baseline: never } }
      links: [{ id: no-b, forbid: A -> B }]
      """
    let outcome = try workspace(rules).run(
      known: .init(baseline: baseline([("no-b", ["A/A", "B/B"])]), judgesBaseline: false))
    #expect(states(outcome) == ["new no-b A -> B"])
  }

  @Test func findingsAboutFilesAreKnownByFileAndWording() throws {
    var workspace = workspace("rules: { same-layer: off }\n")
    let place = SourceRange(
      file: FileID(index: 1), start: Position(line: 1, column: 1),
      end: Position(line: 1, column: 2))
    workspace.readerFindings = [Diagnostic("unknown-key", .warning, "x", at: place)]
    func outcome(_ rule: RuleID, _ wording: String) throws -> LintResult {
      let entry = (rule, ["core/A/project.yml", wording])
      return try workspace.run(known: .init(baseline: baseline([entry]), judgesBaseline: false))
    }
    #expect(try states(outcome("unknown-key", "x")) == ["known unknown-key"])
    let outcome = try outcome("unknown-key", "y")
    #expect(states(outcome) == ["new unknown-key"])
    let older = Set(outcome.findings.map { $0.fingerprint(in: workspace.sources) })
    #expect(try states(workspace.run(known: .init(older: older))) == ["known unknown-key"])
  }

  @Test func findingsAboutRulesAreNeverRecorded() throws {
    var workspace = workspace("rules: { same-layer: off }\n")
    let place = SourceRange(
      file: FileID(index: 1), start: Position(line: 1, column: 1),
      end: Position(line: 1, column: 2))
    workspace.readerFindings = [Diagnostic(.invalidRules, .error, "x", at: place)]
    let entry: (RuleID, [String]) = (.invalidRules, ["core/A/project.yml", "x"])
    let outcome = try workspace.run(
      known: .init(baseline: baseline([entry]), judgesBaseline: false))
    #expect(states(outcome) == ["new invalid-rules"])
  }

  @Test func staleOnlyWhereAllWasReadAndAskedFor() throws {
    let known = KnownFindings(baseline: try baseline([("same-layer", ["A/A", "C/C"])]))
    let links = ["new same-layer A -> B", "new same-layer B -> C"]
    #expect(try states(workspace().run(known: known)) == ["new stale-baseline"] + links)
    var partial = known
    partial.judgesBaseline = false
    #expect(try states(workspace().run(known: partial)) == links)
    var broken = workspace()
    let start = Position(line: 1, column: 1)
    let place = SourceRange(file: FileID(index: 0), start: start, end: start)
    broken.readerFindings = [Diagnostic(.invalidSpec, .error, "is no mapping", at: place)]
    let withFault = try states(broken.run(known: known)).filter { $0 != "new invalid-spec" }
    #expect(withFault == links)
    var conflicted = known
    conflicted.baseline?.isConflicted = true
    #expect(try states(workspace().run(known: conflicted)) == links)
  }

  @Test func knownCutsOfCyclesAreCutFirst() throws {
    var workspace = Workspace("layers: [{ name: core, peers: allow }]\n")
    workspace.add("core/A", "A", links: ["B"])
    workspace.add("core/B", "B", links: ["C"])
    workspace.add("core/C", "C", links: ["A", "D"])
    workspace.add("core/D", "D", links: ["B"])
    // Alone, one cut opens both circles.
    #expect(try states(workspace.run()) == ["new cycle B -> C"])
    let known = KnownFindings(baseline: try baseline([("cycle", ["A/A", "B/B"])]))
    #expect(
      try states(workspace.run(known: known)) == ["known cycle A -> B", "new cycle B -> C"])
    let older = KnownFindings(
      older: [Diagnostic.fingerprint(of: "cycle", about: ["C/C", "A/A"])])
    #expect(
      try states(workspace.run(known: older)) == ["new cycle B -> C", "known cycle C -> A"])
  }
}
