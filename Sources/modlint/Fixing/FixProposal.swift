import Architecture
import Diagnostics
import Fixes
import Rules

/// A fix and the findings that propose it: of a text that several targets share there are several.
struct FixProposal {
  /// A finding with what tells it from others, which outlives the numbers of files that it was read with.
  struct Finding {
    var diagnostic: Diagnostic
    /// What `LoadedWorkspace.place(of:)` gives for it.
    var place: String
    /// What `LoadedWorkspace.key(of:)` gives for it.
    var key: String
    var fingerprint: String
  }

  var fix: Diagnostic.Fix
  var rule: RuleID
  var findings: [Finding]
  /// The paths of what it changes.
  var files: Set<String>

  /// The modules that the findings are about, and those that the fix is meant to change besides.
  var modules: Set<String> { Set(findings.compactMap(\.diagnostic.subject.from) + fix.modules) }

  /// The proposals of findings of a workspace, each once, in the order of the first of them.
  static func proposals(in findings: [Diagnostic], of loaded: LoadedWorkspace) -> [FixProposal] {
    var result: [FixProposal] = []
    var places: [Diagnostic.Fix: [Int]] = [:]
    for finding in findings {
      guard let fix = finding.fix, !fix.changes.isEmpty else { continue }
      let own = Finding(
        diagnostic: finding, place: loaded.place(of: finding), key: loaded.key(of: finding),
        fingerprint: finding.fingerprint(in: loaded.sources))
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
}

extension FixProposal {
  var step: FixStep {
    if let step = ruleCatalog[rule]?.fixStep { return step }
    let adds = fix.changes.contains { if case .addDependency = $0 { true } else { false } }
    return fix.isOfRemovals ? .removals : adds ? .additions : .changes
  }

  /// The two ends of the links that the findings are about.
  var links: Set<Diagnostic.LinkEnds> {
    Set(
      findings.compactMap { finding in
        let subject = finding.diagnostic.subject
        guard let from = subject.from, let to = subject.to else { return nil }
        return Diagnostic.LinkEnds(from: from, to: to)
      })
  }

  var planned: FixPlanner.Wanted { .init(fix, rule: rule, about: modules) }
}

extension Diagnostic.Fix {
  /// Whether it only removes something; what is reported as often afterwards was there more than once.
  var isOfRemovals: Bool {
    changes.allSatisfy { change in
      switch change {
      case .remove, .removeMapping: true
      default: false
      }
    }
  }
}
