import Architecture
import Diagnostics
import Fixes
import Rules

/// Objections to fixes.
struct FixObjections {
  /// The new findings.
  var new: [Diagnostic] = []
  /// The refusals by number of the fix.
  var refusals: [Int: FixRefusal] = [:]
  /// The first refusal.
  private(set) var first: FixRefusal?
  /// Whether each objection is about a link that a fix changes.
  private(set) var isSure = true
  private var byLink: [Diagnostic.LinkEnds: [Int]] = [:]
  private var byModule: [String: [Int]] = [:]

  init(to proposals: [FixProposal]) {
    for (number, proposal) in proposals.enumerated() {
      for link in proposal.links {
        byLink[link, default: []].append(number)
        byModule[link.to, default: []].append(number)
      }
      for module in proposal.modules { byModule[module, default: []].append(number) }
    }
  }

  mutating func add(_ refusal: FixRefusal, to number: Int) {
    first = first ?? refusal
    refusals[number] = refusals[number] ?? refusal
  }

  /// Adds a refusal to the fixes that probably cause a finding: those of its link, of a link of its
  /// chain, or else of its modules.
  mutating func add(_ refusal: FixRefusal, about finding: Diagnostic) {
    first = first ?? refusal
    let subject = finding.subject
    var ends = subject.chain.map { Diagnostic.LinkEnds(from: $0.from, to: $0.to) }
    if let from = subject.from, let to = subject.to { ends.append(.init(from: from, to: to)) }
    var numbers = Set(ends.flatMap { byLink[$0] ?? [] })
    if numbers.count != 1 { isSure = false }
    for name in [subject.from, subject.to] where numbers.isEmpty {
      numbers = Set(name.flatMap { byModule[$0] } ?? [])
    }
    for number in numbers { add(refusal, to: number) }
    if numbers.isEmpty { add(refusal) }
  }

  mutating func add(_ refusal: FixRefusal) {
    first = first ?? refusal
    isSure = false
  }

  /// Splits fixes into those without an objection by number, and the others.
  func parts(of proposals: [FixProposal]) -> (rest: [FixProposal], named: [FixProposal]) {
    (
      proposals.enumerated().filter { refusals[$0.offset] == nil }.map(\.element),
      refusals.keys.sorted().map { proposals[$0] }
    )
  }
}

extension FixRun {
  /// Returns the objections to fixes: findings that they cause or repeat and, for rules.yml and the
  /// baseline, unrelated findings that they hide.
  func objections(
    to proposals: [FixProposal], in next: State, isOfOwnFiles: Bool
  ) -> FixObjections {
    var objections = FixObjections(to: proposals)
    objections.new = newFindings(in: next, isOfOwnFiles: isOfOwnFiles)
    for new in objections.new {
      objections.add(.causes(new.message.text, new.rule.name), about: new)
    }
    for finding in state.counts.shortened(in: next.counts, constraints) {
      objections.add(.repeats(finding.message.text, finding.rule.name), about: finding)
    }
    addRepeated(by: proposals, in: next, to: &objections)
    for (number, proposal) in proposals.enumerated() where !proposal.fix.isOfRemovals {
      for finding in proposal.findings
      where next.counts.has(finding.fingerprint, asOftenAs: state.counts) {
        objections.add(.hasNoEffect, to: number)
      }
    }
    if isOfOwnFiles { addLosses(of: proposals, in: next, to: &objections) }
    return objections
  }

  private func newFindings(in next: State, isOfOwnFiles: Bool) -> [Diagnostic] {
    var exempt = exemptRules
    // An entry between two unsorted ones may have been removed.
    if isOfOwnFiles,
      next.counts.count(of: .invalidBaseline) <= state.counts.count(of: .invalidBaseline)
    {
      exempt.insert(.invalidBaseline)
    }
    return state.counts.missing(of: next.counts, except: exempt)
  }

  /// Adds violations of constraints by links that fixes declare or embed.
  private func addRepeated(
    by proposals: [FixProposal], in next: State, to objections: inout FixObjections
  ) {
    let constraints = constraints
    let steps: [FixStep] = [.imports, .additions]
    guard !constraints.isEmpty, proposals.contains(where: { steps.contains($0.step) }) else {
      return
    }
    var links: [Diagnostic.LinkEnds: [Int]] = [:]
    for (number, proposal) in proposals.enumerated() where steps.contains(proposal.step) {
      for link in proposal.links { links[link, default: []].append(number) }
    }
    for finding in next.result.findings where constraints.contains(finding.rule) {
      guard finding.subject.chain.count < 2, let from = finding.subject.from,
        let to = finding.subject.to
      else { continue }
      for number in links[.init(from: from, to: to)] ?? [] {
        objections.add(.repeats(finding.message.text, finding.rule.name), to: number)
      }
    }
  }

  /// The ids of constraints.
  ///
  /// A shorter chain that violates a constraint is not a new finding.
  private var constraints: Set<RuleID> { Set(state.loaded.configuration.links.map(\.id)) }

  private func addLosses(
    of proposals: [FixProposal], in next: State, to objections: inout FixObjections
  ) {
    let own = Set(proposals.flatMap(\.findings).map(\.fingerprint))
    for finding in state.result.findings {
      let fingerprint = finding.fingerprint(in: state.loaded.sources)
      // A removed entry may be one that was out of order.
      if finding.rule != .invalidBaseline, !next.counts.contains(fingerprint),
        !own.contains(fingerprint)
      {
        objections.add(.hides(finding.message.text, finding.rule.name))
      }
    }
    if next.result.excepted != state.result.excepted { objections.add(.hasNoEffect) }
  }
}
