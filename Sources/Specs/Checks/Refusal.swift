public import Diagnostics
public import Projects

/// A finding about a spec that XcodeGen loads, but refuses to generate.
///
/// Unlike for a load error, all targets of the graph are known.
public struct Refusal: Sendable {
  /// The number of the spec in the batch.
  public var spec: Int
  public var diagnostic: Diagnostic

  public init(spec: Int, diagnostic: Diagnostic) {
    self.spec = spec
    self.diagnostic = diagnostic
  }
}

/// A reference to a target of another project, with the finding to report if the target does not
/// exist.
public struct ProjectClaim: Sendable {
  /// The number of the spec in the batch.
  public var spec: Int
  /// The path of the `.xcodeproj`, from the root of the tree.
  public var path: NameID
  /// The target that the project must have.
  public var target: NameID
  public var diagnostic: Diagnostic
}
