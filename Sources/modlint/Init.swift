import ArgumentParser
import Diagnostics
import Files
import Graph
import Inference
import Packages
import Report
import Rules
import Architecture
import Paths
import Workspace
import Text

/// `modlint init`.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a rules.yml that fits the workspace.",
    discussion: """
      Groups the modules by folder, orders the groups so that the fewest links lead up, and \
      recognises interfaces, mocks and other test support by their names. What it writes is a \
      proposal: read it, and change what names and links do not tell. With --baseline what breaks \
      it today is recorded, so that only new violations fail. With --schema editors complete and \
      check rules.yml and project.yml; beside a rules.yml that exists, the schemas alone are written.
      """)

  @Argument(help: "The root of the workspace.", completion: .directory)
  var path = "."

  @Option(help: "The file to write; rules.yml in the root unless given.", completion: .rulesFile)
  var config: String?

  @Flag(name: .customLong("print"), help: "Print the file instead of writing it.")
  var printsFile = false

  @Flag(help: "Write a rules.yml of its own in a folder that another workspace contains.")
  var force = false

  @Flag(help: "Record today's findings in \(Baseline.fileName).")
  var baseline = false

  @Flag(help: "Write the JSON Schemas of rules.yml and project.yml to .modlint, for editors.")
  var schema = false

  @Option(help: "The number of threads that read files.")
  var jobs: Int?

  @Flag(help: WorkspaceOptions.packagesHelp)
  var packages = false

  @Flag(name: .customLong("no-cache"), help: WorkspaceOptions.noCacheHelp)
  var noCache = false

  func validate() throws {
    try WorkspaceOptions.validate(jobs: jobs)
    if baseline, printsFile {
      throw ValidationError("--print and --baseline cannot be used together")
    }
    if schema, printsFile {
      throw ValidationError("--print and --schema cannot be used together")
    }
  }

  func run() throws {
    let file =
      config ?? Path.join(path == "." ? "" : path, entry: WorkspacePlace.rulesFileName)
    let baselineFile = WorkspacePlace.baseline(beside: file)
    if baseline { try BaselineUpdate.refuseInCI() }
    let schemas = schema ? EditorSchemas(beside: file) : nil
    try schemas?.refuseToOverwrite()
    if let schemas, !baseline, WorkingDirectory.machine.kind(of: file) == .file {
      try schemas.write()
      return Terminal.write(EditorSchemas.advice(for: file))
    }
    try refuseToOverwrite(rules: file, baseline: baselineFile)
    var (workspace, specs, exclude) = try readWithoutInactiveFolders()
    let projects = try readTrackedProjects(beside: &workspace, specs, exclude)
    let unread = try unreadPackages(besides: workspace)
    noteNeighbours(of: workspace, unread)
    note("not read, for they are archives or templates", exclude)
    // Imports order the layers as well, since the import rules will check them.
    let imports = withRulesOnImports(RulesFile(exclude: exclude, specs: specs), &workspace)
    let inference = LayerInference(workspace.graph, specs: specs, exclude: exclude)
    var rules = inference.rules
    (rules.projects, rules.readsImports) = (projects, imports.readsImports)
    var outcome = lint(workspace, by: &rules)
    let text = rules.text(
      documentation: About.home, schema: schema ? EditorSchemas.rulesPath : nil)
    let summary = InitSummary(inference, outcome, sources: workspace.sources).text
    if printsFile {
      Terminal.write(text)
      Terminal.note(
        summary + "\n"
          + InitSummary.lastLine(of: outcome, workspace, unreadPackages: unread.count))
      return
    }
    try schemas?.write()
    try write(text, to: file)
    Terminal.write("wrote \(file.escapedForTerminal)\n\n" + summary)
    if baseline { try record(&outcome, workspace.sources, in: baselineFile) }
    Terminal.write(
      "\n" + NextCommands(after: outcome, path: path, config: config).text + "\n"
        + InitSummary.lastLine(of: outcome, workspace, unreadPackages: unread.count))
  }

  /// Lints the workspace; lowers `undeclared-import` to a warning if there are such findings.
  private func lint(_ workspace: Workspace, by rules: inout RulesFile) -> LintResult {
    let outcome = Linter.run(
      workspace.graph, configuration: Configuration(rules, catalog: ruleCatalog),
      readerFindings: workspace.diagnostics, sources: workspace.sources, today: .today,
      reading: workspace.reading)
    guard
      outcome.findings.contains(where: { $0.rule == UndeclaredImport.id && $0.severity == .error })
    else { return outcome }
    rules.severityOfImports = .warning
    return lint(workspace, by: &rules)
  }

  private func write(_ text: String, to file: String) throws {
    do throws(FileError) {
      try writeAtomically(Array(text.utf8), to: file)
    } catch {
      throw cannot(file, error)
    }
  }

  /// Enables the import rules if there are sources, and adds the imports to `workspace`.
  private func withRulesOnImports(
    _ rules: RulesFile, _ workspace: inout Workspace
  ) -> RulesFile {
    var rules = rules
    rules.readsImports = true
    var read = workspace
    read.readImports(
      Configuration(rules, catalog: ruleCatalog), jobs: jobs ?? Walk.defaultJobs)
    rules.readsImports = read.reading.imports?.hasSources ?? false
    if rules.readsImports { workspace = read }
    return rules
  }

  /// Writes a baseline if there are findings to record, and marks these as known.
  private func record(_ outcome: inout LintResult, _ sources: SourceMap, in file: String) throws {
    let change = BaselineChange(from: nil, to: outcome.findings, in: sources, Configuration())
    guard !change.added.isEmpty else { return Terminal.write("\nNothing to record.\n") }
    try Baseline().write(change.added, to: file)
    for index in outcome.findings.indices
    where Configuration().canRecord(outcome.findings[index], in: sources) {
      outcome.findings[index].state = .known
    }
    Terminal.write("\n" + BaselineUpdate.summary(of: change.added, file, leftOut: []))
  }

  private func refuseToOverwrite(rules file: String, baseline baselineFile: String) throws {
    if !printsFile {
      try refuseToOverwrite(
        file,
        baseline
          ? "'modlint baseline create' records what breaks it today"
          : "'--print' shows what 'init' would write")
      if config == nil { try refuseBesideMisnamedRules() }
      if !force, let rules = outerRules {
        Terminal.printError(
          "this folder is part of the workspace of \(rules.escapedForTerminal), which would stop reading it; '--force' writes a rules.yml of its own"
        )
        throw ExitCode.cannotCheck
      }
    }
    if baseline {
      try refuseToOverwrite(baselineFile, "'modlint baseline' says what can be done with it")
    }
  }

  private func refuseToOverwrite(_ file: String, _ advice: String) throws {
    guard WorkingDirectory.machine.kind(of: file) != nil else { return }
    Terminal.printError("\(file) already exists; \(advice)")
    throw ExitCode.cannotCheck
  }

  /// A second rules file that is not read would be confusing.
  private func refuseBesideMisnamedRules() throws {
    guard let root = realPath(path) else { return }
    let place = WorkspacePlace(root: root)
    guard let advice = LoadedWorkspace.misnamedRules(of: place) else { return }
    Terminal.printError(advice)
    throw ExitCode.cannotCheck
  }

  /// Reads the workspace and determines the patterns of unusual specs.
  private func read() throws -> (Workspace, specs: [RulesFile.Specs]) {
    var error: String?
    do throws(FileError) {
      let tree = try WorkingDirectory(workspace: path)
      let usual = try read(tree, RulesFile())
      let survey = Self.survey(usual)
      let specs = try survey.unusualSpecs(in: tree, jobs: jobs ?? Walk.defaultJobs)
      if !specs.isEmpty {
        let other = try read(tree, RulesFile(specs: specs))
        if Self.survey(other).isBetter(than: survey) { return (other, specs) }
      }
      let rooted = usual.specsWithRoots
      if !rooted.isEmpty {
        let other = try read(tree, RulesFile(specs: rooted))
        if other.misrootedSpecs.isEmpty, !Self.survey(usual).isBetter(than: Self.survey(other)) {
          usual.noteNeighbourSpecs()
          usual.noteRootedSpecs()
          return (other, rooted)
        }
      }
      if !usual.graph.builtModules.isEmpty { return (usual, []) }
      error = usual.firstError
    } catch {
      throw cannot(path, error)
    }
    if let error {
      Terminal.printError(error)
      Terminal.printError("\(path): no spec can be read; fix it and run 'modlint init' again")
      throw ExitCode.cannotCheck
    }
    Terminal.printError(missingSpecs)
    throw ExitCode.cannotCheck
  }

  fileprivate func read(
    _ tree: WorkingDirectory, _ rules: RulesFile
  ) throws(FileError) -> Workspace {
    var options = Workspace.Options(
      jobs: jobs ?? Walk.defaultJobs, environment: Terminal.environment)
    options.looksAtAllFolders = true
    if packages {
      let root = realPath(path) ?? path
      options.root = root
      options.describePackages = PackageReader(root, isCached: !noCache).describe
    }
    return try Workspace(
      reading: tree, configuration: Configuration(rules),
      known: SourceMap(paths: [WorkspacePlace.rulesFileName]),
      options: options)
  }

  /// Prints why some paths are not part of the workspace.
  private func note(_ reason: String, _ paths: [String]) {
    guard !paths.isEmpty else { return }
    Terminal.printError("\(reason): \(paths.shownPaths)")
  }

  /// Prints what is not read, and which workspaces are above or below.
  private func noteNeighbours(of workspace: Workspace, _ unread: [UnreadPackage]) {
    noteMajority(of: unread, besides: workspace.graph)
    note("not read, for they have a rules.yml of their own", workspace.nestedWorkspaces)
    note("not specs of their own, for others include them", workspace.reading.parts)
    workspace.noteUnreadSpecs()
    workspace.noteUnknownPackages()
    note(
      "not read, for no spec and no other package names these packages",
      unread.map { $0.folder.isEmpty ? "." : $0.folder })
    guard let rules = outerRules else { return }
    Terminal.printError(
      "this folder is part of the workspace of \(rules.escapedForTerminal), which stops reading it once it has a rules.yml of its own"
    )
  }

  /// The rules file of an enclosing workspace, unless another file is to be written.
  private var outerRules: String? {
    guard config == nil, let root = realPath(path) else { return nil }
    do throws(PlaceError) {
      let place = try WorkspaceFinder(config: nil).find([path])
      return place.root == root ? nil : place.rules
    } catch {
      return nil
    }
  }

  /// Prints a warning if most of the targets are not read.
  private func noteMajority(of unread: [UnreadPackage], besides graph: ModuleGraph) {
    let count = unread.reduce(0) { $0 + $1.targetCount }
    guard count > graph.builtModules.count else { return }
    Terminal.printError(
      "most of this workspace is not read: the packages below that nothing names have \(count) "
        + "\(count == 1 ? "target" : "targets"), and what is read has \(graph.builtModules.count); "
        + "name them under 'packages' of a spec, or of another package")
  }

  private func unreadPackages(besides workspace: Workspace) throws -> [UnreadPackage] {
    do throws(FileError) {
      return workspace.unreadPackages(
        in: try WorkingDirectory(workspace: path),
        at: WorkspacePlace(root: realPath(path) ?? path))
    } catch {
      throw cannot(path, error)
    }
  }

  private static func survey(_ workspace: Workspace) -> SpecSurvey {
    SpecSurvey(
      graph: workspace.graph, diagnostics: workspace.diagnostics, sources: workspace.sources)
  }

  private var missingSpecs: String {
    let text = "\(NothingToCheck.nothing) with targets below"
    do throws(FileError) {
      return NothingToCheck(tree: try WorkingDirectory(workspace: path), root: path).missingSpecs(
        text)
    } catch {
      return "\(path): \(text)"
    }
  }

  private func cannot(_ path: String, _ error: FileError) -> ExitCode {
    Terminal.printError("\(path): \(error.reason)")
    return .cannotCheck
  }
}

