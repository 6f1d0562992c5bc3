internal import Diagnostics
internal import Graph

/// The build settings of a target in one configuration: its own over its configuration file, over the
/// project's, over the project's configuration file.
struct BuildSettings: Sendable {
  /// What is known of a setting.
  enum Lookup: Hashable, Sendable {
    case unset
    case value(String)
    /// Depends on conditions, or on settings that are not in the project.
    case unknown
  }

  /// The first wins.
  let levels: [SettingLevel]
  /// `TARGET_NAME` and `PROJECT_NAME`.
  let names: [String: String]

  /// The value of a setting with all references replaced.
  ///
  /// - Complexity: At most `mostSteps` settings are looked up, however they refer to each other.
  func lookup(_ key: String) -> Lookup {
    var steps = Self.mostSteps
    return lookup(key, from: 0, &steps)
  }

  private static let mostSteps = 500

  private func lookup(_ key: String, from first: Int, _ steps: inout Int) -> Lookup {
    steps -= 1
    guard steps > 0 else { return .unknown }
    var conditional: Set<String> = []
    for number in levels.indices.dropFirst(first) {
      conditional.formUnion(levels[number].conditional[key] ?? [])
      guard let text = levels[number].values[key] else { continue }
      // A condition that says the same changes nothing.
      if conditional.contains(where: { $0 != text }) { return .unknown }
      return expanded(text, of: key, below: number + 1, &steps)
    }
    return conditional.isEmpty ? .unset : .unknown
  }

  /// A value with `$(inherited)` and `$(NAME)` replaced.
  private func expanded(
    _ text: String, of key: String, below level: Int, _ steps: inout Int
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
      let value =
        name == "inherited" || name == key
        ? lookup(key, from: level, &steps) : variable(name, &steps)
      switch value {
      case .value(let value): result += rest[..<dollar] + value
      case .unset where name == "inherited" || name == key: result += rest[..<dollar]
      case .unset, .unknown: return .unknown
      }
      // Values may double with each reference.
      guard result.utf8.count <= Limits.nameLength else { return .unknown }
      rest = rest[rest.index(after: close)...]
    }
    return .value(result + rest)
  }

  private func variable(_ name: String, _ steps: inout Int) -> Lookup {
    if let known = names[name] { return .value(known) }
    return lookup(name, from: 0, &steps)
  }
}

/// The build settings of a target in all configurations.
struct ConfiguredSettings: Sendable {
  var all: [BuildSettings]
  /// The names of the configurations.
  let names: [String]

  /// What all configurations agree on; unknown where they differ.
  ///
  /// One that sets nothing has `standard`.
  func lookup(_ key: String, default standard: String? = nil) -> BuildSettings.Lookup {
    let found = Set(
      all.map { settings in
        let value = settings.lookup(key)
        return value == .unset ? standard.map { .value($0) } ?? value : value
      })
    guard let first = found.first else { return .unset }
    return found.count == 1 ? first : .unknown
  }

  func value(_ key: String, default standard: String? = nil) -> String? {
    if case .value(let value) = lookup(key, default: standard) { value } else { nil }
  }
}

extension ConfiguredSettings {
  private static let judgedKeys: [(setting: JudgedSetting, key: String)] = [
    (.iOSMinimum, "IPHONEOS_DEPLOYMENT_TARGET"), (.tvOSMinimum, "TVOS_DEPLOYMENT_TARGET"),
    (.macOSMinimum, "MACOSX_DEPLOYMENT_TARGET"), (.watchOSMinimum, "WATCHOS_DEPLOYMENT_TARGET"),
    (.visionOSMinimum, "XROS_DEPLOYMENT_TARGET"),
    (.bundleIdentifier, "PRODUCT_BUNDLE_IDENTIFIER"),
  ]

  /// The settings that rules compare, a row for each configuration unless all agree.
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
