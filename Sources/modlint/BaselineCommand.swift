import Architecture
import ArgumentParser
import Diagnostics
import Files
import Loading
import Paths
import Report
import Rules
import Text

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Manage the baseline: known findings that do not fail a run.",
    usage: "\(About.name) baseline create|prune|diff",
    discussion: """
      The record is \(Baseline.fileName) beside rules.yml. 'create' writes it once, 'prune' removes \
      what no longer applies, and nothing adds to it.
      """,
    subcommands: [BaselineCreate.self, BaselinePrune.self, BaselineDiff.self])
}

struct BaselineCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Record all current findings.",
    discussion: "Refuses to overwrite a baseline, and to run in CI.")

  @OptionGroup var options: BaselineOptions

  func run() throws {
    try BaselineUpdate.refuseInCI()
    let update = try BaselineUpdate(options)
    guard update.loaded.baseline == nil else {
      throw Failure(
        "\(update.path) already exists; 'modlint baseline diff' shows what has changed since")
    }
    try update.write(update.change.added)
    Terminal.write(update.summaryOfCreation)
  }
}

struct BaselinePrune: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove entries that no longer apply; add nothing.",
    discussion: "Refuses to run in CI, and while something cannot be read.")

  @OptionGroup var options: BaselineOptions

  func run() throws {
    try BaselineUpdate.refuseInCI()
    let update = try BaselineUpdate(options)
    guard let baseline = update.loaded.baseline else {
      throw Failure("there is no \(update.path); 'modlint baseline create' writes one")
    }
    try update.requireWholeWorkspace()
    let change = update.change
    if !change.removed.isEmpty || !baseline.problems.isEmpty || baseline.isOutdated {
      try update.write(change.kept)
    }
    Terminal.write(
      "removed \(change.removed.count), kept \(change.kept.count), "
        + "\(change.added.count) new not added\n")
    if change.kept.isEmpty { Terminal.write("\(update.path) can be deleted\n") }
  }
}

struct BaselineDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what 'create' would add and 'prune' remove; write nothing.",
    discussion: "Exit status: 0 no difference, 1 some, 2 could not check.")

  @OptionGroup var options: BaselineOptions

  func run() throws {
    let update = try BaselineUpdate(options)
    if update.loaded.baseline != nil { try update.requireWholeWorkspace() }
    let change = update.change
    let lines = (change.removed + change.added).inOrder.map { entry in
      let sign = change.added.contains(entry) ? "+" : "-"
      return "\(sign) \(entry.rule.name) \(entry.text)".escapedForTerminal + "\n"
    }
    Terminal.write(
      lines.joined()
        + "\(change.added.count) to add, \(change.removed.count) to remove, "
        + "\(change.kept.count) to keep\n")
    if !lines.isEmpty { throw ExitCode.failure }
  }
}

struct BaselineUpdate {
  let loaded: LoadedWorkspace
  let outcome: LintResult
  let change: BaselineChange

  /// Checks the whole workspace, even for a path to a folder in it.
  init(_ options: BaselineOptions) throws {
    var loaded = try LoadedWorkspace(
      [options.path], options.options.loading, needsRules: true, isWhole: true)
    outcome = try loaded.check(on: options.date.day)
    var hidden = HiddenEntries(of: outcome.graph)
    change = BaselineChange(
      from: loaded.baseline, to: outcome.findings, in: loaded.sources, loaded.configuration
    ) { hidden.fileHiding($0) != nil }
    self.loaded = loaded
  }

  var path: String { loaded.shownBaseline }

  static func refuseInCI() throws {
    guard Terminal.isCI else { return }
    throw Failure("the baseline is not written in CI, where it would not be committed")
  }

  /// Refuses to continue if findings or entries may be missing because a file is unreadable.
  func requireWholeWorkspace() throws {
    let files = outcome.obstacles + (loaded.baseline?.lacksEntries == true ? [path] : [])
    if files.isEmpty { return }
    throw Failure(
      "what cannot be read may still need an entry; fix \(files.shownPaths) first")
  }

  func write(_ entries: [Baseline.Entry]) throws {
    guard let file = loaded.place.baseline else { preconditionFailure("there is a rules file") }
    try loaded.place.requireOwnPlace(of: file)
    let old = loaded.baseline == nil ? nil : loaded.baselineText
    try (loaded.baseline ?? Baseline()).write(entries, to: file, insteadOf: old)
  }

  var summaryOfCreation: String {
    let leftOut = outcome.findings.filter {
      !loaded.configuration.canRecord($0, in: loaded.sources)
    }
    let summary = Self.summary(of: change.added, path, leftOut: leftOut)
    if change.added.isEmpty { return summary }
    return summary + "Commit it: "
      + (leftOut.isEmpty ? "only new findings" : "what is not recorded and new findings")
      + " fail from now on; 'modlint baseline prune' removes entries that are resolved.\n"
  }

  /// Returns a summary such as `wrote modlint-baseline.yml: 3 same-layer, 1 upward`, with the
  /// findings that could not be recorded.
  static func summary(
    of entries: [Baseline.Entry], _ path: String, leftOut: [Diagnostic]
  ) -> String {
    let recorded = entries.isEmpty ? "no findings" : counts(entries.map(\.rule))
    let text = "wrote \(path.escapedForTerminal): \(recorded)\n"
    guard !leftOut.isEmpty else { return text }
    return text + "not recorded: \(counts(leftOut.map(\.rule)))\n"
  }

  private static func counts(_ rules: [RuleID]) -> String {
    Dictionary(grouping: rules) { $0 }.sorted { $0.key < $1.key }
      .map { "\($0.value.count) \($0.key.name)" }.joined(separator: ", ")
  }
}

extension WorkspacePlace {
  /// Refuses to follow a symbolic link out of the workspace: writing could overwrite any file.
  ///
  /// A path that does not lead through the workspace is the user's choice, up to its folder.
  func requireOwnPlace(of file: String) throws {
    let parent = realPath(Path.parent(file))
    guard let real = realPath(file) ?? parent, !Path.lies(real, in: root) else { return }
    let written =
      Path.isAbsolute(file) ? file : Path.join(realPath(".") ?? "", entry: file)
    if !Path.lies(Path.normalized(written), in: root),
      let parent, Path.lies(real, in: parent)
    {
      return
    }
    throw Failure("\(file) is a link that leads out of the workspace, and is not written to")
  }
}

extension Baseline {
  func write(_ entries: [Entry], to file: String, insteadOf old: [UInt8]?) throws {
    let text = text(of: entries, documentation: About.home)
    try writeFile(Array(text.utf8), to: file, insteadOf: old)
  }
}

/// Creates a file, or replaces one with the content `old`.
func writeFile(_ text: [UInt8], to file: String, insteadOf old: [UInt8]?) throws(Failure) {
  try naming(file) { () throws(FileError) in
    if let old {
      try replaceFile(file, holding: old, with: text)
    } else {
      try createFile(text, at: file)
    }
  }
}
