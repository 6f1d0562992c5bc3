public import Diagnostics

/// What one level says of a build setting.
public struct SettingValue: Equatable, Sendable {
  public var text: String?
  /// The values under conditions such as `[sdk=iphoneos*]`.
  public private(set) var conditional: [String] = []
  /// The place of the text, else of the first value under a condition; `nil` for that of the level.
  public private(set) var place: SourceRange?

  /// The maximum number of different values under conditions.
  private static let mostConditions = 32

  public init() {}

  /// Adds a value, which replaces an earlier one without conditions.
  public mutating func add(_ value: String, isConditional: Bool, at place: SourceRange? = nil) {
    if !isConditional {
      text = value
      self.place = place
    } else if !conditional.contains(value), conditional.count < Self.mostConditions {
      if text == nil, conditional.isEmpty { self.place = place }
      conditional.append(value)
    }
  }

  /// Adds what a nearer table says.
  fileprivate mutating func add(_ other: SettingValue) {
    for value in other.conditional { add(value, isConditional: true, at: other.place) }
    if let text = other.text { add(text, isConditional: false, at: other.place) }
  }
}

/// A level at which Xcode looks up the build settings of a target: its own, those of the project,
/// and those of the configuration file of either.
public struct SettingLevel: Sendable {
  public struct Setting: Equatable, Sendable {
    public let key: SettingKey
    public var value = SettingValue()
  }

  /// The settings that modlint reads; others are looked up if one of them refers to them.
  public private(set) var settings: [Setting] = []
  /// The number of the table with the settings, by which others are looked up.
  private(set) var table: Int?
  private(set) var file: ConfigurationFile?
  /// The place of settings without one of their own.
  public var place: SourceRange?
  /// Whether a configuration file is missing that may set what no level sets.
  public var lacksFile = false

  public init(table: Int? = nil) { self.table = table }

  /// Creates the level of a configuration file.
  public init(_ file: ConfigurationFile) {
    self.file = file
    for key in SettingKey.all {
      guard let value = file.settings[key.rawValue] else { continue }
      settings.append(Setting(key: key, value: value))
    }
  }

  public mutating func add(
    _ key: SettingKey, _ value: String, isConditional: Bool = false, at place: SourceRange? = nil
  ) {
    settings[index(of: key)].value.add(value, isConditional: isConditional, at: place)
  }

  /// Adds the settings of a nearer table.
  public mutating func add(_ nearer: [Setting]) {
    if settings.isEmpty { return settings = nearer }
    for setting in nearer { settings[index(of: setting.key)].value.add(setting.value) }
  }

  private mutating func index(of key: SettingKey) -> Int {
    if let index = settings.firstIndex(where: { $0.key == key }) { return index }
    settings.append(Setting(key: key))
    return settings.count - 1
  }

  /// Whether it is that of a configuration file.
  public var isFile: Bool { file != nil }

  public subscript(key: SettingKey) -> SettingValue? {
    settings.first { $0.key == key }?.value
  }
}
