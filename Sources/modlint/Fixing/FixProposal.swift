import Architecture
import Diagnostics
import Fixes
import Rules

/// A fix and the findings that propose it: of a text that several targets share there are several.
struct FixProposal {
  var fix: Diagnostic.Fix
  var rule: RuleID
  var findings: [Diagnostic]

  /// The modules that the findings are about, and those that the fix is meant to change besides.
  var modules: Set<String> { Set(findings.compactMap(\.subject.from) + fix.modules) }

  /// The proposals of findings, each once, in the order of the first of them.
  static func proposals(in findings: [Diagnostic]) -> [FixProposal] {
    var result: [FixProposal] = []
    var places: [Diagnostic.Fix: [Int]] = [:]
    for finding in findings {
      guard let fix = finding.fix, !fix.changes.isEmpty else { continue }
      if let place = places[fix]?.first(where: { result[$0].rule == finding.rule }) {
        result[place].findings.append(finding)
      } else {
        places[fix, default: []].append(result.count)
        result.append(FixProposal(fix: fix, rule: finding.rule, findings: [finding]))
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
  func has(_ finding: Diagnostic, asOftenAs other: FindingCounts, in sources: SourceMap) -> Bool {
    let name = finding.fingerprint(in: sources)
    return places[name, default: 0] >= other.places[name, default: 0]
  }

  /// Those of `findings` that are not among these.
  func missing(of findings: [Diagnostic], in sources: SourceMap) -> Set<String> {
    Set(findings.map { $0.fingerprint(in: sources) }.filter { all[$0] == nil })
  }
}
