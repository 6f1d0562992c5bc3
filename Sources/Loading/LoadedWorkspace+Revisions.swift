public import Architecture
internal import Diagnostics
internal import Files
internal import Git
internal import Graph
internal import Paths
internal import Rules
public import SourceReading
internal import Text
internal import Workspace

extension LoadedWorkspace {
  /// Reads the workspace of the merge base of `revision` and HEAD with the rules that it had; `nil`
  /// if it did not exist.
  ///
  /// Applies the rules of the working tree to a revision without usable rules.
  ///
  /// - Parameters:
  ///   - revision: The revision.
  ///   - importScope: The targets whose sources are read if a rule needs them.
  /// - Returns: The workspace.
  /// - Throws: `GitError`, or `Failure`.
  public func older(
    since revision: String, importScope: ImportScope = .all
  ) throws -> LoadedWorkspace? {
    let files = try GitFiles(of: place, options.host)
    let tree = try files.files(of: files.mergeBase(of: revision))
    guard tree.kind(of: "") == .folder else { return nil }
    var whole = place
    // Reads all specs, and keeps those that the command line names.
    whole.parts = place.parts.filter { tree.kind(of: $0) == .file }
    return try LoadedWorkspace(
      at: whole, tree, options, otherwise: configuration, importScope: importScope)
  }

  /// Returns the fingerprints of all findings, with and without locations.
  public mutating func fingerprints(on day: Day) throws -> Set<String> {
    let findings = try check(on: day).findings
    return Set(
      findings.flatMap { [$0.fingerprint(in: sources), $0.placedFingerprint(in: sources)] })
  }
}

extension LoadedWorkspace {
  /// Returns the files of a revision, and the rules of the working tree if it has none.
  static func files(
    of revision: String, at place: WorkspacePlace, _ options: LoadingOptions
  ) throws -> (tree: GitTree, rules: Configuration?) {
    let files = try GitFiles(of: place, options.host)
    let tree = try files.files(of: files.commit(named: revision))
    guard let rules = place.rules, let name = WorkspacePlace.path(of: rules, below: place.root),
      tree.kind(of: name) != .file
    else { return (tree, nil) }
    options.host.note("\(name) is not in '\(revision)'; using that of the working tree")
    return (tree, try currentRules(of: place, options))
  }
}

extension LoadedWorkspace {
  /// The targets with findings in their sources, which the older revision may have as well.
  public var scopeOfFoundImports: ImportScope {
    let graph = workspace.graph
    let notes = workspace.reading.imports
    let links = graph.links.filter { $0.isImport || notes?.uses[$0.id] == .unused }
    return .targets(Set(links.map { graph.identity($0.from) }))
  }
}
