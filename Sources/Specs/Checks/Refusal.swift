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

/// A reference to a target of another project, with the finding to report if the target does not
/// exist.
public struct ProjectClaim: Sendable {
  /// The path of the spec.
  public var spec: String
  /// The path of the `.xcodeproj`, from the root of the tree.
  public var path: String
  /// The target that the project must have.
  public var target: String
  public var diagnostic: Diagnostic
}
