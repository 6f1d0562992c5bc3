import Architecture
import Diagnostics
import Files
import Git
import Graph
import Paths
import Rules
import Workspace

/// How another revision's rules and baseline judge today's files, and what they report that today's do not.
struct Weakening {
  /// Findings of `rules-weakened`.
  var findings: [Diagnostic] = []
  /// The settings and entries that are stricter or as strict.
  var stricter: [Diagnostic] = []
  /// Whether both revisions' rules leave `rules-weakened` off.
  var isOff = false
  /// What the other revision's rules find in today's files, by fingerprint.
  var fingerprints: Set<String> = []
  /// What the other revision's baseline records, by fingerprint.
  var recorded: Set<String> = []
}

extension LoadedWorkspace {
  /// Holds what `result` has against the rules and the baseline of an older state; what was read from the
  /// index, if there is no such state, against those of HEAD.
  mutating func weakening(
    since older: LoadedWorkspace?, _ result: LintResult, _ options: WorkspaceOptions, on day: Day
  ) throws -> Weakening? {
    if let older { return try weakening(since: older.tree, result, options, on: day) }
    guard let index = tree as? GitTree, index.isIndex else { return nil }
    return try weakening(sinceHeadOf: index, result, options, on: day)
  }

  /// Holds what `result` has against the rules and the baseline in `tree`, the same workspace at another
  /// revision.
  ///
  /// Costs a second run of the rules, a second reading of the workspace where rules.yml has it read otherwise,
  /// and nothing where both files are what they were.
  ///
  /// - Returns: `nil` if neither file has changed, or if the revision has no rules that can be read.
  private mutating func weakening(
    since tree: some FileTree, _ result: LintResult, _ options: WorkspaceOptions, on day: Day
  ) throws -> Weakening? {
    guard let paths = ownPaths else { return nil }
    // Rules that were moved, or are no more, were where rules are.
    let older = tree.kind(of: paths[0]) == .file ? paths : WorkspacePlace.ownFileNames
    let before = older.map { Self.text(of: $0, in: tree) }
    let today: [[UInt8]?] =
      place.rules == nil ? [nil, nil] : paths.map { Self.text(of: $0, in: self.tree) }
    let divided = workspace.nestedWorkspaces.filter {
      tree.kind(of: Self.rules(in: $0)) == nil && Self.rules(in: $0) != paths[0]
    }
    guard before != today || !divided.isEmpty, let rules = before[0] else { return nil }
    guard let (own, baseline) = readOlder(rules, before[1]) else { return nil }
    var configuration = own
    if !divided.isEmpty { configuration.read(divided, butNot: workspace.nestedWorkspaces) }
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
    return Weakening(
      findings: weakened.findings(addingTo: &sources), stricter: weakened.stricter,
      isOff: weakened.severity == nil,
      fingerprints: Set(judged.findings.map { $0.fingerprint(in: read.sources) }),
      recorded: baseline?.fingerprints ?? [])
  }

  /// What the rules and the baseline of an older state say; `nil` if these are no rules.
  private func readOlder(
    _ rules: [UInt8], _ recorded: [UInt8]?
  ) -> (Configuration, Baseline?)? {
    let file = FileID(index: 0)
    guard let configuration = try? Configuration(rules: rules, file: file, catalog: ruleCatalog)
    else { return nil }
    guard let recorded else { return (configuration, nil) }
    // One that cannot be read says nothing of what is new in today's.
    return (configuration, (try? Baseline(recorded, file: file)) ?? baseline)
  }

  /// The same since HEAD, of a workspace that was read from the index.
  ///
  /// Asks git for no more than the two files, as long as they are what they were.
  private mutating func weakening(
    sinceHeadOf index: GitTree, _ result: LintResult, _ options: WorkspaceOptions, on day: Day
  ) throws -> Weakening? {
    let paths = place.ownPaths
    guard !paths.isEmpty else { return nil }
    let before = paths.map { index.contentAtHead(of: $0) }
    guard before[0] != nil,
      before != paths.map({ Self.text(of: $0, in: index) })
        || workspace.nestedWorkspaces.contains(where: {
          index.contentAtHead(of: Self.rules(in: $0)) == nil
        })
    else { return nil }
    let files = try GitFiles(of: place)
    let head = try files.files(of: files.mergeBase(of: "HEAD"))
    return try weakening(since: head, result, options, on: day)
  }

  /// The paths of the rules file and of the baseline in the tree, also if they are not there; nil where they
  /// lie elsewhere.
  private var ownPaths: [String]? {
    guard place.rules != nil else { return WorkspacePlace.ownFileNames }
    return place.ownPaths.isEmpty ? nil : place.ownPaths
  }

  private static func rules(in folder: String) -> String {
    Path.join(folder, entry: WorkspacePlace.rulesFileName)
  }

  static func text(of path: String, in tree: some FileTree) -> [UInt8]? {
    var text: [UInt8] = []
    do throws(FileError) { try tree.read(path, limit: Limits.fileSize, into: &text) } catch {
      return nil
    }
    return text
  }
}

extension Configuration {
  /// Reads `folders` as if they had no rules.yml, and leaves out the rest of `nested`.
  fileprivate mutating func read(_ folders: [String], butNot nested: [String]) {
    readsNestedWorkspaces = true
    let place = SourceRange(
      file: FileID(index: 0), start: Position(line: 1, column: 1), end: Position(line: 1, column: 1)
    )
    for folder in nested where !folders.contains(folder) {
      if let pattern = Pattern(folder + "/**", at: place) { exclude.append(pattern) }
    }
  }
}
