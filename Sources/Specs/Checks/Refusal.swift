public import Diagnostics
public import Projects
internal import YAML

/// A finding about a spec that XcodeGen loads, but refuses to generate a project from.
///
/// Unlike a load error, it hides nothing of the graph: every target is known.
public struct Refusal: Sendable {
  /// The number of the spec in the batch.
  public var spec: Int
  public var diagnostic: Diagnostic

  public init(spec: Int, diagnostic: Diagnostic) {
    self.spec = spec
    self.diagnostic = diagnostic
  }
}

/// A reference to a target of another project, with the finding to report if the target does not exist.
public struct ProjectClaim: Sendable {
  /// The number of the spec in the batch.
  public var spec: Int
  /// The path of the `.xcodeproj`, from the tree's root.
  public var path: NameID
  /// The target that the project must have.
  public var target: NameID
  public var diagnostic: Diagnostic
}
