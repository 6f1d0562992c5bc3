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
import Workspace

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

  @Argument(help: "The module or file, or the module that links.")
  var subject: String

  @Argument(help: "The module that it links.")
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

  @OptionGroup var place: PathOption

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
      place.paths, options.loading, needsRules: true, isWhole: true)
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
      throw ExitCode.failure
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

struct ExceptionAddition {
  let file: String
  let text: [UInt8]
  private let hidden: [Diagnostic]
  private let sources: SourceMap

  /// Adds the first of `entries` that a finding matches.
  ///
  /// - Throws: `Failure` with the reason why no exception would change anything.
  init(
    _ entries: [NewValue], to old: [UInt8], of loaded: LoadedWorkspace, on today: Day
  ) throws {
    var before = loaded
    let outcome = try before.check(on: today)
    file = loaded.sources.paths.first ?? WorkspacePlace.rulesFileName
    sources = before.sources
    var refusal = Failure("rules.yml takes no exceptions")
    for entry in entries {
      let (text, rules) = try Self.adding(entry, to: old, in: file, of: loaded.configuration)
      guard let exception = rules.exceptions.last else { continue }
      let matching = outcome.findings(matching: exception, loaded.configuration, before.sources)
      if let reason = before.reason(against: exception, matching) {
        if entry == entries.first { refusal = reason }
        continue
      }
      hidden = matching
      self.text = text
      return
    }
    throw refusal
  }

  private static func adding(
    _ entry: NewValue, to old: [UInt8], in file: String, of rules: Configuration
  ) throws -> ([UInt8], Configuration) {
    let text: [UInt8]
    do throws(EditRefusal) {
      let document = try Document(old)
      text = try document.edits(for: [document.addition(of: entry)]).result
    } catch {
      throw Failure("\(file) cannot be edited: \(error.reason)")
    }
    let new = try Configuration(rules: text, file: FileID(index: 0), catalog: ruleCatalog)
    guard new.exceptions.count > rules.exceptions.count else {
      let known = Set(rules.problems.map(\.message.text))
      let problem = new.problems.first { !known.contains($0.message.text) }
      throw Failure(
        problem?.message.text ?? "'exceptions' of \(file) is invalid", isUsage: true)
    }
    return (text, new)
  }

  func summary(isPlanned: Bool) -> String {
    let verb = isPlanned ? "would no longer be reported" : "no longer reported"
    let head = isPlanned ? "" : "added an exception to \(file.escapedForTerminal)\n"
    let shown = hidden.prefix(Self.mostLines).map {
      "  " + $0.line(in: sources).escapedForTerminal + "\n"
    }
    let rest = hidden.count - shown.count
    return head + "\(verb):\n" + shown.joined() + (rest > 0 ? "  and \(rest) more\n" : "")
  }

  private static let mostLines = 10
}

extension Document {
  fileprivate func addition(of entry: NewValue) -> DocumentChange {
    guard let key = key("exceptions", of: 0) else {
      return .add(.init("exceptions", .sequence([entry])), to: 0)
    }
    return .append(entry, to: value(ofKey: key))
  }
}

extension LintResult {
  fileprivate func findings(
    matching exception: Configuration.Exception, _ rules: Configuration, _ sources: SourceMap
  ) -> [Diagnostic] {
    let constraints = Set(rules.links.map(\.id))
    return findings.filter {
      exception.matches($0, isConstraint: constraints.contains($0.rule), in: sources)
    }
  }
}

extension LoadedWorkspace {
  fileprivate func reason(
    against exception: Configuration.Exception, _ matching: [Diagnostic]
  ) -> Failure? {
    let (subject, rule) = (exception.subject, exception.rule.name)
    let same = configuration.exceptions.first {
      $0.rule == exception.rule && $0.subject == subject
    }
    if let same {
      let place = "\(sources[same.location.file]):\(same.location.start.line)"
      let ends = same.until.map { " until \($0)" } ?? ""
      return Failure("\(place) has an exception for '\(subject)' from '\(rule)'\(ends)")
    }
    if matching.isEmpty { return Failure("no '\(rule)' finding is about '\(subject)'") }
    guard matching.allSatisfy({ $0.state == .known }) else { return nil }
    return Failure("\(shownBaseline) already records the finding, so it is not reported")
  }
}
