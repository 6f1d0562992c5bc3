public import Diagnostics

/// A setting that rules compare between modules.
public enum JudgedSetting: UInt8, Sendable {
  /// The deployment target of a platform.
  case iOSMinimum, tvOSMinimum, macOSMinimum, watchOSMinimum, visionOSMinimum
  case bundleIdentifier
  /// The prefix of bundle identifiers that XcodeGen derives if no setting has one.
  case bundleIdentifierPrefix

  public var isMinimum: Bool { rawValue <= Self.visionOSMinimum.rawValue }

  /// Creates the deployment target of one platform; `nil` for `auto`.
  public init?(minimumOf platform: Platform) {
    switch platform {
    case .auto: return nil
    case .iOS: self = .iOSMinimum
    case .tvOS: self = .tvOSMinimum
    case .macOS: self = .macOSMinimum
    case .watchOS: self = .watchOSMinimum
    case .visionOS: self = .visionOSMinimum
    }
  }
}

/// The value of a setting of a module, or of all modules of a project that do not override it.
public struct SettingFact: Hashable, Sendable {
  public var setting: JudgedSetting
  /// The build configuration; `nil` for all of them.
  public var configuration: String?
  /// `nil` if the value is unknown.
  public var value: String?
  public var location: SourceRange

  public init(
    _ setting: JudgedSetting, _ value: String?, in configuration: String? = nil,
    at location: SourceRange
  ) {
    self.setting = setting
    self.value = value
    self.configuration = configuration
    self.location = location
  }
}
