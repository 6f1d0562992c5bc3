public import Diagnostics
internal import YAML

/// A finding about a specification that XcodeGen loads, but refuses to generate a project from.
///
/// Unlike what does not load, it hides nothing of the graph: every target is there.
public struct Refusal: Sendable {
  /// The number of the specification in the batch.
  public var spec: Int
  public var diagnostic: Diagnostic

  public init(spec: Int, diagnostic: Diagnostic) {
    self.spec = spec
    self.diagnostic = diagnostic
  }
}

/// What a specification takes for granted of another project, and what is to be said if it is not so.
public struct ProjectClaim: Sendable {
  /// The number of the specification in the batch.
  public var spec: Int
  /// The path of the `.xcodeproj`, from the tree's root.
  public var path: NameID
  /// A target that the project is to have.
  public var target: NameID
  public var diagnostic: Diagnostic
}
