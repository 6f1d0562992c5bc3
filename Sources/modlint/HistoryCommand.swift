import Architecture
import ArgumentParser
import Files
import Git
import Loading
import Report
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
      "Start behind this revision, or at this date: YYYY-MM-DD, '6 months ago'.",
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

  @Option(help: "When to use color. NO_COLOR means never.")
  var color: AutoMode = .auto

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws { try RevisionOptions.validate(since) }

  func run() throws {
    let place = try WorkspaceFinder(config: options.config).find([path])
    let files = try GitFiles(of: place, .process)
    let commits = try commits(of: files)
    if files.repository.isShallow {
      Terminal.printError(
        "this clone is shallow, so the history starts late; 'git fetch --unshallow' brings the rest"
      )
    }
    var reader = try HistoryReader(at: place, files, options.loading, rules, today: date.day)
    let history = try reader.read(commits)
    switch format {
    case .table: Terminal.write(history.text(style: Terminal.style(color)))
    case .csv: Terminal.write(history.csv())
    case .json: Terminal.write(history.json())
    case .svg: Terminal.write(history.svg())
    }
  }

  private func commits(of files: GitFiles) throws -> [Repository.LoggedCommit] {
    let start = try since.map { text in try Self.start(text, files) }
    return (every ?? .merges).chosen(of: try files.repository.firstParents(since: start))
  }

  private static func start(
    _ text: String, _ files: GitFiles
  ) throws -> Repository.LineStart {
    // git adds the current time to a day.
    if let day = Day(text) { return .date("\(day)T00:00:00Z") }
    let words = text.split(separator: " ")
    let units = ["day", "week", "month", "year"].flatMap { [$0, $0 + "s"] }
    if words.count == 3, words[2] == "ago", Int(words[0]) != nil, units.contains(String(words[1])) {
      return .date(text)
    }
    return .commit(try files.commit(named: text))
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
