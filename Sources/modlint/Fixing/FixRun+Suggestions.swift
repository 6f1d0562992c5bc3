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
  struct Suggestions {
    var fixes: [Int: SuggestedFix] = [:]
    /// The reasons against fixes that would replace one finding by another, by number of the
    /// finding.
    var objections: [Int: String] = [:]
    /// The numbers of findings whose fixes were not checked for lack of time.
    var left: Set<Int> = []
    /// The numbers of findings that `fix` resolves; `nil` for lack of time.
    var counts: (safe: Int, all: Int)? = (0, 0)
  }

  /// Determines what a report says about fixes; `reporting` says what its formats need.
  ///
  /// Does not read the workspace again if no finding has a fix.
  static func suggestions(
    for report: Report, _ loaded: LoadedWorkspace, _ result: LintResult, _ options: Options,
    isPartial: Bool, _ reporting: ReportOptions
  ) throws -> Suggestions {
    let fixable = report.findings.indices.filter { report.findings[$0].fix != nil }
    guard !fixable.isEmpty else { return Suggestions() }
    var options = options
    options.checks = min(Limits.checksOfSuggestions, Limits.suggestionWork / loaded.checkWork)
    guard options.checks > 0 else { return Suggestions(left: Set(fixable), counts: nil) }
    let run = try FixRun(loaded, options, isPartial ? nil : result, isAgain: isPartial)
    var suggestions = Suggestions()
    try run.addCounts(of: report, to: &suggestions)
    if reporting.hasFixes {
      try run.addFixes(of: report, havePatches: reporting.hasPage, to: &suggestions)
    }
    return suggestions
  }

  /// Makes all fixes, without and with unsafe ones, and counts the findings that are gone.
  private func addCounts(of report: Report, to suggestions: inout Suggestions) throws {
    var counts = (safe: 0, all: 0)
    var run = try making(isUnsafe: false)
    var isComplete = run.isComplete
    counts.safe = run.countGone(of: report)
    counts.all = counts.safe
    if report.findings.contains(where: { $0.fix?.isSafe == false }) {
      run = try making(isUnsafe: true)
      isComplete = isComplete && run.isComplete
      counts.all = run.countGone(of: report)
    }
    suggestions.counts = isComplete ? counts : nil
    var reasons: [String: String] = [:]
    for finding in run.state.result.findings {
      guard let refusal = run.refusals[run.state.loaded.key(of: finding)], refusal.bringsFinding
      else { continue }
      reasons[finding.fingerprint(in: run.state.loaded.sources)] = refusal.reason
    }
    for (number, finding) in report.findings.enumerated() where finding.fix != nil {
      suggestions.objections[number] = reasons[finding.fingerprint(in: report.sources)]
    }
  }

  private func making(isUnsafe: Bool) throws -> FixRun {
    var run = self
    (run.options.isUnsafe, run.options.isBrief) = (isUnsafe, true)
    try run.run()
    return run
  }

  private var isComplete: Bool { !refusals.values.contains(.isUntried) }

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

  /// Checks the fix of each finding; its edits are those for applying it alone.
  private func addFixes(
    of report: Report, havePatches: Bool, to suggestions: inout Suggestions
  ) throws {
    let files = Dictionary(
      report.sources.paths.enumerated().map { ($1, FileID(index: $0)) }
    ) { first, _ in first }
    var fixes: [String: SuggestedFix] = [:]
    var untried: Set<String> = []
    for isOfOwnFiles in [false, true] {
      var attempt = self
      (attempt.options.isUnsafe, attempt.options.isForEach) = (true, true)
      attempt.options.isInCI = false
      let wanted = attempt.wanted(isOfOwnFiles: isOfOwnFiles)
      try attempt.accept(Array(wanted.prefix(Limits.suggestedFixes)))
      untried.formUnion(attempt.refusals.filter { $0.value == .isUntried }.keys)
      untried.formUnion(wanted.dropFirst(Limits.suggestedFixes).flatMap(\.findings).map(\.key))
      var editor = editor()
      for proposal in attempt.accepted {
        guard let edits = try? editor.edits(of: proposal.fix, havePatch: havePatches) else {
          continue
        }
        let fix = SuggestedFix(proposal.fix, edits, files)
        for finding in proposal.findings { fixes[finding.key] = fix }
      }
    }
    for (number, finding) in report.findings.enumerated() where finding.fix != nil {
      let key = state.loaded.key(of: finding)
      suggestions.fixes[number] = fixes[key]
      if fixes[key] != nil { suggestions.objections[number] = nil }
      if untried.contains(key) { suggestions.left.insert(number) }
    }
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
  fileprivate init(_ fix: Diagnostic.Fix, _ files: [FileEdits], _ numbers: [String: FileID]) {
    self.init(isSafe: fix.isSafe, edits: [], patch: "")
    for file in files {
      guard let number = numbers[file.path] else { continue }
      edits += file.edits.map {
        .init(SourceRange(file: number, start: $0.start, end: $0.end), $0.text)
      }
      patch += file.patch
    }
  }
}
