import Architecture
import Diagnostics
import Editing
import Fixes
import Graph
import Loading
import Report
import Rules
import Workspace

extension FixRun {
  /// Adds to a report what it says about fixes, by making them without and with unsafe ones;
  /// `reporting` says what its formats need.
  ///
  /// Reads the workspace again for each try.
  static func addFixes(
    to report: inout Report, _ loaded: LoadedWorkspace, _ result: LintResult, today: Day,
    isPartial: Bool, _ reporting: ReportOptions
  ) throws {
    let fixable = report.findings.indices.filter { report.findings[$0].fix != nil }
    var options = Options(today: today, isInCI: Terminal.isCI)
    options.checks = min(Limits.checksOfSuggestions, Limits.suggestionWork / loaded.checkWork)
    guard options.checks > 0 else {
      (report.fixesLeftOut, report.fixCounts) = (Set(fixable), nil)
      return
    }
    let run = try FixRun(loaded, options, isPartial ? nil : result, isAgain: isPartial)
    let safe = try run.making(isUnsafe: false)
    let isUnsafe = fixable.contains { report.findings[$0].fix?.isSafe == false }
    let all = isUnsafe ? try run.making(isUnsafe: true) : safe
    let isComplete = ![safe, all].contains { $0.refusals.values.contains(.isUntried) }
    report.fixCounts =
      isComplete ? (safe.countGone(of: report), all.countGone(of: report)) : nil
    let made = Set(all.accepted.flatMap(\.findings).map(\.fingerprint))
    let fixes =
      reporting.hasFixes
      ? run.fixes(of: made, in: report.sources, havePatches: reporting.hasPage) : [:]
    for number in fixable {
      let name = report.findings[number].fingerprint(in: report.sources)
      let fix = fixes[run.state.loaded.key(of: report.findings[number])]
      report.fixes[number] = fix
      if let refusal = all.refusals[name], refusal.bringsFinding {
        report.findings[number].replaceEntryToAdd(refusal.reason)
      }
      let isLeft = all.refusals[name] == .isUntried || made.contains(name)
      if reporting.hasFixes, isLeft, fix == nil { report.fixesLeftOut.insert(number) }
    }
  }

  private func making(isUnsafe: Bool) throws -> FixRun {
    var run = self
    (run.options.isUnsafe, run.options.isBrief) = (isUnsafe, true)
    try run.run()
    return run
  }

  /// Returns the number of a report's findings that are gone; 0 if all of them are known.
  private func countGone(of report: Report) -> Int {
    var gone: [String: Int] = [:]
    for (finding, isGone) in originalFindings() where isGone {
      gone[finding.fingerprint(in: original.loaded.sources), default: 0] += 1
    }
    let resolved = report.findings.filter { finding in
      let name = finding.fingerprint(in: report.sources)
      guard !finding.isFromRevision, let count = gone[name], count > 0 else { return false }
      gone[name] = count - 1
      return true
    }
    return resolved.contains { $0.state == .new } ? resolved.count : 0
  }

  /// Returns the first fixes by the key of their finding, with the edits for making one alone.
  private func fixes(
    of made: Set<String>, in sources: SourceMap, havePatches: Bool
  ) -> [String: SuggestedFix] {
    let files = Dictionary(
      sources.paths.enumerated().map { ($1, FileID(index: $0)) }
    ) { first, _ in first }
    let proposals = FixProposal.proposals(in: state.result.findings, of: state.loaded)
      .filter { $0.findings.contains { made.contains($0.fingerprint) } }
    var fixes: [String: SuggestedFix] = [:]
    var editor = editor()
    for proposal in proposals.prefix(Limits.suggestedFixes) {
      guard let edits = try? editor.edits(of: proposal.fix) else { continue }
      let fix = SuggestedFix(proposal.fix, edits, files, havePatches: havePatches)
      for finding in proposal.findings { fixes[state.loaded.key(of: finding.diagnostic)] = fix }
    }
    return fixes
  }
}

extension LoadedWorkspace {
  /// The cost of a check: modules and links, ten times as much if sources are read.
  fileprivate var checkWork: Int {
    let graph = workspace.graph
    return max(1, graph.modules.count + graph.links.count)
      * (workspace.reading.imports == nil ? 1 : 10)
  }
}

extension SuggestedFix {
  fileprivate init(
    _ fix: Diagnostic.Fix, _ files: [FileEdits], _ numbers: [String: FileID], havePatches: Bool
  ) {
    self.init(isSafe: fix.isSafe)
    for file in files {
      guard let number = numbers[file.path] else { continue }
      edits += file.edits.map { edit in
        let start = file.text.position(of: edit.range.lowerBound)
        let end = file.text.position(of: edit.range.upperBound)
        return .init(
          SourceRange(file: number, start: start, end: end),
          String(decoding: edit.text, as: UTF8.self))
      }
      if havePatches { patch += file.patch }
    }
  }
}

extension Diagnostic {
  /// Replaces the advice to add an entry by the reason why 'fix' does not add it.
  fileprivate mutating func replaceEntryToAdd(_ reason: String) {
    let rest = help.filter { $0.entry == nil }
    guard rest.count < help.count else { return }
    help = rest
    notes.append(.init(.init("'modlint fix' does not change this: \(reason)")))
  }
}
