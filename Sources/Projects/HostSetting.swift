public import Diagnostics

/// The `TEST_HOST` of a test bundle, which names an application in the products folder.
public struct HostSetting: Sendable {
  /// The key of the target.
  public var target: SourceRange
  /// The value, or the key of the target if the value is in another file.
  public var location: SourceRange

  public init(target: SourceRange, location: SourceRange) {
    self.target = target
    self.location = location
  }
}
