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

extension SpecReader {
  /// Notes that a project is to have a target.
  mutating func claim(
    _ target: String, inProjectAt path: String, _ message: Diagnostic.Message, at node: NodeID
  ) {
    batch.projectClaims.append(
      ProjectClaim(
        spec: batch.specs.count, path: batch.names.intern(path),
        target: batch.names.intern(target),
        diagnostic: refused(message, at: node, help: [])))
  }

  /// Adds a finding that XcodeGen would refuse to generate the specification for.
  ///
  /// Which of several specifications tells an error of a file they share is decided when all are read:
  /// it must not depend on which was read first.
  mutating func refuse(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    batch.refusals.append(
      Refusal(spec: batch.specs.count, diagnostic: refused(message, at: node, help: help)))
  }

  /// The same for something that is not there, unless a file that is not there either may hold it.
  mutating func refuseMissing(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    if !decoding.isIncomplete { refuse(message, at: node, help: help) }
  }
}
