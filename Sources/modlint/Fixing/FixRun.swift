import Architecture
import Diagnostics
import Files
import Fixes
import Graph
import Rules
import Workspace

/// Applies fixes to a workspace in memory until no fix remains.
///
/// Applies fixes of specs first, one step at a time, then checks the workspace again and reverts
/// fixes that cause findings. Fixes rules.yml and the baseline last, to match the fixed specs.
struct FixRun {
  struct Options {
    var isUnsafe = false
    /// The selected rules; empty for all.
    var rules: Set<RuleID> = []
    var today: Day
    /// Whether the baseline is not written.
    var isInCI = false
    /// The maximum number of checks of the workspace in a round, which identify fixes that cause
    /// findings.
    var checks = 32
    /// Whether each fix is checked alone.
    var isForEach = false
    /// Whether `checks` limits the whole run, not each round.
    var isBrief = false
    var reading: WorkspaceOptions

    /// Whether this run applies a fix if there is no objection.
    func makes(_ proposal: FixProposal) -> Bool {
      (proposal.fix.isSafe || isUnsafe) && (rules.isEmpty || rules.contains(proposal.rule))
    }
  }

  var options: Options
  private(set) var state: State
  private(set) var tree: EditedTree
  /// The accepted fixes, with their original findings.
  private(set) var accepted: [FixProposal] = []
  /// The reasons against other fixes, by key of the finding.
  private(set) var refusals: [String: FixRefusal] = [:]
  /// The workspace before the first fix.
  let original: State
  private let others: OtherSpecs

  /// The number of checks left in this round.
  private var checks: Int
  /// Whether files have changed since the fixes of this round were proposed.
  private var isAhead = false
  /// The planner of the last accepted fixes.
  private var last: FixPlanner?

  /// A safe limit: each round has fewer findings or less text than the previous one.
  private static let mostRounds = 1_000

  /// - Parameters:
  ///   - loaded: The workspace.
  ///   - options: What to fix.
  ///   - result: The findings, if known.
  ///   - isAgain: Whether to read the workspace again, because not all sources were read.
  /// - Throws: `ExitCode` after reporting the unreadable files.
  init(
    _ loaded: LoadedWorkspace, _ options: Options, _ result: LintResult? = nil,
    isAgain: Bool = false
  ) throws {
    self.options = options
    checks = options.checks
    var loaded = loaded
    if isAgain {
      loaded = try LoadedWorkspace(at: loaded.place, loaded.tree, options.reading, isAgain: true)
    }
    let result = try result ?? loaded.check(on: options.today)
    state = State(loaded, result, options)
    tree = EditedTree(loaded.tree)
    original = state
    others = OtherSpecs(in: tree, environment: Terminal.environment)
  }

  mutating func run() throws {
    var rounds = 0
    var hasChanged = true
    while hasChanged, rounds < Self.mostRounds {
      hasChanged = false
      while rounds < Self.mostRounds, try round(isOfOwnFiles: false) { rounds += 1 }
      while rounds < Self.mostRounds, try round(isOfOwnFiles: true) {
        rounds += 1
        hasChanged = true
      }
    }
  }

  /// Applies the fixes of the first step that has any.
  ///
  /// - Returns: Whether anything was fixed.
  mutating func round(isOfOwnFiles: Bool) throws -> Bool {
    let wanted = wanted(isOfOwnFiles: isOfOwnFiles)
    let count = accepted.count
    (checks, isAhead) = (options.isBrief ? checks : options.checks, false)
    var planner = planner()
    for step in FixStep.allCases {
      try accept(wanted.filter { $0.step == step }, on: &planner, isOfOwnFiles: isOfOwnFiles)
      if accepted.count > count { return true }
    }
    return false
  }

  /// Applies fixes regardless of their step.
  mutating func accept(_ proposals: [FixProposal], isOfOwnFiles: Bool) throws {
    var planner = planner()
    try accept(proposals, on: &planner, isOfOwnFiles: isOfOwnFiles)
  }

  /// Returns the requested fixes, of specs or of rules.yml and the baseline.
  ///
  /// Without a module that was read, nothing is known about what rules.yml and the baseline name.
  mutating func wanted(isOfOwnFiles: Bool) -> [FixProposal] {
    if isOfOwnFiles, state.loaded.workspace.graph.builtModules.isEmpty { return [] }
    let planner = planner()
    let names = state.loaded.selectedNames
    let own = ownFiles
    let findings = state.result.fixable { state.loaded.isSelected($0, names: names) }
    let proposals = FixProposal.proposals(in: findings, of: state.loaded)
    return proposals.filter { proposal in
      planner.files(of: proposal.fix).isSubset(of: own) == isOfOwnFiles
        && isWanted(proposal, names, planner)
    }
  }

  func planner() -> FixPlanner {
    let loaded = state.loaded
    return FixPlanner(
      tree: tree, graph: loaded.workspace.graph, sources: loaded.sources,
      hidden: loaded.hiddenFiles, configuration: loaded.configuration,
      environment: Terminal.environment, baseline: loaded.shownBaseline, others: others,
      after: last)
  }

  /// The paths of rules.yml and the baseline.
  var ownFiles: Set<String> {
    let rules = state.loaded.place.rules == nil ? nil : state.loaded.sources.paths.first
    return Set([rules, state.loaded.shownBaseline].compactMap(\.self))
  }

  private mutating func isWanted(
    _ proposal: FixProposal, _ names: Set<String>, _ planner: FixPlanner
  ) -> Bool {
    guard isSelected(proposal, names) else { return false }
    let files = planner.files(of: proposal.fix)
    if !proposal.fix.isSafe, !options.isUnsafe {
      note(.isForUnsafe, [proposal])
    } else if options.isInCI, files.contains(state.loaded.shownBaseline) {
      note(.baselineInCI, [proposal])
    } else if !state.loaded.place.parts.isEmpty, !files.allSatisfy(state.loaded.isSelected) {
      note(.isOutsidePaths, [proposal])
    } else {
      return true
    }
    return false
  }

