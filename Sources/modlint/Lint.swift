public import Architecture
public import ArgumentParser
import Diagnostics
import Files
import Graph
import Loading
import Paths
import Report
import Rules
import Workspace
import WorkspaceReading

struct Lint: ParsableCommand {
  // `_superCommandName` disables the library's search for a completion request, which takes 1% of
  // the instructions of a run over 500 specs.
  static let configuration = CommandConfiguration(
    commandName: "lint",
    _superCommandName: About.name,
    abstract: "Check the workspace against its rules.yml.")

  @Argument(
    help: "Files or folders to report on. The whole workspace is always read.",
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Ignore findings already present at the merge base of this revision and HEAD.",
      valueName: "rev"),
    completion: .revision)
  var since: String?

  @Flag(help: "Check the git index instead of the working tree.")
  var staged = false

  @OptionGroup var revision: RevisionOption

  @OptionGroup var reporting: ReportOptions

  @Flag(help: "Treat warnings as failures.")
  var strict = false

  @Flag(name: .shortAndLong, help: "Print nothing when there are no findings.")
  var quiet = false

  @OptionGroup var date: DayOption

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    try RevisionOption.validate(since)
    try revision.requireAlone(since: since, isStaged: staged)
  }

  func run() throws {
    var loaded = try LoadedWorkspace(
      paths, options.loading, needsRules: true, of: staged ? .index : revision.state,
      importedBy: staged || since != nil ? .changes(since: since, isStaged: staged) : .all)
    if !quiet { loaded.workspace.noteUnreadSpecs() }
    let day = date.day
    var older = try since.flatMap {
      try loaded.older(since: $0, importScope: loaded.scopeOfFoundImports)
    }
    var outcome = try loaded.check(on: day, older: older?.fingerprints(on: day) ?? [])
    if older != nil || staged,
      let weakening = try loaded.weakening(since: older, outcome, on: day), !weakening.isOff
    {
      outcome.add(weakening.findings, in: loaded.sources)
    }
    var report = loaded.report(
      outcome, hasPlaces: reporting.needsPlaces, hasGraph: reporting.hasPage)
    report.summary.revision = since
    if report.findings.contains(where: { $0.fix != nil }), reporting.needsFixes, !staged,
      revision.rev == nil
    {
      report.fixArguments = fixArguments
      let isPartial = since != nil
      try FixRun.addFixes(to: &report, loaded, outcome, today: day, isPartial: isPartial, reporting)
    }
    if outcome.findings.count > 1 { report.join(outcome, of: loaded) }
    report.graph?.count(report.findings)
    if endsWithFacts(report, loaded) { report.facts = outcome.surprisingFacts(in: loaded.sources) }
    let reader = LineReader(tree: loaded.tree, sources: report.sources, hidden: loaded.hiddenFiles)
    let isWritten = reporting.write(report, isQuiet: quiet, lines: reader.line)
    if outcome.unjudgedEntries > 0 { loaded.noteUnjudgedEntries(outcome) }
    if !report.fixesLeftOut.isEmpty, reporting.hasFixes { report.noteFixesLeftOut() }
    // The report has already read the lines.
    try loaded.tree.requireContent()
    let fails = report.summary.errors > 0 || strict && report.summary.warnings > 0
    // Deallocating a large workspace takes longer than running the rules.
    withExtendedLifetime((loaded, outcome, report)) {
      Terminal.leave(!isWritten ? .cannotCheck : fails ? .failure : .success)
    }
  }

  /// Whether a person looks at the text of a clean run of the whole workspace.
  private func endsWithFacts(_ report: Report, _ loaded: LoadedWorkspace) -> Bool {
    report.summary.errors + report.summary.warnings == 0 && !quiet
      && (Terminal.isTerminal || reporting.verbose) && reporting.mainFormat == .text
      && !reporting.concise && since == nil && !staged && revision.rev == nil
      && loaded.place.parts.isEmpty
  }

  /// The arguments that make `modlint fix` read and change the same files.
  private var fixArguments: String {
    let rulesFile = options.config.map { ["--config", $0] } ?? []
    let shownPaths =
      paths.count > Self.mostShownPaths
      ? " …" : paths == ["."] ? "" : paths.shellArguments
    return rulesFile.shellArguments + (options.reading.packages ? " --packages" : "") + shownPaths
  }

  /// The maximum number of paths to show; hooks may pass hundreds.
  private static let mostShownPaths = 5
}

