public import ArgumentParser
import Diagnostics
import Files
import Graph
import Report
internal import Rules
public import Architecture
import Workspace

/// `modlint lint`, the default command.
struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check the workspace against its rules.yml.")

  @Argument(
    help: "Files or folders to report on. The whole workspace is always read.",
    completion: .path)
  var paths: [String] = []

  @OptionGroup var options: WorkspaceOptions

  @OptionGroup var revisions: RevisionOptions

  @OptionGroup var revision: RevisionOption

  @OptionGroup var reporting: ReportOptions

  @Flag(help: "Treat warnings as failures.")
  var strict = false

  @Flag(name: .shortAndLong, help: "Print nothing when there are no findings.")
  var quiet = false

  @Option(
    help: "The date (YYYY-MM-DD) to check exceptions against (default: today, UTC).")
  var today: Day?

  func validate() throws {
    try revision.requireAlone(since: revisions.since, isStaged: revisions.staged)
  }

  func run() throws {
    var loaded = try LoadedWorkspace(
      paths, options, needsRules: true, isStaged: revisions.staged,
      revisions: revisions, revision: revision.rev)
    try loaded.requireSpecs()
    if !quiet { loaded.workspace.noteUnreadSpecs() }
    let day = today ?? .today
    var older = try revisions.since.flatMap {
      try loaded.older(since: $0, options, importScope: loaded.scopeOfFoundImports)
    }
    var outcome = try loaded.check(on: day, older: older?.fingerprints(on: day) ?? [])
    if let weakening = try loaded.weakening(since: older, outcome, options, on: day),
      !weakening.isOff
    {
      outcome.add(weakening.findings, in: loaded.sources)
    }
    var report = loaded.report(
      outcome, hasPlaces: reporting.needsPlaces, hasGraph: reporting.needsGraph)
    report.summary.revision = revisions.since
    if reporting.needsFixes, !revisions.staged, revision.rev == nil {
      (report.fixes, report.summary.fixesLeftOut) = try FixRun.suggestions(
        for: report, loaded, outcome, .init(isUnsafe: true, today: day, reading: options),
        isPartial: revisions.since != nil, havePatches: reporting.needsPatches)
    }
    let reader = LineReader(tree: loaded.tree, sources: report.sources, hidden: loaded.hiddenFiles)
    let output = ReportOutput(options: reporting, isQuiet: quiet) { reader.line($0, $1) }
    let isWritten = output.write(report)
    loaded.noteUnjudgedEntries(outcome)
    if reporting.hasFixes { report.summary.noteFixesLeftOut() }
    // Its lines were shown last.
    try loaded.requireContent()
    let fails = report.summary.errors > 0 || strict && report.summary.warnings > 0
    // Giving back the memory of a large workspace piece by piece would take longer than its rules.
    withExtendedLifetime((loaded, outcome, report)) {
      Terminal.leave(!isWritten ? .cannotCheck : fails ? .findings : .success)
    }
  }
}

extension LoadedWorkspace {
  /// What `outcome` has about what was asked for.
  func report(_ outcome: LintResult, hasPlaces: Bool = false, hasGraph: Bool = false) -> Report {
    let names = selectedNames
    // Without a module nothing else can be said of a part.
    let selected =
      place.parts.isEmpty || outcome.summary.modules == 0
      ? outcome.findings : outcome.findings.filter { isSelected($0, names: names) }
    let findings = withCodeOwners(withoutHiddenPlaces(selected))
    var report = Report(
      findings: findings, sources: sources,
      summary: .init(
        modules: outcome.summary.modules, links: outcome.summary.links,
        layers: outcome.summary.layers, findings: findings, excepted: outcome.excepted,
        nestedWorkspaces: workspace.nestedWorkspaces.count,
        wholePackages: workspace.reading.opaquePackages,
        unreadPackages: workspace.unreadPackages(in: tree, at: place).count,
        targetsWithoutSources: outcome.summary.targetsWithoutSources,
        targetsWithGeneratedSources: outcome.summary.targetsWithGeneratedSources,
        targetsWithUnknownHeaders: outcome.summary.targetsWithUnknownHeaders,
        targetsReadInPart: outcome.summary.targetsReadInPart,
        targetsBehindUnreadPackages: outcome.summary.targetsBehindUnreadPackages),
      places: hasPlaces ? places : Places(), tool: .modlint(configuration),
      graph: hasGraph ? productGraph(outcome) : nil)
    report.summary.unreadProjects = trackedProjects.count
    report.summary.hostManifests = workspace.reading.hostManifests
    return report
  }

  /// The Xcode projects that were not read and that git tracks, or all outside of a repository: what a
  /// generator has left behind counts for nothing.
  var trackedProjects: [String] {
    workspace.trackedProjects(at: place)
  }

  /// Findings in files that no path from the root or the repository can be shown of are in no file.
  func withoutHiddenPlaces(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard !hiddenFiles.isEmpty else { return findings }
    let moved = findings.map { $0.withoutPlaces(in: hiddenFiles, sources) }
    // Those without a place are first in every report; in the order of their lines all the same.
    return moved.filter { $0.location == nil } + moved.filter { $0.location != nil }
  }

  /// What `modlint graph` draws when it is asked for nothing else.
  private func productGraph(_ outcome: LintResult) -> GraphView {
    let all = GraphView(of: outcome, in: self)
    var part = all.part(tests: false, externals: false)
    if let inside = selectedNodes(in: all) { part = part.intersection(all.part(touching: inside)) }
    return all.keeping(part)
  }

  /// The names, as findings show them, of the modules of what was asked about.
  var selectedNames: Set<String> {
    guard !place.parts.isEmpty else { return [] }
    let graph = workspace.graph
    return Set(
      graph.builtModules.filter { module in
        let spec = graph.spec(of: module)
        // The folders of the targets of a manifest may be all over the workspace.
        let folder = spec?.isPackage ?? false ? graph.folder(of: module)?.path : nil
        return isSelected(spec?.path ?? "") || folder.map(isSelected) ?? false
      }
      .map { graph.shownName($0) })
  }

  /// Whether a finding lies in what was asked about, or is about a link of a module there.
  ///
  /// Such a link may be written elsewhere. Findings about rules.yml and the baseline are always
  /// asked for.
  func isSelected(_ finding: Diagnostic, names: Set<String>) -> Bool {
    guard !place.parts.isEmpty, let location = finding.location else { return true }
    let path = sources[location.file]
    return WorkspacePlace.ownFileNames.contains(path) || hiddenFiles.contains(location.file)
      || isSelected(path) || finding.subject.from.map { names.contains($0) } ?? false
  }

  /// Whether a path lies in what was asked about.
  func isSelected(_ path: String) -> Bool { place.asks(about: path) }
}

extension Day: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
