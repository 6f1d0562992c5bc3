import Architecture
import ArgumentParser
import Diagnostics
import Files
import Git
import Graph
import Loading
import Paths
import Report
import Rules
import SpecReading
import Text
import Workspace

enum HistoryFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json, svg
}

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Measure the module graph over time, revision by revision, without a checkout.",
    discussion: """
      Follows the first parents of HEAD and measures their merge commits; where there is none, all \
      of them. Modules, links and shares are those of 'stats', violations are all findings of \
      'lint', whether or not a baseline records them.

      Exit status: 0 measured, 2 could not be.
      """)

  @Argument(help: "The workspace, by any folder in it.", completion: .directory)
  var path = "."

  @Option(
    help: ArgumentHelp(
      "Start behind this revision, or at this date: YYYY-MM-DD.",
      valueName: "rev or date"),
    completion: .revision)
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Measure every Nth commit back from HEAD, or the last one of each week or month.",
      valueName: "n, week or month"))
  var every: HistoryStep?

  @Option(help: "Judge all revisions by the rules of today, or each by those it had.")
  var rules: HistoryRules = .today

  @Option(help: "The format of the history.")
  var format: HistoryFormat = .table

  @OptionGroup var date: DayOption

  @OptionGroup var colors: ColorOption

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws { try RevisionOption.validate(since) }

  func run() throws {
    let place = try WorkspaceFinder.place(of: [path], config: options.config)
    let files = try GitFiles(of: place, .process)
    let commits = try commits(of: files)
    if files.repository.isShallow {
      Terminal.printError(
        "this clone is shallow, so the history starts late; 'git fetch --unshallow' brings the rest"
      )
    }
    var reader = try HistoryReader(at: place, files, options.loading, rules, today: date.day)
    let history = try reader.read(commits)
    let partial = history.revisions.count { !$0.measures.unread.isEmpty }
    if partial > 0 {
      Terminal.printError(
        "\(counted(partial, "revision")) with files that cannot be read; what they hold is not measured"
      )
    }
    switch format {
    case .table: Terminal.write(history.text(style: colors.style))
    case .csv: Terminal.write(history.csv())
    case .json: Terminal.write(history.json())
    case .svg: Terminal.write(history.svg())
    }
  }

  private func commits(of files: GitFiles) throws -> [Repository.LoggedCommit] {
    let limit = try since.map { text in try Self.limit(text, files) }
    return (every ?? .merges).chosen(of: try files.repository.firstParents(limit: limit))
  }

  /// Returns the option of `git rev-list` for the commits after a date or another commit.
  private static func limit(_ text: String, _ files: GitFiles) throws -> String {
    // git adds the current time to a day.
    if let day = Day(text) { return "--since=\(day)T00:00:00Z" }
    return "^" + (try files.commit(named: text).id)
  }
}

enum HistoryStep: ExpressibleByArgument, Equatable {
  /// The merge commits, or all commits of a history without merges.
  case merges
  /// Every *n*th commit, counted back from the last one.
  case commits(Int)
  /// The last commit of each week, which starts on Monday, in UTC.
  case weeks
  case months

  init?(argument: String) {
    switch argument {
    case "week": self = .weeks
    case "month": self = .months
    default:
      guard let count = Int(argument), count > 0 else { return nil }
      self = .commits(count)
    }
  }

  func chosen(of line: [Repository.LoggedCommit]) -> [Repository.LoggedCommit] {
    switch self {
    case .merges:
      let merges = line.filter { $0.parents.count > 1 }
      return merges.isEmpty ? line : merges
    case .commits(let count):
      return line.indices.filter { (line.count - 1 - $0) % count == 0 }.map { line[$0] }
    case .weeks: return Self.last(of: line) { $0.week }
    case .months: return Self.last(of: line) { String($0.date.prefix(7)) }
    }
  }

  private static func last(
    of line: [Repository.LoggedCommit], _ period: (Repository.LoggedCommit) -> String
  ) -> [Repository.LoggedCommit] {
    line.indices.filter { number in
      number + 1 == line.count || period(line[number]) != period(line[number + 1])
    }.map { line[$0] }
  }
}

