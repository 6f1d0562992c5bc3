import Architecture
import Diagnostics
import Editing
import Files
import Fixes
import Graph
import Loading
import Rules
import Workspace

/// Applies fixes to a workspace in memory until no fix remains.
///
/// Applies fixes of specs first, one step at a time, then checks the workspace again and reverts
/// fixes that cause findings. Fixes rules.yml and the baseline last, to match the fixed specs.
struct FixRun {
  struct Options {
    var isUnsafe = false
    var rules: Set<RuleID> = []
    var today: Day
    var isInCI = false
    /// The maximum number of checks of the workspace in a round, which identify fixes that cause
    /// findings.
    var checks = 64
    /// Whether `checks` limits the whole run, not each round.
    var isBrief = false
  }

  var options: Options
  private(set) var state: State
  private(set) var tree: EditedTree
  private(set) var accepted: [FixProposal] = []
  /// The reasons why findings are left, by fingerprint.
  private(set) var refusals: [String: EditRefusal] = [:]
  let original: State
  private let others: OtherSpecs

  private var checks: Int
  /// Whether files have changed since the fixes of this round were proposed.
  private var isAhead = false

  /// A safe limit: each round has fewer findings or less text than the previous one.
  private static let mostRounds = 1_000

  /// Reads the workspace again if `isAgain`, because not all sources were read.
  init(
    _ loaded: LoadedWorkspace, _ options: Options, _ result: LintResult? = nil,
    isAgain: Bool = false
  ) throws {
    self.options = options
    checks = options.checks
    var loaded = loaded
    if isAgain {
      loaded = try LoadedWorkspace(
        at: loaded.place, loaded.tree, loaded.options, isAgain: true)
    }
    let result = try result ?? loaded.check(on: options.today)
    state = State(loaded, result, options)
    tree = loaded.tree as? EditedTree ?? EditedTree(loaded.tree)
    original = state
    others = OtherSpecs(in: tree, besides: loaded.sources.paths)
  }

  mutating func run() throws {
    for _ in 0..<Self.mostRounds {
      guard try round(isOfOwnFiles: false) || round(isOfOwnFiles: true) else { return }
    }
  }

  /// Applies the fixes of the first step that has any; returns whether there were some.
  private mutating func round(isOfOwnFiles: Bool) throws -> Bool {
    var editor = editor()
    let wanted = wanted(isOfOwnFiles: isOfOwnFiles, on: &editor)
    let count = accepted.count
    isAhead = false
    if !options.isBrief { checks = options.checks }
    for step in FixStep.allCases {
      try accept(wanted.filter { $0.step == step }, on: &editor)
      if accepted.count > count { return true }
    }
    return false
  }

  /// Returns the requested fixes, of specs or of rules.yml and the baseline.
  ///
  /// Without a module that was read, nothing is known about what rules.yml and the baseline name.
  private mutating func wanted(
    isOfOwnFiles: Bool, on editor: inout FixEditor
  ) -> [FixProposal] {
    if isOfOwnFiles, state.loaded.workspace.graph.builtModules.isEmpty { return [] }
    let names = state.loaded.selectedNames
    let own = ownFiles
    let findings = state.result.fixable { state.loaded.isSelected($0, names: names) }
    var wanted = FixProposal.proposals(in: findings, of: state.loaded).filter {
      $0.files.isSubset(of: own) == isOfOwnFiles && isSelected($0, names)
    }
    wanted.removeAll { proposal in
      let refusal = refusal(of: proposal, on: &editor)
      note(refusal, [proposal])
      return refusal != nil
    }
    return wanted
  }

  func editor() -> FixEditor {
    let loaded = state.loaded
    return FixEditor(
      tree: tree, sources: loaded.sources, hidden: loaded.hiddenFiles,
      unshared: ownFiles.union(loaded.workspace.graph.specs.map(\.path)),
      baseline: loaded.shownBaseline, others: others)
  }

  var ownFiles: Set<String> {
    let rules = state.loaded.place.rules == nil ? nil : state.loaded.sources.paths.first
    return Set([rules, state.loaded.shownBaseline].compactMap(\.self))
  }

  /// Returns the reason why a fix is impossible or not wanted.
  private func refusal(of proposal: FixProposal, on editor: inout FixEditor) -> EditRefusal? {
    if !proposal.fix.isSafe, !options.isUnsafe { return .isForUnsafe }
    if options.isInCI, proposal.files.contains(state.loaded.shownBaseline) { return .baselineInCI }
    guard proposal.files.allSatisfy(state.loaded.isSelected) else { return .isOutsidePaths }
    do throws(EditRefusal) { _ = try editor.edits(of: proposal.fix) } catch { return error }
    return nil
  }

