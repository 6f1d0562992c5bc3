import Architecture
import Diagnostics
import Editing
import Fixes
import Loading
import Rules

/// A fix and its findings: text that several targets share has several.
struct FixProposal {
  var fix: Diagnostic.Fix
  var rule: RuleID
  var findings: [(diagnostic: Diagnostic, fingerprint: String)]
  var files: Set<String>

  var modules: Set<String> { Set(findings.compactMap(\.diagnostic.subject.from) + fix.modules) }

  /// Returns the distinct proposals of `findings`, in the order of their first finding.
  static func proposals(
    in findings: [Diagnostic], of loaded: LoadedWorkspace
  ) -> [FixProposal] {
    var result: [FixProposal] = []
    var places: [Diagnostic.Fix: [Int]] = [:]
    for finding in findings {
      guard let fix = finding.fix, !fix.changes.isEmpty else { continue }
      let own = (finding, finding.fingerprint(in: loaded.sources))
      if let place = places[fix]?.first(where: { result[$0].rule == finding.rule }) {
        result[place].findings.append(own)
      } else {
        places[fix, default: []].append(result.count)
        result.append(
          FixProposal(
            fix: fix, rule: finding.rule, findings: [own],
            files: Set(fix.changes.map { loaded.sources[$0.location.file] })))
      }
    }
    return result
  }

  var step: FixStep {
    if let step = ruleCatalog[rule]?.fixStep { return step }
    let adds = fix.changes.contains { if case .addDependency = $0 { true } else { false } }
    return fix.isOfRemovals ? .removals : adds ? .additions : .changes
  }

  var links: Set<Diagnostic.LinkEnds> {
    Set(
      findings.compactMap { finding in
        let subject = finding.diagnostic.subject
        guard let from = subject.from, let to = subject.to else { return nil }
        return Diagnostic.LinkEnds(from: from, to: to)
      })
  }
}

extension Diagnostic.Fix {
  /// Whether the fix only removes text; if the finding remains, it has other causes.
  var isOfRemovals: Bool {
    changes.allSatisfy { change in
      switch change {
      case .remove, .removeMapping: true
      default: false
      }
    }
  }
}

struct FixObjection {
  var refusal: EditRefusal
  /// The reasons against single fixes, by their number.
  var refusals: [Int: EditRefusal] = [:]
  /// The new findings.
  var new: [Diagnostic] = []
}

extension FixRun {
  /// Returns an objection to fixes if a finding is new or stays, or if other modules depend on the
  /// edited text.
  func objection(to proposals: [FixProposal], in next: State) -> FixObjection? {
    var objection: FixObjection?
    func add(_ refusal: EditRefusal, to number: Int? = nil) {
      objection = objection ?? FixObjection(refusal: refusal)
      if let number, objection?.refusals[number] == nil { objection?.refusals[number] = refusal }
    }
    // An entry of the baseline between two unsorted ones may have been removed.
    let exempt = exemptRules.union([.invalidBaseline])
    for finding in next.counts.missing(in: state.counts) where !exempt.contains(finding.rule) {
      let refusal = EditRefusal.causes(finding.message.text, finding.rule.name)
      let links = finding.links
      let causes = proposals.indices.filter { !proposals[$0].links.isDisjoint(with: links) }
      add(refusal, to: causes.count == 1 ? causes[0] : nil)
      objection?.new.append(finding)
    }
    let violations = violations(in: next)
    for (number, proposal) in proposals.enumerated() {
      if [FixStep.imports, .additions].contains(proposal.step),
        let finding = violations.first(where: { !proposal.links.isDisjoint(with: $0.links) })
      {
        add(.repeats(finding.message.text, finding.rule.name), to: number)
      } else if !proposal.fix.isOfRemovals,
        proposal.findings.contains(where: { next.counts.has($0.fingerprint, of: state.counts) })
      {
        add(.hasNoEffect, to: number)
      }
    }
    let others = otherModules(changedBy: proposals, in: next)
    if !others.isEmpty { add(.isUsed(by: others)) }
    if let lost = lost(by: proposals, in: next) {
      add(.hides(lost.message.text, lost.rule.name))
    }
    return objection
  }

  /// Returns the violations of constraints by single links.
  ///
  /// Such a link may violate the constraint through others already, so it is no new finding.
  private func violations(in next: State) -> [Diagnostic] {
    let constraints = Set(next.loaded.configuration.links.map(\.id))
    guard !constraints.isEmpty else { return [] }
    return next.result.findings.filter {
      constraints.contains($0.rule) && $0.subject.chain.count < 2
    }
  }

  /// Returns the modules whose dependencies change though no fix is about them.
  private func otherModules(changedBy proposals: [FixProposal], in next: State) -> [String] {
    // A corrected key may declare anything.
    if proposals.contains(where: { $0.step == .keys }) { return [] }
    let own = proposals.reduce(into: Set()) { $0.formUnion($1.modules) }
    return next.changedModules(since: state).subtracting(own).sorted { $0.precedes($1) }
  }

  /// Returns a finding that changes of rules.yml or the baseline hide.
  private func lost(by proposals: [FixProposal], in next: State) -> Diagnostic? {
    guard proposals.allSatisfy({ $0.files.isSubset(of: ownFiles) }) else { return nil }
    let own = Set(proposals.flatMap(\.findings).map(\.fingerprint))
    return state.result.findings.first { finding in
      let name = finding.fingerprint(in: state.loaded.sources)
      // A removed entry may be one that was out of order.
      return finding.rule != .invalidBaseline && !next.counts.contains(name) && !own.contains(name)
    }
  }
}

extension Diagnostic {
  fileprivate var links: Set<LinkEnds> {
    var links = Set(subject.chain.map { LinkEnds(from: $0.from, to: $0.to) })
    if let from = subject.from, let to = subject.to { links.insert(.init(from: from, to: to)) }
    return links
  }
}
