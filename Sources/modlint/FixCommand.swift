import Architecture
import ArgumentParser
import Diagnostics
import Editing
import Files
import Fixes
import Loading
import Paths
import Report
import Rules
import Text
import Workspace

struct FixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix",
    abstract: "Fix findings that need no decision, in specs, rules.yml and the baseline.",
    discussion: """
      Changes only the lines of the entries that findings are about. In a Package.swift it removes \
      dependencies and adds none; an Xcode project stays as it is. A fix that would bring another \
      finding, or change what other targets depend on, is not made.

      Exit status: 1 if errors are left, else 0; with --diff 1 if there is a difference, else 0; 2 could not \
      check or write.
      """)

  @Argument(
    help: "Files or folders to fix. The whole workspace is always read.",
    completion: .file())
  var paths: [String] = []

  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp(
      "Fix findings of this rule only.", discussion: "May be given several times.",
      valueName: "rule"),
    completion: .fixableRule)
  var rules: [String] = []

  @Flag(help: "Print the difference instead of changing files.")
  var diff = false

  @Option(help: "With --diff, write the difference to this file.", completion: .file())
  var output: String?

  @Flag(help: "Make fixes, too, that may not be what was meant.")
  var unsafe = false

  @OptionGroup var date: DayOption

  @OptionGroup var colors: ColorOption

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    if output != nil, !diff { throw ValidationError("--output needs --diff") }
    for rule in rules {
      guard let info = ruleCatalog[RuleID(rule)] else {
        throw ValidationError(Explain.unknownRule(rule))
      }
      guard info.fix != nil else { throw ValidationError("rule '\(rule)' has no fix") }
    }
  }

  func run() throws {
    let loaded = try LoadedWorkspace(paths, options.loading, needsRules: true, of: .snapshot)
    var run = try FixRun(
      loaded,
      .init(
        isUnsafe: unsafe, rules: Set(rules.map { RuleID($0) }), today: date.day,
        isInCI: Terminal.isCI))
    try run.run()
    let files = try naming(loaded.place.root) { () throws(FileError) in try run.changedFiles() }
    if diff {
      try write(differenceOf: files)
      Terminal.note(run.report(files: files.count, isPlanned: true).text(isPlanned: true))
      throw files.isEmpty ? ExitCode.success : .failure
    }
    try run.write(files)
    let report = run.report(files: files.count)
    Terminal.write(report.text(style: colors.style) + report.next)
    throw report.left.errors > 0 ? ExitCode.failure : .success
  }

  private func write(differenceOf files: [ChangedFile]) throws {
    let difference = files.flatMap { UnifiedDiff(of: $0.path, from: $0.old, to: $0.new).bytes() }
    guard let output else { return Terminal.write(contents: difference) }
    try naming(output) { () throws(FileError) in try writeAtomically(difference, to: output) }
  }
}

extension FixRun {
  /// Reports what is gone, also by the fix of another finding, and what is left below the paths.
  ///
  /// If `isPlanned`, nothing was written, so locations refer to the original files.
  func report(files: Int, isPlanned: Bool = false) -> FixReport {
    let (before, left) = (originalFindings(), selectedFindings(of: state))
    var report = FixReport(files: files, left: Report.Summary(findings: left))
    report.fixed = before.filter(\.isGone).map { finding, _ in
      .init(finding, at: original.loaded.place(of: finding))
    }
    let shown = isPlanned ? before.filter { !$0.isGone }.map(\.finding) : left
    for finding in shown { add(finding, of: isPlanned ? original : state, to: &report) }
    return report
  }

  func originalFindings() -> [(finding: Diagnostic, isGone: Bool)] {
    var left: [String: Int] = [:]
    for finding in selectedFindings(of: state) {
      left[finding.fingerprint(in: state.loaded.sources), default: 0] += 1
    }
    return selectedFindings(of: original).map { finding in
      let name = finding.fingerprint(in: original.loaded.sources)
      guard let count = left[name], count > 0 else { return (finding, true) }
      left[name] = count - 1
      return (finding, false)
    }
  }

  private func selectedFindings(of state: State) -> [Diagnostic] {
    state.result.joined(state.loaded.selectedFindings(of: state.result))
  }

  private func add(_ finding: Diagnostic, of state: State, to report: inout FixReport) {
    let sources = state.loaded.sources
    let refusal = finding.fix == nil ? nil : refusals[finding.fingerprint(in: sources)]
    if let refusal, ![.isForUnsafe, .isManifest].contains(refusal) {
      let place = state.loaded.place(of: finding)
      return report.refused.append(.init(finding, at: place, reason: refusal.reason))
    }
    report.rest[rest(finding, refusal, sources), default: 0] += 1
  }

  private func rest(
    _ finding: Diagnostic, _ refusal: EditRefusal?, _ sources: SourceMap
  ) -> FixReport.Rest {
    if let refusal { return refusal == .isManifest ? .manifest : .unsafe }
    if !options.rules.isEmpty, !options.rules.contains(finding.rule) { return .otherRules }
    // A spec in place of the project could be edited.
    let isOfProject = finding.location.map { Path.isXcodeProject(sources[$0.file]) } ?? false
    return isOfProject && ruleCatalog[finding.rule]?.fix != nil ? .project : .unfixable
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

struct ChangedFile {
  var path: String
  var old: [UInt8]
  var new: [UInt8]
}

extension FixRun {
  func changedFiles() throws(FileError) -> [ChangedFile] {
    let former = original.loaded.tree
    var files: [ChangedFile] = []
    for (path, new) in tree.files.sorted(by: { $0.key.precedes($1.key) }) {
      let old = try former.content(of: path)
      if old != new { files.append(ChangedFile(path: path, old: old, new: new)) }
    }
    return files
  }

  /// Writes all files, each atomically, or none if one cannot be replaced or has changed since
  /// planning.
  func write(_ files: [ChangedFile]) throws(Failure) {
    let root = state.loaded.place.root
    var written: [String] = []
    for isTrial in [true, false] {
      for file in files {
        let path = Path.join(root, entry: file.path)
        do throws(FileError) {
          if isTrial {
            try requireReplaceable(path, holding: file.old)
          } else {
            try replaceFile(path, holding: file.old, with: file.new)
            written.append(file.path)
          }
        } catch {
          let rest = written.isEmpty ? "no file was changed" : "written: \(written.shownPaths)"
          throw Failure("\(file.path): \(error.reason)", rest)
        }
      }
    }
  }
}
