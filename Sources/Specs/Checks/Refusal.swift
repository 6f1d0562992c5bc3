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
