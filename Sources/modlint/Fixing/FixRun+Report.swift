import Architecture
import Diagnostics
import Fixes
import Graph
import Paths
import Report
import Rules
import Workspace

extension FixRun {
  /// Returns the report of fixed and remaining findings below the given paths.
  ///
  /// - Parameters:
  ///   - files: The number of written files.
  ///   - failures: The reasons why other files were not written, by path.
  ///   - isPlanned: Whether nothing was written, so that locations refer to the original files.
  /// - Returns: The report.
  func report(
    files: Int, failures: [String: String] = [:], isPlanned: Bool = false
  ) -> FixReport {
    var report = FixReport()
    (report.rules, report.files) = (options.rules.count, files)
    for proposal in accepted {
      let failure =
        failures.isEmpty
        ? nil
        : places(of: proposal).filter { failures[$0] != nil }.min { $0.precedes($1) }
      for finding in proposal.findings {
        guard let failure, let reason = failures[failure] else {
          report.fixed.append(.init(finding.diagnostic, at: finding.place))
          continue
        }
        report.refused.append(
          .init(finding.diagnostic, at: finding.place, reason: "\(failure): \(reason)"))
        report.count(finding.diagnostic)
      }
    }
    var places = OriginalPlaces(of: state.loaded, in: tree)
    for finding in remaining {
      report.count(finding)
      let refusal = finding.fix == nil ? nil : refusals[state.loaded.key(of: finding)]
      if refusal == .isForUnsafe {
        report.unsafe += 1
      } else if refusal == .isManifest {
        report.inManifests += 1
      } else if let refusal {
        let place = isPlanned ? places.place(of: finding) : state.loaded.place(of: finding)
        report.refused.append(.init(finding, at: place, reason: refusal.reason))
      } else if !options.rules.isEmpty, !options.rules.contains(finding.rule) {
        report.ofOtherRules += 1
      } else if isForXcode(finding) {
        report.inProjects += 1
      } else {
        report.unfixable += 1
      }
    }
    return report
  }

  /// The remaining findings below the given paths, as reports show them.
  private var remaining: [Diagnostic] {
    let names = state.loaded.selectedNames
    return state.result.joined(
      state.result.findings.filter { state.loaded.isSelected($0, names: names) })
  }

  /// Whether a finding could be fixed if a spec described the Xcode project.
  private func isForXcode(_ finding: Diagnostic) -> Bool {
    guard ruleCatalog[finding.rule]?.fix != nil, let location = finding.location else {
      return false
    }
    return Path.isXcodeProject(state.loaded.sources[location.file])
  }
}

extension FixReport {
  /// Counts a remaining finding.
  fileprivate mutating func count(_ finding: Diagnostic) {
    switch (finding.state, finding.severity) {
    case (.known, _): known += 1
    case (.new, .error): errors += 1
    case (.new, .warning): warnings += 1
    }
  }
}

/// The locations of findings in the original files.
struct OriginalPlaces {
  private let loaded: LoadedWorkspace
  private let tree: EditedTree
  private var origins: [FileID: ((Position) -> Position)?] = [:]

  init(of loaded: LoadedWorkspace, in tree: EditedTree) {
    self.loaded = loaded
    self.tree = tree
  }

  /// Returns the result of `LoadedWorkspace.place(of:)` before any file changed.
  mutating func place(of finding: Diagnostic) -> String {
    var finding = finding
    if let location = finding.location {
      let file = location.file
      let origin = origins[file] ?? tree.origins(in: loaded.sources[file])
      origins[file] = .some(origin)
      if let origin { finding.location?.start = origin(location.start) }
    }
    return loaded.place(of: finding)
  }
}

extension LoadedWorkspace {
  /// Returns the location as `core/Network/project.yml:23:9`; empty if the file must not be shown.
  func place(of finding: Diagnostic) -> String {
    guard let location = finding.location, !hiddenFiles.contains(location.file) else { return "" }
    return "\(sources[location.file]):\(location.start.line):\(location.start.column)"
  }

  /// Returns a key of a finding that is stable between runs while the lines above it stay.
  func key(of finding: Diagnostic) -> String {
    "\(place(of: finding)) \(finding.rule.name) \(finding.message.text)"
  }
}

extension FixRun {
  /// The fixes of a report's findings.
  struct Suggestions {
    /// The fixes, by number of the finding.
    var fixes: [Int: SuggestedFix] = [:]
    /// The reasons against fixes that would replace one finding by another, by number of the
    /// finding.
    var objections: [Int: String] = [:]
    /// The number of findings whose fixes were not checked for lack of time.
    var left = 0
  }

  /// Checks the fix of each finding of a report, like `modlint fix` before writing.
  ///
  /// The edits of each fix are those for applying it alone. Does not read the workspace again if no
  /// finding has a fix.
  static func suggestions(
    for report: Report, _ loaded: LoadedWorkspace, _ result: LintResult, _ options: Options,
    isPartial: Bool, havePatches: Bool
  ) throws -> Suggestions {
    let count = report.findings.count { $0.fix != nil }
    var options = options
    options.isForEach = true
    options.checks = min(Limits.checksOfSuggestions, Limits.suggestionWork / loaded.checkWork)
    guard count > 0, options.checks > 0 else { return Suggestions(left: count) }
    let run = try FixRun(loaded, options, isPartial ? nil : result, isAgain: isPartial)
    let files = Dictionary(
      report.sources.paths.enumerated().map { ($1, FileID(index: $0)) }
    ) { first, _ in first }
    var suggestions: [String: SuggestedFix] = [:]
    var refusals: [String: FixRefusal] = [:]
    var left: Set<String> = []
    for isOfOwnFiles in [false, true] {
      var attempt = run
      let wanted = attempt.wanted(isOfOwnFiles: isOfOwnFiles)
      try attempt.accept(
        Array(wanted.prefix(Limits.suggestedFixes)), isOfOwnFiles: isOfOwnFiles)
      left.formUnion(wanted.dropFirst(Limits.suggestedFixes).flatMap(\.findings).map(\.key))
      left.formUnion(attempt.refusals.filter { $0.value == .isUntried }.keys)
      refusals.merge(attempt.refusals.filter(\.value.bringsFinding)) { first, _ in first }
      var planner = run.planner()
      let edits = planner.edits(ofEach: attempt.accepted.map(\.fix), havePatches: havePatches)
      for (number, own) in edits {
        let proposal = attempt.accepted[number]
        let fix = SuggestedFix(proposal.fix, own, files)
        for finding in proposal.findings { suggestions[finding.key] = fix }
      }
    }
    let keys = report.findings.map { $0.fix == nil ? nil : loaded.key(of: $0) }
    var result = Suggestions(left: keys.count { $0.map(left.contains) ?? false })
    for (number, key) in keys.enumerated() {
      guard let key else { continue }
      result.fixes[number] = suggestions[key]
      result.objections[number] = suggestions[key] == nil ? refusals[key]?.reason : nil
    }
    return result
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