extension Init {
  /// Reads the workspace again with the tracked Xcode projects that no spec generates.
  ///
  /// - Returns: The patterns for `projects`.
  fileprivate func readTrackedProjects(
    beside workspace: inout Workspace, _ specs: [RulesFile.Specs], _ exclude: [String]
  ) throws -> [String] {
    let projects = workspace.trackedProjects(at: WorkspacePlace(root: realPath(path) ?? path))
    guard !projects.isEmpty else { return [] }
    var rules = RulesFile(exclude: exclude, specs: specs)
    rules.projects = projects.map { RulesFile.pattern(file: $0) }
    do throws(FileError) {
      workspace = try read(try WorkingDirectory(workspace: path), rules)
    } catch {
      throw cannot(path, error)
    }
    return rules.projects
  }

  /// Reads the workspace without templates and archives, and returns the patterns that exclude
  /// them.
  fileprivate func readWithoutInactiveFolders() throws -> (
    Workspace, specs: [RulesFile.Specs], exclude: [String]
  ) {
    let (workspace, specs) = try read()
    let layered = LayeredGraph(workspace.graph)
    var duplicates = Findings(of: DuplicateModule.id, severity: .error, in: layered)
    DuplicateModule(options: RuleOptions()).check(layered, &duplicates)
    let exclude = LayerInference.inactiveFolders(
      of: workspace.graph, duplicates: duplicates.diagnostics, templates: workspace.templates)
    guard !exclude.isEmpty else { return (workspace, specs, []) }
    do throws(FileError) {
      let rules = RulesFile(exclude: exclude, specs: specs)
      let rest = try read(try WorkingDirectory(workspace: path), rules)
      // Excluding everything would be wrong.
      return !rest.graph.builtModules.isEmpty ? (rest, specs, exclude) : (workspace, specs, [])
    } catch {
      throw cannot(path, error)
    }
  }
}

