import ArgumentParser
import Architecture
import Diagnostics
import Editing
import Files
import Paths
import Fixes
import Report
import Rules
import Text

/// `modlint fix`.
struct FixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix",
    abstract: "Fix findings that need no decision, in specs, rules.yml and the baseline.",
    discussion: """
      Changes only the lines of the entries that findings are about. A fix that would bring another finding, or \
      change what other targets depend on, is not made.

      Exit status: 1 if errors are left, else 0; with --diff 1 if there is a difference, else 0; 2 could not \
      check or write.
      """)

  @Argument(
    help: "Files or folders to fix. The whole workspace is always read.",
    completion: .path)
  var paths: [String] = []

  @OptionGroup var options: WorkspaceOptions

  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp(
      "Fix findings of this rule only.", discussion: "May be given several times.",
      valueName: "rule"),
    completion: .fixableRule)
  var rules: [String] = []

  @Flag(help: "Print the difference instead of changing files.")
  var diff = false

  @Flag(help: "Make fixes, too, that may not be what was meant.")
  var unsafe = false

  @Option(
    help: "The date (YYYY-MM-DD) to check exceptions against (default: today, UTC).")
  var today: Day?

  @Option(help: "When to use color. NO_COLOR means never.")
  var color: AutoMode = .auto

  @Flag(help: .hidden)
  var staged = false

  @Option(help: .hidden)
  var since: String?

  func validate() throws {
    if staged {
      throw ValidationError("'fix' changes files of the working tree; it does not support --staged")
    }
    if since != nil {
      throw ValidationError("'fix' is about all findings; it does not support --since")
    }
    for rule in rules {
      guard let info = ruleCatalog[RuleID(rule)] else {
        throw ValidationError(Explain.unknownRule(rule))
      }
      guard info.fix != nil else { throw ValidationError("rule '\(rule)' has no fix") }
    }
  }

  func run() throws {
    let loaded = try LoadedWorkspace(paths, options, needsRules: true)
    try loaded.requireSpecs()
    var run = try FixRun(
      loaded,
      .init(
        isUnsafe: unsafe, rules: Set(rules.map { RuleID($0) }), today: today ?? .today,
        isInCI: Terminal.isCI, reading: options))
    try run.run()
    let files: [(path: String, old: [UInt8], new: [UInt8])]
    do throws(FileError) { files = try run.changedFiles() } catch {
      throw LoadedWorkspace.cannotRead(loaded.place.root, error)
    }
    let report = run.report(files: files.count)
    if diff {
      Terminal.write(
        contents: files.flatMap { UnifiedDiff(of: $0.path, from: $0.old, to: $0.new).bytes() })
      Terminal.note(report.text(isPlanned: true))
      throw files.isEmpty ? ExitCode.success : .findings
    }
    try write(files, in: loaded)
    Terminal.write(report.text(style: Terminal.style(color)))
    throw report.errors > 0 ? ExitCode.findings : .success
  }

  /// Writes each file whole or not at all.
  private func write(
    _ files: [(path: String, old: [UInt8], new: [UInt8])], in loaded: LoadedWorkspace
  ) throws {
    var isWritten = true
    for (path, old, new) in files {
      do throws(FileError) {
        var bytes: [UInt8] = []
        try loaded.tree.read(path, limit: Limits.fileSize, into: &bytes)
        guard bytes == old else { throw .notWritable("has changed meanwhile") }
        try writeAtomically(new, to: Path.join(loaded.place.root, entry: path))
      } catch {
        Terminal.printError("\(path): \(error.reason)")
        isWritten = false
      }
    }
    if !isWritten { throw ExitCode.cannotCheck }
  }
}
