internal import Diagnostics
internal import Graph

/// The build settings of a target in one configuration.
///
/// The levels are the target, its configuration file, the project and the project's configuration
/// file.
struct BuildSettings: Sendable {
  /// The result of looking up a setting.
  enum Lookup: Hashable, Sendable {
    case unset
    case value(String)
    /// Depends on conditions, on settings that are not in the project, or on a missing file.
    case unknown
  }

  /// The levels, highest priority first: the first that has a setting wins.
  let levels: [SettingLevel]
  /// Settings that Xcode defines, such as `TARGET_NAME`.
  let names: [String: String]
  let tree: PropertyListTree

  /// Looks up a setting and expands all references in its value.
  ///
  /// - Parameters:
  ///   - key: The setting.
  ///   - defined: Further settings that Xcode defines.
  /// - Returns: The value, without references.
  /// - Complexity: At most `mostSteps` settings are looked up, also if they refer to each other.
  func lookup(_ key: SettingKey, defining defined: [String: String] = [:]) -> Lookup {
    var steps = Self.mostSteps
    return lookup(key.rawValue, defined, from: 0, &steps) { levels[$0].setting(key) }
  }

  private static let mostSteps = 500

  private func lookup(
    _ name: String, _ defined: [String: String], from first: Int, _ steps: inout Int,
    _ find: (_ level: Int) -> SettingLevel.Setting
  ) -> Lookup {
    steps -= 1
    guard steps > 0 else { return .unknown }
    var conditional: [String] = []
    for number in levels.indices.dropFirst(first) {
      let setting = find(number)
      if !setting.conditional.isEmpty { conditional += setting.conditional }
      guard let text = setting.text else {
        if levels[number].isMissing { return .unknown }
        continue
      }
      // A condition with the same value changes nothing.
      if conditional.contains(where: { $0 != text }) { return .unknown }
      guard text.utf8.contains(UInt8(ascii: "$")) else { return .value(text) }
      return expanded(text, of: name, defined, below: number + 1, &steps)
    }
    return conditional.isEmpty ? .unset : .unknown
  }

  /// Expands `$(inherited)` and `$(NAME)` in the value of a setting.
  private func expanded(
    _ text: String, of setting: String, _ defined: [String: String], below level: Int,
    _ steps: inout Int
  ) -> Lookup {
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      let open = rest.index(after: dollar)
      guard open < rest.endIndex, rest[open] == "(" || rest[open] == "{",
        let close = rest[open...].firstIndex(of: rest[open] == "(" ? ")" : "}")
      else {
        result += rest[...dollar]
        rest = rest[open...]
        continue
      }
      let name = String(rest[rest.index(after: open)..<close])
      let isInherited = name == "inherited" || name == setting
      let value =
        if isInherited {
          lookup(setting, defined, from: level, &steps) {
            levels[$0].setting(named: setting, in: tree)
          }
        } else if let known = names[name] ?? defined[name] {
          Lookup.value(known)
        } else {
          lookup(name, defined, from: 0, &steps) { levels[$0].setting(named: name, in: tree) }
        }
      switch value {
      case .value(let value): result += rest[..<dollar] + value
      case .unset where isInherited: result += rest[..<dollar]
      case .unset, .unknown: return .unknown
      }
      // Values can double with each reference.
      guard result.utf8.count <= Limits.nameLength else { return .unknown }
      rest = rest[rest.index(after: close)...]
    }
    return .value(result + rest)
  }
}

/// The build settings of a target in all configurations.
struct ConfiguredSettings: Sendable {
  var all: [BuildSettings]
  /// The names of the configurations.
  let names: [String]

  /// Returns the value that all configurations agree on, or `unknown` if they differ.
  ///
  /// A configuration that does not set it has the value `standard`.
  func lookup(_ key: SettingKey, default standard: String? = nil) -> BuildSettings.Lookup {
    var result = BuildSettings.Lookup.unset
    for (number, settings) in all.enumerated() {
      var value = settings.lookup(key)
      if value == .unset, let standard { value = .value(standard) }
      if number > 0, value != result { return .unknown }
      result = value
    }
    return result
  }

  func value(_ key: SettingKey, default standard: String? = nil) -> String? {
    if case .value(let value) = lookup(key, default: standard) { value } else { nil }
  }
}

extension ConfiguredSettings {
  private static let judgedKeys: [(setting: JudgedSetting, key: SettingKey)] = [
    (.iOSMinimum, .iOSMinimum), (.tvOSMinimum, .tvOSMinimum), (.macOSMinimum, .macOSMinimum),
    (.watchOSMinimum, .watchOSMinimum), (.visionOSMinimum, .visionOSMinimum),
    (.bundleIdentifier, .bundleIdentifier),
  ]

  /// Returns the settings that rules compare: one row if all configurations agree, else a row for
  /// each.
  func judged(at location: SourceRange) -> [SettingFact] {
    Self.judgedKeys.flatMap { setting, key in
      let found = all.map { $0.lookup(key) }
      if found.allSatisfy({ $0 == .unset }) { return [SettingFact]() }
      if found.allSatisfy({ $0 == found[0] }) {
        return [SettingFact(setting, found[0].text, at: location)]
      }
      return zip(names, found).map { SettingFact(setting, $1.text, in: $0, at: location) }
    }
  }
}

extension BuildSettings.Lookup {
  fileprivate var text: String? { if case .value(let text) = self { text } else { nil } }
}
