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

/// How often each finding occurs, to tell what a change does to them.
struct FindingCounts {
  private var all: [String: Int] = [:]
  private var errors: [String: Int] = [:]
  /// Findings and their notes, of which one tells of each further place.
  private var places: [String: Int] = [:]
  private var examples: [String: Diagnostic] = [:]

  init(_ findings: [Diagnostic], in sources: SourceMap) {
    for finding in findings {
      let name = finding.fingerprint(in: sources)
      all[name, default: 0] += 1
      if finding.severity == .error { errors[name, default: 0] += 1 }
      places[name, default: 0] += 1 + finding.notes.count
      examples[name] = finding
    }
  }

  /// The first finding of `other` that is not among these, but for those of `exempt` rules.
  func firstMissing(of other: FindingCounts, except exempt: Set<RuleID> = []) -> Diagnostic? {
    let missing = other.examples.filter { name, finding in
      !exempt.contains(finding.rule)
        && (other.all[name, default: 0] > all[name, default: 0]
          || other.errors[name, default: 0] > errors[name, default: 0])
    }
    return missing.values.min { ($0.rule, $0.message.text) < ($1.rule, $1.message.text) }
  }

  /// Whether a finding is told of at as many places as in `other`, or at more.
  func has(_ fingerprint: String, asOftenAs other: FindingCounts) -> Bool {
    places[fingerprint, default: 0] >= other.places[fingerprint, default: 0]
  }

  /// Whether a finding is among these.
  func contains(_ fingerprint: String) -> Bool { all[fingerprint] != nil }
}
