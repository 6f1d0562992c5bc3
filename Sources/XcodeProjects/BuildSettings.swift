internal import Diagnostics
internal import Graph
internal import Projects

/// The build settings of a target in one configuration.
///
/// The levels are the target, its configuration file, the project and the project's configuration
/// file.
struct BuildSettings: Sendable {
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
  private let tree: PropertyListTree
  /// The settings that modlint reads, but those that are unset.
  private var keys: [SettingKey] = []
  private var values: [Lookup] = []

  init(levels: [SettingLevel], names: [String: String], tree: PropertyListTree) {
    self.levels = levels
    self.names = names
    self.tree = tree
    var search = SettingSearch(levels: levels, names: names, tree: tree)
    // A file that is not there may set any.
    let set = levels.allSatisfy { $0.keys != nil } ? levels.flatMap { $0.keys ?? [] } : nil
    for key in SettingKey.allCases
    where key != .linkerFlags && key != .testHost && set?.contains(key) ?? true {
      let value = search.lookup(key)
      if value != .unset {
        keys.append(key)
        values.append(value)
      }
    }
  }

  /// Looks up a setting and expands all references in its value.
  func lookup(_ key: SettingKey) -> Lookup {
    keys.firstIndex(of: key).map { values[$0] } ?? .unset
  }

  func lookup(_ key: SettingKey, defining defined: [String: String]) -> Lookup {
    let names = names.merging(defined) { known, _ in known }
    var search = SettingSearch(levels: levels, names: names, tree: tree)
    return search.lookup(key)
  }

  func values(_ key: SettingKey, in level: SettingLevel) -> SettingValues {
    level.values(of: key.rawValue, in: tree)
  }
}

/// Looks up settings that refer to each other, each once at a level.
private struct SettingSearch {
  typealias Lookup = BuildSettings.Lookup

  let levels: [SettingLevel]
  let names: [String: String]
  let tree: PropertyListTree
  private var known: [Place: Lookup] = [:]

  private struct Place: Hashable {
    var name: String
    var level: Int
  }

  /// The maximum number of settings with references; those of real targets have some dozens.
  private static let mostPlaces = 500

  init(levels: [SettingLevel], names: [String: String], tree: PropertyListTree) {
    (self.levels, self.names, self.tree) = (levels, names, tree)
  }

  mutating func lookup(_ key: SettingKey) -> Lookup { lookup(key.rawValue, from: 0) }

  private mutating func lookup(_ name: String, from first: Int) -> Lookup {
    var conditional: [String] = []
    var mayBeSet = false
    for number in levels.indices.dropFirst(first) {
      let found = levels[number].values(of: name, in: tree)
      if !found.conditional.isEmpty { conditional += found.conditional }
      guard let text = found.text else {
        if case .missingFile = levels[number] { mayBeSet = true }
        continue
      }
      // A condition with the same value changes nothing.
      if conditional.contains(where: { $0 != text }) { return .unknown }
      return text.hasVariable ? expanded(text, of: name, at: number) : .value(text)
    }
    return conditional.isEmpty && !mayBeSet ? .unset : .unknown
  }

  /// Expands `$(inherited)` and `$(NAME)` in the value of a setting.
  private mutating func expanded(_ text: String, of setting: String, at level: Int) -> Lookup {
    let place = Place(name: setting, level: level)
    if let known = known[place] { return known }
    guard known.count < Self.mostPlaces else { return .unknown }
    // A setting that refers to itself has no value.
    known[place] = .unknown
    let expanded = text.expandingVariables { name in
      let isInherited = name == "inherited" || name == setting
      if !isInherited, let defined = names[String(name)] { return defined }
      switch isInherited ? lookup(setting, from: level + 1) : lookup(String(name), from: 0) {
      case .value(let value): return value
      case .unset: return isInherited ? "" : nil
      case .unknown: return nil
      }
    }
    let value = expanded.map { Lookup.value($0) } ?? .unknown
    known[place] = value
    return value
  }
}

struct ConfiguredSettings: Sendable {
  var all: [BuildSettings]
  let names: [String]

  /// Returns the value that all configurations agree on, or `unknown` if they differ.
  ///
  /// A configuration that does not set it has the value `standard`.
  func lookup(_ key: SettingKey, default standard: String? = nil) -> BuildSettings.Lookup {
    var result = BuildSettings.Lookup.unset
    for number in all.indices {
      var value = all[number].lookup(key)
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
    var facts: [SettingFact] = []
    for (setting, key) in Self.judgedKeys {
      let value = lookup(key)
      if value == .unset { continue }
      if value != .unknown || all.allSatisfy({ $0.lookup(key) == .unknown }) {
        facts.append(SettingFact(setting, value.text, at: location))
      } else {
        facts += zip(names, all).map {
          SettingFact(setting, $1.lookup(key).text, in: $0, at: location)
        }
      }
    }
    return facts
  }
}

extension BuildSettings.Lookup {
  fileprivate var text: String? { if case .value(let text) = self { text } else { nil } }
}
