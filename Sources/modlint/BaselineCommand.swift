import Architecture
import ArgumentParser
import Diagnostics
import Loading
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
    if !lines.isEmpty { throw ExitCode.findings }
  }
}