  /// Whether a finding is below the given paths.
  ///
  /// Entries that other fixes made obsolete always are.
  private func isSelected(_ proposal: FixProposal, _ names: Set<String>) -> Bool {
    let loaded = state.loaded
    guard proposal.findings.contains(where: { loaded.isSelected($0.diagnostic, names: names) })
    else { return false }
    if options.rules.isEmpty || options.rules.contains(proposal.rule) { return true }
    return exemptRules.contains(proposal.rule)
      && !proposal.findings.allSatisfy { original.counts.contains($0.fingerprint) }
  }

  /// The rules about entries without findings.
  ///
  /// Such entries may be removed together with the finding.
  var exemptRules: Set<RuleID> {
    guard state.loaded.place.parts.isEmpty else { return [] }
    return options.isInCI ? [.unusedException] : [.unusedException, .staleBaseline]
  }

  /// Applies as many fixes as possible, all at once if they cause no findings.
  ///
  /// Leaves out fixes with objections, so the others need one more check. Finds other causes by
  /// bisection.
  private mutating func accept(
    _ proposals: [FixProposal], on planner: inout FixPlanner, isOfOwnFiles: Bool
  ) throws {
    guard !proposals.isEmpty, !isAhead else { return }
    var attempt = planner
    let planned = plan(proposals, on: &attempt)
    guard !planned.isEmpty else { return }
    guard checks > 0 else { return note(.isUntried, planned) }
    checks -= 1
    let next = try check(attempt.tree)
    let objections = objections(to: planned, in: next, isOfOwnFiles: isOfOwnFiles)
    guard let first = objections.first else {
      planner = attempt
      return adopt(planned, planner, next, isOfOwnFiles: isOfOwnFiles)
    }
    if !isOfOwnFiles, let all = try following(objections.new, planned, next, attempt) {
      self = all
      return
    }
    guard planned.count > 1 else { return note(first, planned) }
    var (rest, named) = objections.parts(of: planned)
    for (number, refusal) in objections.refusals.sorted(by: { $0.key < $1.key }) {
      note(refusal, [planned[number]])
    }
    if checks == 0 { return note(.isUntried, rest) }
    if objections.isSure { return try accept(rest, on: &planner, isOfOwnFiles: isOfOwnFiles) }
    if rest.isEmpty || named.isEmpty {
      let half = planned.count / 2
      (rest, named) = (Array(planned[..<half]), Array(planned[half...]))
    }
    try accept(rest, on: &planner, isOfOwnFiles: isOfOwnFiles)
    try accept(named, on: &planner, isOfOwnFiles: isOfOwnFiles)
  }

  private mutating func adopt(
    _ proposals: [FixProposal], _ planner: FixPlanner, _ next: State, isOfOwnFiles: Bool
  ) {
    accepted += proposals
    (tree, state) = (planner.tree, next)
    // rules.yml determines how specs are read.
    last = isOfOwnFiles ? nil : planner
  }

  /// Plans fixes.
  ///
  /// - Returns: The fixes that were not refused.
  private mutating func plan(
    _ proposals: [FixProposal], on planner: inout FixPlanner
  ) -> [FixProposal] {
    let refusals = planner.plan(proposals.map(\.planned))
    for (number, proposal) in proposals.enumerated() { note(refusals[number], [proposal]) }
    return proposals.enumerated().filter { refusals[$0.offset] == nil }.map(\.element)
  }

  /// Returns the run with fixes whose new findings can all be fixed in turn.
  ///
  /// For example, an application has to embed a framework that one of its targets newly links.
  private func following(
    _ new: [Diagnostic], _ proposals: [FixProposal], _ next: State, _ planner: FixPlanner
  ) throws -> FixRun? {
    guard !new.isEmpty, checks > 0, !options.isForEach,
      new.allSatisfy({ ruleCatalog[$0.rule]?.fixStep == .additions })
    else { return nil }
    let wanted = FixProposal.proposals(in: new, of: next.loaded)
    var run = self
    run.checks -= 1
    run.adopt(proposals, planner, next, isOfOwnFiles: false)
    var planner = run.planner()
    let isAsked = wanted.allSatisfy { proposal in
      options.makes(proposal)
        && (next.loaded.place.parts.isEmpty
          || planner.files(of: proposal.fix).allSatisfy(next.loaded.isSelected))
    }
    guard isAsked, wanted.flatMap(\.findings).count == new.count else { return nil }
    guard run.plan(wanted, on: &planner).count == wanted.count else { return nil }
    let last = try check(planner.tree)
    guard objections(to: proposals, in: last, isOfOwnFiles: false).first == nil else { return nil }
    run.adopt(wanted, planner, last, isOfOwnFiles: false)
    run.isAhead = true
    return run
  }

  private mutating func note(_ refusal: FixRefusal?, _ proposals: [FixProposal]) {
    for finding in proposals.flatMap(\.findings) { refusals[finding.key] = refusal }
  }

  /// Takes back the changes of files that were not written.
  mutating func leaveOut(_ paths: some Sequence<String>) throws {
    tree = tree.without(paths)
    state = try check(tree)
  }

  private func check(_ tree: EditedTree) throws -> State {
    var loaded = try LoadedWorkspace(
      at: state.loaded.place, tree, options.reading, isAgain: true)
    let result = try loaded.check(on: options.today)
    return State(loaded, result, options)
  }
}
