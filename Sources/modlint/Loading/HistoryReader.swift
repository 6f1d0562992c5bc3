import Architecture
import ArgumentParser
import Diagnostics
import Files
import Git
import Graph
import Paths
import Report
import Rules
import Specs
import Workspace

/// Reads the workspaces of many revisions.
struct HistoryReader {
  /// The commits to measure.
  struct Commits {
    /// The commits, oldest first.
    var chosen: [Repository.LoggedCommit]
    /// The commit before the first, whose findings count as present at the start.
    var before: Repository.Commit?
    /// Whether the line starts with the first commit of the repository.
    var isWhole: Bool
  }

  /// The measures and findings of a revision.
  private struct State {
    var measures = History.Measures()
    var findings: [History.Finding] = []
  }

  private let place: WorkspacePlace
  private let files: GitFiles
  private let options: WorkspaceOptions
  private let today: Day
  private let usesFormerRules: Bool
  private let parsed = ParsedTexts()
  /// The rules of the working tree.
  private let configuration: Configuration
  /// The paths of the rules file, relative to the top of the repository: now and in the past,
  /// newest first.
  private let rulesPaths: [String]
  /// The last revision, and the objects that were read for it.
  private var last: (tree: GitTree, state: State, objects: Set<String>)?

  init(
    at place: WorkspacePlace, _ files: GitFiles, _ options: WorkspaceOptions, _ rules: HistoryRules,
    today: Day
  ) throws {
    self.place = WorkspacePlace(
      root: place.root, rules: place.rules, isRulesNamed: place.isRulesNamed)
    self.files = files
    self.options = options
    self.today = today
    usesFormerRules = rules == .then
    configuration = try LoadedWorkspace.currentRules(of: place)
    let path = place.rules.flatMap { realPath($0) }.flatMap { files.repository.path(from: $0) }
    rulesPaths =
      try path.map { path in
        try [path]
          + files.asked { () throws(GitError) in
            try files.repository.earlierPaths(of: path)
          }
      } ?? []
  }

  mutating func read(_ commits: Commits) throws -> History {
    var history = History(isByRulesOfThen: usesFormerRules)
    if let before = commits.before {
      history.start(with: try state(of: before, name: String(before.id.prefix(10))).findings)
    }
    var progress = Progress(of: commits.chosen.count)
    defer { progress.end() }
    for (number, logged) in commits.chosen.enumerated() {
      progress.show(number)
      let name = String(logged.commit.id.prefix(10))
      let state = try state(of: logged.commit, name: name)
      if number == 0, commits.before == nil, !commits.isWhole {
        history.start(with: state.findings)
      }
      let date = Day(number: logged.dayNumber)?.description ?? ""
      history.add(
        .init(
          commit: logged.commit.id, date: date, subject: logged.subject, measures: state.measures),
        state.findings)
    }
    return history
  }

  /// Reads a commit; reuses the last state if no object that was read for it differs.
  private mutating func state(of commit: Repository.Commit, name: String) throws -> State {
    var notes: [String] = []
    let whole = try files.asked { () throws(GitError) in
      try files.repository.tree(of: commit, root: files.root, notes: &notes)
    }
    if let last, last.tree.equals(whole, in: last.objects) { return last.state }
    _ = files.repository.takeUsedObjects()
    let (tree, rules) = rulesAndRoot(of: whole, name)
    let state = try state(of: tree, by: rules, name)
    last = (whole, state, files.repository.takeUsedObjects())
    return state
  }

  /// Returns the workspace of a revision, which may have been in another folder, and its rules.
  private func rulesAndRoot(
    of tree: GitTree, _ name: String
  ) -> (tree: GitTree, rules: Configuration) {
    let top = tree.rooted(at: "")
    let path = rulesPaths.first { top.kind(of: $0) == .file }
    let isThere = tree.kind(of: "") == .folder
    // Rules of another folder, named with `--config`, do not locate the former root.
    let namesRoot = rulesPaths.first.map { Path.parent($0) } == files.root
    let moved = namesRoot ? path.map { top.rooted(at: Path.parent($0)) } : nil
    guard usesFormerRules else { return (isThere ? tree : moved ?? tree, configuration) }
    guard let path else {
      if !rulesPaths.isEmpty {
        Terminal.printError("\(name): it has no rules.yml; judged by that of today")
      }
      return (tree, configuration)
    }
    var text: [UInt8] = []
    let file = FileID(index: 0)
    guard (try? top.read(path, limit: Limits.fileSize, into: &text)) != nil,
      let rules = try? Configuration(rules: text, file: file, catalog: ruleCatalog)
    else {
      Terminal.printError("\(name): its \(path) cannot be read; judged by that of today")
      return (moved ?? tree, configuration)
    }
    return (moved ?? tree, rules)
  }

  private func state(
    of tree: GitTree, by rules: Configuration, _ name: String
  ) throws -> State {
    guard tree.kind(of: "") == .folder else { return State() }
    var reading = options
    // swift would describe the packages of the working tree.
    reading.packages = false
    let loaded = try LoadedWorkspace(
      at: place, tree, reading, by: rules, isAgain: true, parsed: parsed)
    let outcome = Linter.run(
      loaded.workspace.graph, configuration: rules, readerFindings: loaded.workspace.diagnostics,
      sources: loaded.sources, today: today, reading: loaded.workspace.reading,
      isCounting: true)
    try loaded.requireContent()
    let all = GraphView(of: outcome, in: loaded)
    var view = all.keeping(all.part { Stats.isCounted(all.nodes[$0], outcome.graph) })
    view.edges.removeAll(where: \.isImport)
    var state = State(measures: History.Measures(of: GraphStatistics(of: view)))
    for finding in outcome.findings {
      state.measures.violations[finding.rule.name, default: 0] += 1
      state.findings.append(
        .init(
          fingerprint: finding.fingerprint(in: loaded.sources), rule: finding.rule.name,
          message: finding.message.text))
    }
    state.measures.unread = loaded.workspace.unreadFiles.sorted { $0.precedes($1) }
    // Reports a file at the first revision in which it is unreadable, not at each.
    let named = last?.state.measures.unread ?? []
    for path in state.measures.unread where !named.contains(path) {
      Terminal.printError("\(name): \(path) cannot be read; what it holds is not compared")
    }
    return state
  }
}

extension Day {
  /// Creates the day `number` days after 1970-01-01; fails after the year 9999.
  ///
  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  init?(number: Int) {
    guard 0...3_000_000 ~= number else { return nil }
    let shifted = number + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400
    self.init(
      year: month < 10 ? year : year + 1, month: month < 10 ? month + 3 : month - 9, day: day)
  }
}
