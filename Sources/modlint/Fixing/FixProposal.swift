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
        result.append(FixProposal(fix: fix, rule: finding.rule, findings: [own]))
      }
    }
    return result
  }
}

extension FixProposal {
  /// Neighbours that only add dependencies to the same modules together, all others alone.
  ///
  /// What such do to a spec is what each of them does.
  static func groups(of proposals: ArraySlice<FixProposal>) -> [ArraySlice<FixProposal>] {
    var groups: [ArraySlice<FixProposal>] = []
    var start = proposals.startIndex
    for index in proposals.indices.dropFirst()
    where !proposals[index].isLike(proposals[index - 1]) {
      groups.append(proposals[start..<index])
      start = index
    }
    return proposals.isEmpty ? [] : groups + [proposals[start...]]
  }

  private func isLike(_ other: FixProposal) -> Bool {
    guard rule == other.rule, fix.isSafe == other.fix.isSafe, modules == other.modules else {
      return false
    }
    let changes = fix.changes + other.fix.changes
    return changes.allSatisfy { change in
      guard case .addDependency = change else { return false }
      return change.location.file == changes[0].location.file
    }
  }
}
