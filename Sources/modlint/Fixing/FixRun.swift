import Architecture
import Diagnostics
import Files
import Fixes
import Rules
import Workspace

/// Makes the fixes of the findings of a workspace, in memory, until none is left that can be made.
///
/// Fixes of specs come first, several at a time; after each step the workspace is checked anew, and what would
/// bring a finding is taken back. rules.yml and the baseline follow, which then are about the fixed specs.
struct FixRun {
  struct Options {
    var isUnsafe = false
    /// Empty for all rules.
    var rules: Set<RuleID> = []
    var today: Day
    /// Whether the baseline is not written.
    var isInCI = false
    var reading: WorkspaceOptions
  }

  let options: Options
  private(set) var state: State
  private(set) var tree: EditedTree
  /// What was fixed, with the findings as they were then.
  private(set) var accepted: [FixProposal] = []
  /// Why fixes of findings are not made, by the keys of these.
  private(set) var refusals: [String: FixRefusal] = [:]
  /// The findings before the first fix.
  private let before: FindingCounts

  /// More rounds than people need; a fix that undid another would go on for ever.
  private static let mostRounds = 20

  /// - Parameters:
  ///   - loaded: The workspace.
  ///   - options: What is to be fixed.
  ///   - result: What is found in it, where that is known.
  ///   - isAgain: Whether it is to be read anew, since not all sources were.
  /// - Throws: `ExitCode` after saying what cannot be read.
  init(
    _ loaded: LoadedWorkspace, _ options: Options, _ result: LintResult? = nil,
    isAgain: Bool = false
  ) throws {
    self.options = options
    var loaded = loaded
    if isAgain {
      loaded = try LoadedWorkspace(at: loaded.place, loaded.tree, options.reading, isAgain: true)
    }
    let result = try result ?? loaded.check(on: options.today)
    state = State(loaded, result, options)
    tree = EditedTree(loaded.tree)
    before = state.counts
  }

  /// The files that changed, with the bytes that they had and those that they get, in order.
  func changedFiles() throws(FileError) -> [(path: String, old: [UInt8], new: [UInt8])] {
    var files: [(path: String, old: [UInt8], new: [UInt8])] = []
    for (path, new) in tree.files.sorted(by: { $0.key.precedes($1.key) }) {
      var old: [UInt8] = []
      try tree.base.read(path, limit: Limits.fileSize, into: &old)
      if old != new { files.append((path, old, new)) }
    }
    return files
  }

  mutating func run() throws {
    for isOfOwnFiles in [false, true] {
      var rounds = 0
      while rounds < Self.mostRounds, try round(isOfOwnFiles: isOfOwnFiles) { rounds += 1 }
    }
  }

  /// - Returns: Whether anything was fixed.
  mutating func round(isOfOwnFiles: Bool) throws -> Bool {
    var planner = planner()
    let names = state.loaded.selectedNames
    var wanted = FixProposal.proposals(
      in: state.result.findings, of: state.loaded
    ).filter { proposal in
      let isOwn = planner.files(of: proposal.fix).isSubset(of: ownFiles)
      return isOwn == isOfOwnFiles && isWanted(proposal, names, planner)
    }
    let count = accepted.count
    // What is read only then may declare what others miss.
    let first = wanted.filter { $0.rule == .unknownKey }
    wanted.removeAll { $0.rule == .unknownKey }
    try accept(first[...], on: &planner, isOfOwnFiles: isOfOwnFiles)
    try accept(wanted[...], on: &planner, isOfOwnFiles: isOfOwnFiles)
    return accepted.count > count
  }

  func planner() -> FixPlanner {
    let loaded = state.loaded
    return FixPlanner(
      tree: tree, graph: loaded.workspace.graph, sources: loaded.sources,
      hidden: loaded.hiddenFiles, configuration: loaded.configuration,
      environment: Terminal.environment, baseline: loaded.shownBaseline)
  }

  /// rules.yml and the baseline.
  private var ownFiles: Set<String> {
    let rules = state.loaded.place.rules == nil ? nil : state.loaded.sources.paths.first
    return Set([rules, state.loaded.shownBaseline].compactMap(\.self))
  }

  private mutating func isWanted(
    _ proposal: FixProposal, _ names: Set<String>, _ planner: FixPlanner
  ) -> Bool {
    guard isSelected(proposal, names) else { return false }
    let files = planner.files(of: proposal.fix)
    if !proposal.fix.isSafe, !options.isUnsafe {
      note(.isForUnsafe, proposal)
    } else if options.isInCI, files.contains(state.loaded.shownBaseline) {
      note(.baselineInCI, proposal)
    } else if !state.loaded.place.parts.isEmpty, !files.allSatisfy(state.loaded.isSelected) {
      note(.isOutsidePaths, proposal)
    } else {
      return true
    }
    return false
  }