  /// Whether a finding is below the given paths, or about an entry that fixes made obsolete.
  private func isSelected(_ proposal: FixProposal, _ names: Set<String>) -> Bool {
    let loaded = state.loaded
    guard proposal.findings.contains(where: { loaded.isSelected($0.diagnostic, names: names) })
    else { return false }
    if options.rules.isEmpty || options.rules.contains(proposal.rule) { return true }
    return exemptRules.contains(proposal.rule)
      && !proposal.findings.allSatisfy { original.counts.contains($0.fingerprint) }
  }

  /// The rules about entries without findings, which may be removed together with the finding.
  var exemptRules: Set<RuleID> {
    guard state.loaded.place.parts.isEmpty else { return [] }
    return options.isInCI ? [.unusedException] : [.unusedException, .staleBaseline]
  }

  /// Applies as many fixes as possible: all at once, else those without an own objection or halves.
  private mutating func accept(
    _ proposals: [FixProposal], on editor: inout FixEditor
  ) throws {
    guard !proposals.isEmpty, !isAhead, let objection = try apply(proposals, on: &editor) else {
      return
    }
    guard proposals.count > 1, objection.refusal != .isUntried else {
      return note(objection.refusal, proposals)
    }
    var later = Set(objection.refusals.keys)
    if later.count == proposals.count {
      for (number, refusal) in objection.refusals.sorted(by: { $0.key < $1.key }) {
        note(refusal, [proposals[number]])
      }
      return
    }
    if later.isEmpty { later = Set(proposals.indices.suffix(proposals.count / 2)) }
    for isLater in [false, true] {
      let part = proposals.indices.filter { later.contains($0) == isLater }
      try accept(part.map { proposals[$0] }, on: &editor)
    }
  }

  private mutating func apply(
    _ proposals: [FixProposal], on editor: inout FixEditor
  ) throws -> FixObjection? {
    var attempt = editor
    do throws(EditRefusal) { try attempt.edit(proposals.map(\.fix)) } catch {
      return FixObjection(refusal: error)
    }
    guard checks > 0 else { return FixObjection(refusal: .isUntried) }
    checks -= 1
    let next = try check(attempt.tree)
    if let objection = objection(to: proposals, in: next) {
      guard let run = try following(objection.new, proposals, next, attempt.tree) else {
        return objection
      }
      self = run
      return nil
    }
    editor = attempt
    adopt(proposals, attempt.tree, next)
    return nil
  }

  private mutating func adopt(_ proposals: [FixProposal], _ tree: EditedTree, _ next: State) {
    accepted += proposals
    note(nil, proposals)
    self.tree = tree
    state = next
  }

  /// Returns the run with fixes whose new findings can all be fixed in turn: an application has to
  /// embed a framework that one of its targets newly links.
  private func following(
    _ new: [Diagnostic], _ proposals: [FixProposal], _ next: State, _ tree: EditedTree
  ) throws -> FixRun? {
    guard !new.isEmpty, checks > 0 else { return nil }
    var run = self
    run.checks -= 1
    run.adopt(proposals, tree, next)
    run.isAhead = true
    var editor = run.editor()
    let wanted = FixProposal.proposals(in: new, of: next.loaded).filter { proposal in
      proposal.step == .additions && run.refusal(of: proposal, on: &editor) == nil
        && (options.rules.isEmpty || options.rules.contains(proposal.rule))
    }
    guard wanted.flatMap(\.findings).count == new.count else { return nil }
    do throws(EditRefusal) { try editor.edit(wanted.map(\.fix)) } catch { return nil }
    let last = try check(editor.tree)
    guard objection(to: proposals + wanted, in: last) == nil else { return nil }
    run.adopt(wanted, editor.tree, last)
    return run
  }

  private mutating func note(_ refusal: EditRefusal?, _ proposals: [FixProposal]) {
    for finding in proposals.flatMap(\.findings) { refusals[finding.fingerprint] = refusal }
  }

  private func check(_ tree: EditedTree) throws -> State {
    var loaded = try LoadedWorkspace(
      at: state.loaded.place, tree, state.loaded.options, isAgain: true)
    let result = try loaded.check(on: options.today)
    return State(loaded, result, options)
  }
}
