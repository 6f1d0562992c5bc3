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
import Workspace

enum HistoryRules: String, CaseIterable, ExpressibleByArgument {
  case today, then
}

struct HistoryReader {
  private let place: WorkspacePlace
  private let files: GitFiles
  private let options: LoadingOptions
  private let today: Day
  private let usesFormerRules: Bool
  private let configuration: Configuration
  /// The path of the rules file from the root, if it is in the repository.
  private let rulesPath: String?
  /// Why the last revision has no rules.
  private var missingRules: String?
  /// The files that could not be read in the last revision.
  private var unread: [String] = []

  init(
    at place: WorkspacePlace, _ files: GitFiles, _ options: LoadingOptions, _ rules: HistoryRules,
    today: Day
  ) throws {
    self.place = WorkspacePlace(
      root: place.root, rules: place.rules, isRulesNamed: place.isRulesNamed)
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
    let name = String(commit.id.prefix(10))
    return try measures(of: tree, by: rules(of: tree, name), name)
  }

  /// Returns the rules of a revision, or those of today if it has none.
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

  private mutating func measures(
    of tree: GitTree, by rules: Configuration, _ name: String
  ) throws -> History.Measures {
    guard tree.kind(of: "") == .folder else { return History.Measures() }
    var reading = options
    // swift would describe the packages of the working tree.
    reading.asksSwift = false
    let loaded = try LoadedWorkspace(
      at: place, tree, reading, by: rules, isAgain: true)
    let outcome = Linter.run(
      loaded.workspace.graph, configuration: rules, readerFindings: loaded.workspace.diagnostics,
      sources: loaded.sources, today: today, reading: loaded.workspace.reading)
    try loaded.requireContent()
    let view = GraphView(of: outcome, in: loaded).measured(outcome.graph)
    var measures = History.Measures(of: GraphStatistics(of: view))
    measures.violations = Dictionary(grouping: outcome.findings, by: \.rule.name)
      .mapValues(\.count)
    measures.unread = loaded.workspace.unreadFiles.sorted { $0.precedes($1) }
    // Reports a file at the first revision in which it is unreadable, not at each.
    for path in measures.unread where !unread.contains(path) {
      Terminal.printError("\(name): \(path) cannot be read; what it holds is not measured")
    }
    unread = measures.unread
    return measures
  }
}
