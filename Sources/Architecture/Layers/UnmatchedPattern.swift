public import Diagnostics

/// A pattern of rules.yml without a match.
public struct UnmatchedPattern: Sendable {
  public var text: String
  public var location: SourceRange
  public var owner: Owner
  /// `nil` for a layer without patterns, which matches the folder of its name.
  public var pattern: Pattern?

  public enum Owner: Sendable {
    case layer(Int, String)
    /// A layer without patterns, which matches the folder of its name.
    case folder(Int, [UInt8])
    /// The layer that the pattern divides into slices.
    case slices(String)
    case interfaces
    case testSupport
    case ignore
    case tag(String)
  }
}
