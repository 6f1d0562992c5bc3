import Diagnostics
import Fixes
import Report
import Rules

extension FixRun {
  /// What was done, and what is left of what was asked about.
  func report(files: Int) -> FixReport {
    var report = FixReport()
    report.files = files
    report.fixed = accepted.flatMap(\.findings).map { .init($0.diagnostic, at: $0.place) }
    let names = state.loaded.selectedNames
    for finding in state.result.findings where state.loaded.isSelected(finding, names: names) {
      switch (finding.state, finding.severity) {
      case (.known, _): report.known += 1
      case (.new, .error): report.errors += 1
      case (.new, .warning): report.warnings += 1
      }
      let refusal = finding.fix == nil ? nil : refusals[state.loaded.key(of: finding)]
      if refusal == .isForUnsafe {
        report.unsafe += 1
      } else if refusal == .isManifest {
        report.inManifests += 1
      } else if let refusal {
        report.refused.append(
          .init(finding, at: state.loaded.place(of: finding), reason: refusal.reason))
      } else {
        report.unfixable += 1
      }
    }
    return report
  }
}

extension LoadedWorkspace {
  /// `core/Network/project.yml:23:9`; nothing where the file is not to be named.
  func place(of finding: Diagnostic) -> String {
    guard let location = finding.location, !hiddenFiles.contains(location.file) else { return "" }
    return "\(sources[location.file]):\(location.start.line):\(location.start.column)"
  }

  /// The same for a finding whenever the files are read, as long as the lines above it stay.
  func key(of finding: Diagnostic) -> String {
    "\(place(of: finding)) \(finding.rule.name) \(finding.message.text)"
  }
}

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
        for finding in proposal.findings { suggestions[finding.key] = fix }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: report.findings.enumerated().compactMap { number, finding in
        guard finding.fix != nil, let fix = suggestions[loaded.key(of: finding)] else {
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
