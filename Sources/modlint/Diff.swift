import Architecture
import ArgumentParser
import Diagnostics
import Files
import Graph
import Loading
import Report
import Rules
import Workspace

enum DiffFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, markdown
}

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the modules, links and findings added and removed since a revision.",
    discussion: """
      Compares with the merge base of the revision and HEAD. What the baseline already recorded then is \
      not a new finding; what the same change records counts as gained.

      Exit status: 0 no new finding of severity error, 1 some, 2 could not check.
      """)

  @Argument(help: ArgumentHelp("The revision.", valueName: "rev"), completion: .revision)
  var revision: String

  @Argument(help: "The workspace, by any folder in it.", completion: .directory)
  var path = "."

  @Option(help: "The format of the difference.")
  var format: DiffFormat = .text

  @Flag(help: "Compare the git index instead of the working tree.")
  var staged = false

  @OptionGroup var date: DayOption

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws { try RevisionOption.validate(revision) }

  func run() throws {
    var newer = try LoadedWorkspace(
      [path], options.loading, needsRules: false, of: staged ? .index : .workingTree, isWhole: true,
      mayBeEmpty: true)
    let older = try newer.older(since: revision)
    if older?.isEmpty ?? true { try newer.requireSpecs() }
    let day = date.day
    let before = try older.map { try $0.checkedState(on: day) } ?? .empty
    let outcome = try newer.check(on: day, older: before.fingerprints)
    let weakening =
      older == nil ? nil : try newer.weakening(since: older, outcome, on: day)
    var difference = Difference(from: before, to: newer.state(of: outcome))
    if let weakening {
      difference.findings.weaken(by: weakening, sources: newer.sources)
    }
    if let older { difference.leaveOutUnread(of: newer, since: older) }
    difference.findings.gained = outcome.joined(difference.findings.gained)
    switch format {
    case .text: Terminal.write(difference.text())
    case .json: Terminal.write(difference.json())
    case .markdown: Terminal.write(difference.markdown(tool: "modlint"))
    }
    if difference.fails { throw ExitCode.failure }
  }
}

extension Difference {
  /// Leaves out what a file that is unreadable in one state may explain, and records such files.
  mutating func leaveOutUnread(
    of newer: LoadedWorkspace, since older: LoadedWorkspace
  ) {
    let hiding = leaveOut(
      hiddenNow: { _, spec in newer.fileHidingTargets(of: spec) },
      hiddenThen: { _, spec in older.fileHidingTargets(of: spec) })
    let changed = newer.workspace.unreadFiles.union(older.workspace.unreadFiles)
      .filter { (try? newer.tree.content(of: $0)) != (try? older.tree.content(of: $0)) }
    unread = [(newer, hiding.now, false), (older, hiding.then, true)]
      .flatMap { state, files, isOlder in
        let (shown, faults) = (
          files.union(state.workspace.unreadFiles.intersection(changed)), state.firstFaults
        )
        return shown.map {
          UnreadFile(path: $0, start: faults[$0]?.location?.start, isOlder: isOlder)
        }
      }
      .sorted { $0.path == $1.path ? !$0.isOlder && $1.isOlder : $0.path.precedes($1.path) }
  }
}

extension LoadedWorkspace {
  fileprivate func fileHidingTargets(of path: String) -> String? {
    workspace.fileHidingTargets(of: path) { tree.kind(of: path) == .file }
  }

  func state(of outcome: LintResult, _ view: GraphView? = nil) -> Difference.State {
    let view = view ?? GraphView(of: outcome, in: self)
    return Difference.State(view, findings: outcome.findings, sources: sources)
  }

  func checkedState(on day: Day) throws -> Difference.State {
    var loaded = self
    let outcome = try loaded.check(on: day)
    return loaded.state(of: outcome)
  }
}
