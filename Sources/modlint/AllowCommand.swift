import Architecture
import ArgumentParser
import Diagnostics
import Editing
import Files
import Loading
import Paths
import Report
import Rules

struct AllowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow",
    abstract: "Accept a finding: add an exception with its reason to rules.yml.",
    discussion: """
      With two modules, the finding about the link from the first to the second; with one, a \
      finding about a module or a file. Names are as in the finding and may be globs. Everything \
      else in rules.yml stays as it is written.

      Exit status: 0 written; with --diff 1 if there is a difference; 2 nothing to except, or \
      could not check or write.
      """)

  @Argument(help: "The module or file, or the module that links.", completion: .module)
  var subject: String

  @Argument(help: "The module that it links.", completion: .module)
  var linked: String?

  @Option(
    help: "The rule, or the id of a constraint, as in the brackets that end the finding.",
    completion: .list(ruleCatalog.map { $0.id.name }))
  var rule: String

  @Option(help: "Why the finding is accepted.")
  var reason: String

  @Option(help: "The last day (YYYY-MM-DD) of the exception; it does not end unless given.")
  var until: Day?

  @Flag(help: "Print the difference instead of changing rules.yml.")
  var diff = false

  @Option(
    help: "The workspace, a folder; the current one unless given.", completion: .directory)
  var path: String?

  @OptionGroup var date: DayOption

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    if reason.allSatisfy(\.isWhitespace) { throw ValidationError("--reason is empty") }
    if let until, until < date.day {
      throw ValidationError("--until is a day in the past, \(until)")
    }
  }

  func run() throws {
    let loaded = try LoadedWorkspace(
      path.map { [$0] } ?? [], options.loading, needsRules: true, isWhole: true)
    guard let file = loaded.place.rules else { preconditionFailure("rules are required") }
    let old = try naming(file) { () throws(FileError) in
      try LoadedWorkspace.ownText(of: file, at: loaded.place, in: loaded.tree)
    }
    let addition = try ExceptionAddition(
      entries, to: old, of: loaded, on: date.day)
    guard !diff else {
      let difference = UnifiedDiff(of: addition.file, from: old, to: addition.text)
      Terminal.write(contents: difference.bytes())
      Terminal.note(addition.summary(isPlanned: true))
      throw ExitCode.findings
    }
    try loaded.place.requireOwnPlace(of: file)
    try writeFile(addition.text, to: file, insteadOf: old)
    Terminal.write(addition.summary(isPlanned: false))
  }

  /// The exceptions that the arguments may stand for, most likely first.
  private var entries: [NewValue] {
    let subjects =
      linked.map { [("link", "\(subject) -> \($0)")] }
      ?? [("module", subject), ("file", subject)]
    let last = until.map { [NewValue.Entry("until", .text($0.description))] } ?? []
    return subjects.map { key, name in
      .mapping(
        [.init(key, .text(name)), .init("rule", .text(rule)), .init("reason", .text(reason))]
          + last)
    }
  }
}
