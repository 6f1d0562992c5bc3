import Architecture
import ArgumentParser
import Diagnostics
import Editing
import Files
import Loading
import Paths
import Report
import Rules
import Text

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
    completion: .path)
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

  @Option(help: "When to use color. NO_COLOR means never.")
  var color: AutoMode = .auto

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
      throw files.isEmpty ? ExitCode.success : .findings
    }
    try run.write(files)
    let report = run.report(files: files.count)
    Terminal.write(report.text(style: Terminal.style(color)) + report.next)
    throw report.errors > 0 ? ExitCode.findings : .success
  }

  private func write(differenceOf files: [ChangedFile]) throws {
    let difference = files.flatMap { UnifiedDiff(of: $0.path, from: $0.old, to: $0.new).bytes() }
    guard let output else { return Terminal.write(contents: difference) }
    try naming(output) { () throws(FileError) in try writeAtomically(difference, to: output) }
  }
}
