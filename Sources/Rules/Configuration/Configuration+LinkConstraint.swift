public import Diagnostics

extension Configuration {
  /// An entry of `links`: a ground rule of this repository's own.
  public struct LinkConstraint: Sendable {
    public var id: RuleID
    public var kind: Kind
    public var from: Selector
    public var to: Selector
    /// Whether it also speaks of what is linked through others.
    public var isTransitive: Bool
    public var because: String?
    public var instead: String?
    public var url: String?
    /// How its findings count; `nil` where that is not said.
    public var level: Level?
    public var location: SourceRange

    public enum Kind: Sendable {
      /// No module of the left side may link one of the right.
      case forbid
      /// Of all modules, only those of the left side may link one of the right.
      case only
    }
  }
}
