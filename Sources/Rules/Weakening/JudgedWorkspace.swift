public import Architecture
public import Diagnostics

/// A workspace with the result of a set of rules and a baseline.
public struct JudgedWorkspace: Sendable {
  public var result: LintResult
  public var baseline: Baseline?
  /// The files that the locations of the findings refer to.
  public var sources: SourceMap
  /// The configuration in its rules.yml, without additions of this run.
  public var configuration: Configuration
  public var hasRules: Bool
  /// Folders that have a rules.yml now and had none.
  public var newWorkspaces: [String]
  /// The folders among `newWorkspaces` that already existed.
  public var takenFolders: [String]

  public init(
    _ result: LintResult, baseline: Baseline?, sources: SourceMap,
    configuration: Configuration? = nil, hasRules: Bool = true, newWorkspaces: [String] = [],
    takenFolders: [String] = []
  ) {
    self.configuration = configuration ?? result.graph.configuration
    self.hasRules = hasRules
    self.newWorkspaces = newWorkspaces
    self.takenFolders = takenFolders
    self.result = result
    self.baseline = baseline
    self.sources = sources
  }
}
