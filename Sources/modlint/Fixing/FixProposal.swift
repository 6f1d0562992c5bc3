import Architecture
import Diagnostics
import Loading
import Rules

/// A fix and its findings.
///
/// Text that several targets share has several findings.
struct FixProposal {
  /// A finding with properties that remain valid when files are read again and renumbered.
  struct Finding {
    var diagnostic: Diagnostic
    /// The result of `LoadedWorkspace.key(of:)`.
    var key: String
    var fingerprint: String
  }

  var fix: Diagnostic.Fix
  var rule: RuleID
  var findings: [Finding]
  var files: Set<String>

  var modules: Set<String> { Set(findings.compactMap(\.diagnostic.subject.from) + fix.modules) }

  /// Returns the distinct proposals of the findings of a workspace, in the order of their first
  /// finding.
  ///
  /// - Parameters:
  ///   - findings: The findings of `loaded`.
  ///   - loaded: The workspace.
  /// - Returns: The proposals.
  static func proposals(
    in findings: [Diagnostic], of loaded: LoadedWorkspace
  ) -> [FixProposal] {
    var result: [FixProposal] = []
    var places: [Diagnostic.Fix: [Int]] = [:]
    for finding in findings {
      guard let fix = finding.fix, !fix.changes.isEmpty else { continue }
      let own = Finding(
        diagnostic: finding, key: loaded.key(of: finding),
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
  /// Whether the fix only removes text.
  ///
  /// If the finding remains, it has other causes.
  var isOfRemovals: Bool {
    changes.allSatisfy { change in
      switch change {
      case .remove, .removeMapping: true
      default: false
      }
    }
  }
}
