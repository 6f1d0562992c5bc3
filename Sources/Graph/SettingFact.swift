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

extension SettingFact {
  /// The contents of a fact without its location.
  public struct Value: Hashable, Sendable {
    public var setting: JudgedSetting
    public var configuration: String?
    public var value: String?
  }

  public var content: Value {
    Value(setting: setting, configuration: configuration, value: value)
  }
}

extension ModuleGraph {
  /// Returns the values of a setting of a module, falling back to those of its project.
  ///
  /// Either all configurations of the project have a fact or none has.
  public func settingFacts(_ setting: JudgedSetting, of module: ModuleID) -> [SettingFact] {
    let own = ownSettingFacts(setting, of: module)
    guard own.isEmpty, let spec = spec(of: module) else { return own }
    return spec.settings.filter { $0.setting == setting }
  }

  /// Returns the values of a setting that the module itself declares.
  public func ownSettingFacts(_ setting: JudgedSetting, of module: ModuleID) -> [SettingFact] {
    self[module].settings.filter { $0.setting == setting }
  }

  /// Returns whether a predicate holds for any setting of a module or project.
  ///
  /// - Complexity: O(*n*) for *n* settings; those that projects share count once.
  public func hasSettingFact(where predicate: (SettingFact) -> Bool) -> Bool {
    var last: [SettingFact] = []
    for spec in specs where spec.settings != last {
      last = spec.settings
      if last.contains(where: predicate) { return true }
    }
    // A copy of each module would take longer than the search.
    return rows.indices.contains { rows[$0].settings.contains(where: predicate) }
  }
}