extension Report {
  /// Joins findings of the report of `outcome` with those that explain them.
  mutating func join(_ outcome: LintResult, of loaded: LoadedWorkspace) {
    var consequences = outcome.consequences(among: loaded.selectedFindings(of: outcome))
    consequences.list = consequences.list?.withoutPlaces(in: loaded.hiddenFiles, loaded.sources)
    replaceFindings { consequences.join(&$0) }
  }
}

extension LintResult {
  func summary(of findings: [Diagnostic]) -> Report.Summary {
    .init(
      modules: summary.modules, links: summary.links, layers: summary.layers, findings: findings,
      excepted: excepted, gaps: summary.gaps)
  }
}

extension LoadedWorkspace {
  func report(_ outcome: LintResult, hasPlaces: Bool = false, hasGraph: Bool = false) -> Report {
    let findings = withCodeOwners(withoutHiddenPlaces(selectedFindings(of: outcome)))
    return Report(
      findings: findings, sources: sources,
      summary: outcome.summary(of: findings),
      places: hasPlaces ? places : Places(root: "", prefix: ""), tool: .modlint(configuration),
      graph: hasGraph ? productGraph(outcome) : nil)
  }

  /// Removes locations in files that have no path from the root or the repository.
  func withoutHiddenPlaces(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard !hiddenFiles.isEmpty else { return findings }
    return findings.map { $0.withoutPlaces(in: hiddenFiles, sources) }
  }

  func selectedFindings(of outcome: LintResult) -> [Diagnostic] {
    // Without modules, nothing else can be reported about a part.
    if place.parts.isEmpty || outcome.summary.modules == 0 || outcome.findings.isEmpty {
      return outcome.findings
    }
    let names = selectedNames
    return outcome.findings.filter { isSelected($0, names: names) }
  }

  private func productGraph(_ outcome: LintResult) -> GraphView {
    let all = GraphView(of: outcome, in: self)
    var part = all.part(tests: false, externals: false)
    if let inside = selectedNodes(in: all) { part = part.intersection(all.part(touching: inside)) }
    return all.keeping(part)
  }

  var selectedNames: Set<String> {
    guard !place.parts.isEmpty else { return [] }
    let graph = workspace.graph
    return Set(
      graph.builtModules.filter { module in
        let spec = graph.spec(of: module)
        // The targets of a manifest may have folders anywhere in the workspace.
        let folder = spec?.isPackage ?? false ? graph.folder(of: module)?.path : nil
        return isSelected(spec?.path ?? "") || folder.map(isSelected) ?? false
      }
      .map { graph.shownName($0) })
  }

  /// Whether a finding is below the given paths, or about a link of a module there.
  ///
  /// Such a link may be declared elsewhere. Findings about rules.yml and the baseline are always
  /// included.
  func isSelected(_ finding: Diagnostic, names: Set<String>) -> Bool {
    guard !place.parts.isEmpty, let location = finding.location else { return true }
    let path = sources[location.file]
    return WorkspacePlace.ownFileNames.contains(path) || hiddenFiles.contains(location.file)
      || isSelected(path) || finding.subject.from.map { names.contains($0) } ?? false
  }

  func isSelected(_ path: String) -> Bool { place.asks(about: path) }
}

extension Day: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension LintResult {
  /// Returns at most two sentences on what a team may not know of its modules.
  func surprisingFacts(in sources: SourceMap) -> [String] {
    let view = GraphView(of: graph, sources: sources, findings: findings).measured(graph)
    let facts = outwardLinks.map { [$0] } ?? []
    return Array(
      (facts + GraphStatistics(of: view).surprisingFacts(of: view))
        .prefix(GraphStatistics.mostFacts))
  }

  /// What links say about folders outside of the workspace.
  private var outwardLinks: String? {
    var folders: Set<String> = []
    var links: Set<[String]> = []
    for link in graph.graph.links where !link.flags.contains(.derived) {
      guard let folder = graph.graph[link.to].external.flatMap(\.outerFolder) else { continue }
      folders.insert(folder)
      links.insert([graph.graph.shownName(link.from), graph.graph.shownName(link.to)])
    }
    guard !links.isEmpty else { return nil }
    return "\(counted(links.count, "link")) \(links.count == 1 ? "leads" : "lead") out of this "
      + "folder: \(folders.sorted { $0.precedes($1) }.shownPaths)"
  }
}

extension Module.External {
  fileprivate var outerFolder: String? {
    switch self {
    case .package(let path): path.hasPrefix("../") ? path : nil
    case .file(let path): path.hasPrefix("../") ? Path.parent(path) : nil
    case .carthage, .pod, .sdk: nil
    }
  }
}
