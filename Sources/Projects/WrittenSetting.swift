public import Diagnostics
public import Graph

/// A build setting of a target or a project that rules compare.
public struct WrittenSetting: Sendable {
  public var setting: JudgedSetting
  /// The configuration that it applies to; `nil` for all configurations.
  public var configuration: NameID?
  /// The value; `nil` if it cannot be determined.
  public var value: NameID?
  public var location: SourceRange

  public init(
    _ setting: JudgedSetting, _ value: NameID?, in configuration: NameID? = nil,
    at location: SourceRange
  ) {
    self.setting = setting
    self.value = value
    self.configuration = configuration
    self.location = location
  }
}