enum HistoryRules: String, CaseIterable, ExpressibleByArgument {
  case today, then
}

struct HistoryReader {
  private var place: WorkspacePlace
  private let files: GitFiles
  private let options: LoadingOptions
  private let today: Day
  private let usesFormerRules: Bool
  private let configuration: Configuration
  /// The path of the rules file from the root, if it is in the repository.
  private let rulesPath: String?
  private var missingRules: String?

  init(
    at place: WorkspacePlace, _ files: GitFiles, _ options: LoadingOptions, _ rules: HistoryRules,
    today: Day
  ) throws {
    self.place = place
    self.place.parts = []
    self.files = files
    self.options = options
    self.today = today
    usesFormerRules = rules == .then
    configuration = try LoadedWorkspace.currentRules(of: place, options)
    rulesPath = place.rules.flatMap { realPath($0) }.flatMap { files.repository.path(from: $0) }
      .map { files.fromRoot($0) }
  }

  mutating func read(_ commits: [Repository.LoggedCommit]) throws -> History {
    var history = History(isByRulesOfThen: usesFormerRules)
    var progress = Progress(of: commits.count)
    defer { progress.end() }
    for (number, logged) in commits.enumerated() {
      progress.show(number)
      history.revisions.append(
        .init(
          commit: logged.commit.id, date: logged.date, subject: logged.subject,
          measures: try measures(of: logged.commit)))
    }
    return history
  }

  private mutating func measures(of commit: Repository.Commit) throws -> History.Measures {
    var notes: [String] = []
    let tree = try files.repository.tree(of: commit, root: files.root, notes: &notes)
    return try measures(of: tree, by: rules(of: tree, String(commit.id.prefix(10))))
  }

  private mutating func rules(of tree: GitTree, _ name: String) -> Configuration {
    guard usesFormerRules, let path = rulesPath else { return configuration }
    let text = try? tree.content(of: path)
    let file = FileID(index: 0)
    if let text, let rules = try? Configuration(rules: text, file: file, catalog: ruleCatalog) {
      missingRules = nil
      return rules
    }
    let reason = text == nil ? "it has no rules.yml" : "its \(path) cannot be read"
    // Reports it for the first of several revisions.
    if reason != missingRules { Terminal.printError("\(name): \(reason); judged by that of today") }
    missingRules = reason
    return configuration
  }

  private func measures(of tree: GitTree, by rules: Configuration) throws -> History.Measures {
    guard tree.kind(of: "") == .folder else { return History.Measures() }
    var reading = options
    // swift would describe the packages of the working tree.
    reading.asksSwift = false
    let loaded = try LoadedWorkspace(
      at: place, tree, reading, by: rules, isAgain: true)
    let outcome = Linter.run(
      loaded.workspace.graph, configuration: rules, readerFindings: loaded.workspace.diagnostics,
      sources: loaded.sources, today: today, reading: loaded.workspace.reading)
    try loaded.tree.requireContent()
    let view = GraphView(of: outcome, in: loaded).measured(outcome.graph)
    var measures = History.Measures(of: GraphStatistics(of: view))
    measures.violations = Dictionary(grouping: outcome.findings, by: \.rule.name)
      .mapValues(\.count)
    measures.unread = loaded.workspace.unreadFiles.sorted { $0.precedes($1) }
    return measures
  }
}

/// Shows the progress of long work on standard error if that is a terminal.
struct Progress {
  private let total: Int
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var isShown = false

  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  init(of total: Int) { self.total = total }

  mutating func show(_ done: Int) {
    let now = ContinuousClock.now
    guard now - start > Self.delay, now - last > Self.interval, Terminal.isErrorTerminal else {
      return
    }
    (last, isShown) = (now, true)
    Terminal.note("\r\(done) of \(total) revisions")
  }

  mutating func end() {
    if isShown { Terminal.note("\r\u{1B}[K") }
    isShown = false
  }
}
