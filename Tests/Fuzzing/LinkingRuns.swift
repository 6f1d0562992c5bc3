import Architecture
import Diagnostics
import Files
import LinkingSimulation
import Rules
import TestSupport
import Workspace
import WorkspaceReading

/// The bytes as the choices that make a workspace, which the rules about linking and a simulation judge.
func simulateLinking(_ bytes: [UInt8]) {
  var choices = Choices(bytes)
  let workspace = SimulatedWorkspace(using: &choices)
  let found = linkingFindings(in: workspace)
  let simulated = LinkSimulation.findings(in: workspace)
  require(
    Set(found.keys) == simulated,
    """
    only the rules: \(Set(found.keys).subtracting(simulated).sorted()), \
    only the simulation: \(simulated.subtracting(found.keys).sorted()) of \(workspace.files)
    """)
}

/// The same workspaces, in which the advice of the rules is followed.
func followAdvice(_ bytes: [UInt8]) {
  var choices = Choices(bytes)
  let workspace = SimulatedWorkspace(using: &choices)
  let found = linkingFindings(in: workspace)
  for (key, finding) in found.sorted(by: { $0.key < $1.key }) {
    for edited in LinkingAdvice.followed(finding.simulated, in: workspace) {
      guard let edited else { fatalError("advice that nobody understands: \(finding.help)") }
      let left = Set(linkingFindings(in: edited).keys)
      let unwanted = LinkingAdvice.unwanted(after: key, left, among: Set(found.keys))
      require(
        unwanted.isEmpty, "\(unwanted) after \(finding.help) for \(key) in \(workspace.files)")
    }
  }
}

/// Numbers that follow the bytes, so that a mutation of one changes one choice; behind them a fixed
/// sequence, for a choice among several draws until it gets a number that it can use.
struct Choices: RandomNumberGenerator {
  private var rest: ArraySlice<UInt8>
  private var state: UInt64 = 0

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func next() -> UInt64 {
    guard let byte = rest.popFirst() else {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
    return UInt64(byte) << 56 | UInt64(byte) << 24
  }
}

private func linkingFindings(in workspace: SimulatedWorkspace) -> [String: Diagnostic] {
  var files = workspace.files.mapValues { Array($0.utf8) }
  guard let rules = files.removeValue(forKey: "rules.yml"),
    let configuration = try? Configuration(
      rules: rules, file: fuzzedFile, catalog: ruleCatalog),
    let today = Day("2026-01-01"),
    let read = try? Workspace(
      reading: MemoryTree(files), configuration: configuration,
      known: SourceMap(paths: ["rules.yml"]), options: .init(jobs: 1, environment: { _ in nil }))
  else { fatalError("a workspace that cannot be read") }
  let result = Linter.run(
    read.graph, configuration: configuration, readerFindings: read.diagnostics,
    sources: read.sources, today: today, reading: read.reading)
  var found: [String: Diagnostic] = [:]
  for finding in result.findings {
    for key in finding.simulated.keys { found[key] = finding }
  }
  return found
}

extension Diagnostic {
  fileprivate var simulated: LinkingFinding {
    LinkingFinding(
      rule: rule.name, from: subject.from ?? "", to: subject.to, owners: subject.owners,
      notes: notes.map(\.message.text), help: help.map(\.text))
  }
}
