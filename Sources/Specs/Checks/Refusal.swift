public import Diagnostics

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
