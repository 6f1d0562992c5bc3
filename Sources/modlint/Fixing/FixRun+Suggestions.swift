import Diagnostics
import Fixes
import Report
import Rules

extension FixRun {
  /// What resolves findings of a report, by their numbers in it.
  ///
  /// Each fix is checked as `modlint fix` does before it writes, and its edits are those that it alone needs.
  /// Where no finding proposes one, nothing is read again; where more than `Limits.suggestedFixes` do, a report
  /// would wait for them longer than anybody wants, and has none.
  static func suggestions(
    for report: Report, _ loaded: LoadedWorkspace, _ result: LintResult, _ options: Options,
    isPartial: Bool
  ) throws -> [Int: SuggestedFix] {
    let count = result.findings.count { $0.fix != nil }
    guard report.findings.contains(where: { $0.fix != nil }), count <= Limits.suggestedFixes
    else { return [:] }
    let run = try FixRun(loaded, options, isPartial ? nil : result, isAgain: isPartial)
    let files = Dictionary(
      report.sources.paths.enumerated().map { ($1, FileID(index: $0)) }
    ) { first, _ in first }
    var suggestions: [String: SuggestedFix] = [:]
    for isOfOwnFiles in [false, true] {
      var attempt = run
      _ = try attempt.round(isOfOwnFiles: isOfOwnFiles)
      var planner = run.planner()
      for proposal in attempt.accepted {
        guard let fix = try? run.suggestion(proposal, &planner, files) else { continue }
        for finding in proposal.findings { suggestions[run.key(finding)] = fix }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: report.findings.enumerated().compactMap { number, finding in
        guard finding.fix != nil, let fix = suggestions[run.key(finding, in: loaded)] else {
          return nil
        }
        return (number, fix)
      })
  }

  private func suggestion(
    _ proposal: FixProposal, _ planner: inout FixPlanner, _ files: [String: FileID]
  ) throws(FixRefusal) -> SuggestedFix {
    var edits: [SuggestedFix.Edit] = []
    var patch = ""
    for file in try planner.edits(of: proposal.fix) {
      guard let id = files[file.path] else { continue }
      edits += file.edits.map {
        .init(SourceRange(file: id, start: $0.start, end: $0.end), $0.text)
      }
      patch += file.patch
    }
    return SuggestedFix(isSafe: proposal.fix.isSafe, edits: edits, patch: patch)
  }
}