  /// Whether one of the findings was asked about; what other fixes have made unneeded always is.
  private func isSelected(_ proposal: FixProposal, _ names: Set<String>) -> Bool {
    let loaded = state.loaded
    guard proposal.findings.contains(where: { loaded.isSelected($0.diagnostic, names: names) })
    else { return false }
    if options.rules.isEmpty || options.rules.contains(proposal.rule) { return true }
    return exemptRules.contains(proposal.rule)
      && !proposal.findings.allSatisfy { before.contains($0.fingerprint) }
  }

  /// The rules about entries that no longer have a finding: they go with what they were there for.
  private var exemptRules: Set<RuleID> {
    guard state.loaded.place.parts.isEmpty else { return [] }
    return options.isInCI ? [.unusedException] : [.unusedException, .staleBaseline]
  }

  /// Makes as many of some fixes as break nothing, all at once if possible.
  ///
  /// - Complexity: O(log *n*) checks of the workspace for each of *n* fixes that breaks something.
  private mutating func accept(
    _ proposals: ArraySlice<FixProposal>, on planner: inout FixPlanner, isOfOwnFiles: Bool
  ) throws {
    var attempt = planner
    var planned: [FixProposal] = []
    for group in FixProposal.groups(of: proposals) { plan(group, on: &attempt, &planned) }
    guard !planned.isEmpty else { return }
    let next = try check(attempt.tree)
    guard let regression = regression(of: planned, in: next, isOfOwnFiles: isOfOwnFiles) else {
      accepted += planned
      (planner, tree, state) = (attempt, attempt.tree, next)
      return
    }
    if planned.count == 1 {
      note(regression, planned[0])
      return
    }
    let half = planned.count / 2
    try accept(planned[..<half], on: &planner, isOfOwnFiles: isOfOwnFiles)
    try accept(planned[half...], on: &planner, isOfOwnFiles: isOfOwnFiles)
  }

  /// Plans fixes all at once if possible, so that what they do to a spec is looked at once.
  ///
  /// - Complexity: O(log *n*) looks for each of *n* fixes that is refused.
  private mutating func plan(
    _ proposals: ArraySlice<FixProposal>, on planner: inout FixPlanner,
    _ planned: inout [FixProposal]
  ) {
    guard let first = proposals.first else { return }
    var fix = first.fix
    fix.changes = proposals.flatMap(\.fix.changes)
    do throws(FixRefusal) {
      try planner.plan(fix, rule: first.rule, about: first.modules)
      planned += proposals
      for proposal in proposals { note(nil, proposal) }
    } catch {
      if proposals.count == 1 { return note(error, first) }
      let half = proposals.startIndex + proposals.count / 2
      plan(proposals[..<half], on: &planner, &planned)
      plan(proposals[half...], on: &planner, &planned)
    }
  }

  private mutating func note(_ refusal: FixRefusal?, _ proposal: FixProposal) {
    for finding in proposal.findings { refusals[finding.key] = refusal }
  }

  private func check(_ tree: EditedTree) throws -> State {
    var loaded = try LoadedWorkspace(
      at: state.loaded.place, tree, options.reading, isAgain: true)
    let result = try loaded.check(on: options.today)
    return State(loaded, result, options)
  }

  /// What speaks against fixes: a finding that they bring or, in rules.yml and the baseline, one that they
  /// take away though they are not about it.
  private func regression(
    of proposals: [FixProposal], in next: State, isOfOwnFiles: Bool
  ) -> FixRefusal? {
    if let new = state.counts.firstMissing(of: next.counts, except: exemptRules) {
      return .causes(new.message.text, new.rule.name)
    }
    for proposal in proposals where !proposal.fix.isOfRemovals {
      for finding in proposal.findings
      where next.counts.has(finding.fingerprint, asOftenAs: state.counts) {
        return .hasNoEffect
      }
    }
    guard isOfOwnFiles else { return nil }
    let own = Set(proposals.flatMap(\.findings).map(\.fingerprint))
    for finding in state.result.findings {
      let fingerprint = finding.fingerprint(in: state.loaded.sources)
      // An entry that goes may be one that was not in its place.
      if finding.rule != .invalidBaseline, !next.counts.contains(fingerprint),
        !own.contains(fingerprint)
      {
        return .hides(finding.message.text, finding.rule.name)
      }
    }
    return next.result.excepted == state.result.excepted ? nil : .hasNoEffect
  }
}

extension Diagnostic.Fix {
  /// Whether something only goes; what is told of as often afterwards stood there more than once.
  fileprivate var isOfRemovals: Bool {
    changes.allSatisfy { change in
      switch change {
      case .remove, .removeMapping: true
      default: false
      }
    }
  }
}
