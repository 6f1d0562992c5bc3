public import Architecture
internal import Diagnostics
internal import Files
internal import Git
internal import Graph
internal import Paths
public import Report
public import Rules
internal import Workspace

extension LoadedWorkspace {
  /// Compares `result` with the rules and the baseline of an older state, or of HEAD if the index
  /// was read without one.
  public mutating func weakening(
    since older: LoadedWorkspace?, _ result: LintResult, on day: Day
  ) throws -> Weakening? {
    if let older { return try weakening(since: older.tree, result, on: day) }
    guard let index = tree as? GitTree, index.isIndex else { return nil }
    return try weakening(sinceHeadOf: index, result, on: day)
  }

  /// Compares `result` with the rules and the baseline in `tree`, the workspace at a revision.
  ///
  /// Runs the rules again, and reads the workspace again if its rules.yml requires it. Returns
  /// `nil` if neither file has changed, or if the revision has no readable rules.
  private mutating func weakening(
    since tree: some FileTree, _ result: LintResult, on day: Day
  ) throws -> Weakening? {
    guard let paths = ownPaths else { return nil }
    // Assumes the default path for rules that were moved or deleted.
    let older = tree.kind(of: paths[0]) == .file ? paths : WorkspacePlace.ownFileNames
    let before = older.map { try? tree.content(of: $0) }
    let today: [[UInt8]?] =
      place.rules == nil ? [nil, nil] : paths.map { try? self.tree.content(of: $0) }
    let divided = workspace.nestedWorkspaces.filter {
      tree.kind(of: Self.rules(in: $0)) == nil && Self.rules(in: $0) != paths[0]
    }
    guard before != today || !divided.isEmpty, let rules = before[0] else { return nil }
    guard let (own, baseline) = readOlder(rules, before[1]) else { return nil }
    var configuration = own
    if !divided.isEmpty {
      configuration = configuration.reading(divided, butNot: workspace.nestedWorkspaces)
    }
    let read =
      place.rules != nil && configuration.readsLike(self.configuration, ruleCatalog)
      ? workspace
      : try LoadedWorkspace(
        at: place, self.tree, options, by: configuration, importScope: importScope
      ).workspace
    let known = KnownFindings(baseline: baseline, judgesBaseline: false)
    let judged = Linter.run(
      read.graph, configuration: configuration, readerFindings: read.diagnostics,
      sources: read.sources, today: day, reading: read.reading, known: known)
    let weakened = RulesWeakened(
      from: JudgedWorkspace(
        judged, baseline: baseline, sources: read.sources, configuration: own),
      to: JudgedWorkspace(
        result, baseline: self.baseline, sources: sources, hasRules: place.rules != nil,
        newWorkspaces: divided, takenFolders: divided.filter { tree.kind(of: $0) == .folder }))
    var weakening = Weakening()
    weakening.findings = weakened.findings(addingTo: &sources)
    (weakening.stricter, weakening.isOff) = (weakened.stricter, weakened.severity == nil)
    weakening.fingerprints = Set(judged.findings.map { $0.fingerprint(in: read.sources) })
    weakening.recorded = baseline?.fingerprints ?? []
    return weakening
  }

  private func readOlder(
    _ rules: [UInt8], _ recorded: [UInt8]?
  ) -> (Configuration, Baseline?)? {
    let file = FileID(index: 0)
    guard let configuration = try? Configuration(rules: rules, file: file, catalog: ruleCatalog)
    else { return nil }
    guard let recorded else { return (configuration, nil) }
    // An unreadable baseline does not determine what is new.
    return (configuration, (try? Baseline(recorded, file: file)) ?? baseline)
  }

  /// Compares `result` of the index with HEAD.
  ///
  /// Reads only the two files from git if they are unchanged.
  private mutating func weakening(
    sinceHeadOf index: GitTree, _ result: LintResult, on day: Day
  ) throws -> Weakening? {
    let paths = place.ownPaths
    guard !paths.isEmpty else { return nil }
    let before = paths.map { index.contentAtHead(of: $0) }
    guard before[0] != nil,
      before != paths.map({ try? index.content(of: $0) })
        || workspace.nestedWorkspaces.contains(where: {
          index.contentAtHead(of: Self.rules(in: $0)) == nil
        })
    else { return nil }
    let files = try GitFiles(of: place, options.host)
    let head = try files.files(of: files.mergeBase(of: "HEAD"))
    return try weakening(since: head, result, on: day)
  }

  /// The paths of the rules file and the baseline in the tree, even if they do not exist; `nil` if
  /// they are outside.
  private var ownPaths: [String]? {
    guard place.rules != nil else { return WorkspacePlace.ownFileNames }
    return place.ownPaths.isEmpty ? nil : place.ownPaths
  }

  private static func rules(in folder: String) -> String {
    Path.join(folder, entry: WorkspacePlace.rulesFileName)
  }
}

extension Configuration {
  /// Returns the configuration that reads `folders` as if they had no rules.yml, and skips the
  /// other `nested` folders.
  fileprivate func reading(_ folders: [String], butNot nested: [String]) -> Self {
    var copy = self
    copy.readsNestedWorkspaces = true
    let place = SourceRange(
      file: FileID(index: 0), start: Position(line: 1, column: 1), end: Position(line: 1, column: 1)
    )
    for folder in nested where !folders.contains(folder) {
      if let pattern = Pattern(folder + "/**", at: place) { copy.exclude.append(pattern) }
    }
    return copy
  }
}
