public import Diagnostics

/// A finding about a spec that XcodeGen loads, but refuses to generate.
///
/// Unlike for a load error, all targets of the graph are known.
public struct Refusal: Sendable {
  /// The path of the spec.
  public var spec: String
  public var diagnostic: Diagnostic

  public init(spec: String, diagnostic: Diagnostic) {
    self.spec = spec
    self.diagnostic = diagnostic
  }
}

/// A target without existing sources.
///
/// XcodeGen rejects it, unless a command creates the sources before XcodeGen runs.
public struct AbsentSources: Sendable {
  /// The finding to report if nothing explains the absence.
  public var refusal: Refusal
  /// The missing paths, relative to the root of the file tree.
  public var paths: [String]
  /// Whether no target of the spec has sources.
  public var isWholeSpec: Bool

  public init(refusal: Refusal, paths: [String], isWholeSpec: Bool) {
    self.refusal = refusal
    self.paths = paths
    self.isWholeSpec = isWholeSpec
  }
}

/// The findings about specs.
public struct SpecFindings: Sendable {
  public var diagnostics: [Diagnostic] = []
  /// Findings about specs that XcodeGen loads but refuses to generate, in the order of reading.
  public var refusals: [Refusal] = []
  /// The targets without existing sources, in the order of reading.
  public var absentSources: [AbsentSources] = []
  /// The paths of the specs none of whose targets has sources.
  public var specsWithoutSources: [String] = []

  public init() {}

  public mutating func append(_ other: SpecFindings) {
    diagnostics += other.diagnostics
    refusals += other.refusals
    absentSources += other.absentSources
    specsWithoutSources += other.specsWithoutSources
  }
}