extension Workspace {
  /// The patterns for specs whose sources exist relative to another folder than their own.
  fileprivate var specsWithRoots: [RulesFile.Specs] {
    guard !misrootedSpecs.isEmpty else { return [] }
    let rooted = misrootedSpecs.map {
      RulesFile.Specs(pattern: RulesFile.pattern(file: $0.path), root: $0.root)
    }
    let paths = Set(misrootedSpecs.map(\.path))
    let hasOthers = graph.specs.contains {
      Path.lastComponent($0.path) == "project.yml" && !paths.contains($0.path)
    }
    return rooted + (hasOthers ? [RulesFile.Specs(pattern: "**/project.yml")] : [])
  }

  /// Prints which specs need a `root`.
  fileprivate func noteRootedSpecs() {
    guard let root = misrootedSpecs.first?.root else { return }
    Terminal.printError(
      "no source of \(misrootedSpecs.map(\.path).shownPaths) is there, but all are from '\(root)'; "
        + "'specs' in rules.yml says so")
  }

  /// The first error in a spec, which may explain why there are no modules.
  fileprivate var firstError: String? {
    let errors = diagnostics.filter { $0.severity == .error }
    let first = errors.min { a, b in
      guard let x = a.location, let y = b.location else { return a.location != nil }
      let (p, q) = (sources[x.file], sources[y.file])
      return p == q ? x.start < y.start : p.precedes(q)
    }
    return first.map { error in
      let place = error.location.map {
        "\(sources[$0.file]):\($0.start.line):\($0.start.column): "
      }
      return "\(place ?? "")\(error.severity.rawValue): \(error.message.text) [\(error.rule.name)]"
    }
  }
}
